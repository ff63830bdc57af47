import { beforeAll, describe, expect, test } from 'vitest';
import { loadEvaluator } from '../../engine/language/evaluate.ts';
import type { CompiledForm } from '../../engine/language/compiled.ts';
import { findHidden, regionKey } from '../../engine/views/form/hidden.ts';
import { bodyOf, composePayload, isDirty } from '../../engine/views/form/payload.ts';
import { planOf } from '../../engine/views/form/plan.ts';
import { findProblems } from '../../engine/views/form/validator.ts';
import { formReads } from '../../engine/views/form/reads.ts';
import { field, form, schema } from './fixture.ts';

beforeAll(() => loadEvaluator());

const SCHEMA = schema(
  { kind: { type: 'string' }, note: { type: ['string', 'null'], minLength: 3 }, extra: { type: 'string' } },
  ['kind'],
);
const when = { cel: "form.kind == 'B'" };
const noteForm = (whenHidden: 'drop' | 'keep' | 'clear') =>
  form([field('kind'), field('note', { visibleWhen: when, whenHidden, nullable: true })]);

function submitted(view: CompiledForm, values: Record<string, unknown>, initial = values) {
  const hidden = findHidden(planOf(view), values, {});
  const payload = composePayload({ form: view, schema: SCHEMA, values, hidden, with: {} });
  return {
    hidden,
    payload,
    problems: findProblems(SCHEMA, bodyOf(payload, SCHEMA)),
    dirty: isDirty(view, initial, values, hidden, findHidden(planOf(view), initial, {})),
  };
}

describe('rule 8: one meaning of hidden, in form, validator and payload alike', () => {
  test('dropped: not shown, not sent, not validated, not dirty', () => {
    const view = noteForm('drop');
    const { hidden, payload, problems, dirty } = submitted(
      view,
      { kind: 'A', note: 'x' },
      { kind: 'A', note: 'before' },
    );
    expect(hidden.get('note')).toBe('drop');
    expect(payload).toEqual({ kind: 'A' });
    expect(problems).toEqual([]);
    expect(dirty).toBe(false);
  });

  test('the same field, shown, is sent, validated and dirty', () => {
    const { payload, problems, dirty } = submitted(
      noteForm('drop'),
      { kind: 'B', note: 'x' },
      { kind: 'B', note: 'before' },
    );
    expect(payload).toEqual({ kind: 'B', note: 'x' });
    expect(problems).toEqual([{ path: ['note'], keyword: 'minLength', limit: 3 }]);
    expect(dirty).toBe(true);
  });

  test('kept: hidden, yet sent and validated unchanged', () => {
    const { hidden, payload, problems } = submitted(noteForm('keep'), { kind: 'A', note: 'x' });
    expect(hidden.get('note')).toBe('keep');
    expect(payload).toEqual({ kind: 'A', note: 'x' });
    expect(problems).toHaveLength(1);
  });

  test('cleared: sent empty, which is a change when it had a value', () => {
    const { payload, dirty } = submitted(
      noteForm('clear'),
      { kind: 'A', note: 'abc' },
      { kind: 'B', note: 'abc' },
    );
    expect(payload).toEqual({ kind: 'A', note: null });
    expect(dirty).toBe(true);
  });

  test('sections and panes hide their fields too', () => {
    const view = form([
      field('kind'),
      {
        type: 'section',
        title: { key: 's' },
        visibleWhen: when,
        whenHidden: 'drop',
        columns: 1,
        rows: [{ type: 'row', fields: [field('note')] }],
      },
      {
        type: 'panes',
        panes: [{ id: 'p', label: { key: 'p' }, visibleWhen: when, layout: [field('extra')] }],
      },
    ]);
    const { hidden, payload } = submitted(view, { kind: 'A', note: 'abc', extra: 'e' });
    expect([...hidden.keys()].sort()).toEqual([regionKey('1'), regionKey('2/0'), 'extra', 'note'].sort());
    expect(payload).toEqual({ kind: 'A' });
  });

  test('a field hidden by a hidden field is hidden', () => {
    const view = form([
      field('kind'),
      field('extra', { visibleWhen: { cel: "has(form.note) && form.note == 'yes'" } }),
      field('note', { visibleWhen: when }),
    ]);
    expect([...submitted(view, { kind: 'A', note: 'yes', extra: 'e' }).hidden.keys()]).toEqual([
      'extra',
      'note',
    ]);
    expect([...submitted(view, { kind: 'B', note: 'yes', extra: 'e' }).hidden.keys()]).toEqual([]);
  });

  test('conditions that depend on each other terminate', () => {
    const view = form([
      field('note', { visibleWhen: { cel: '!has(form.extra)' } }),
      field('extra', { visibleWhen: { cel: '!has(form.note)' } }),
    ]);
    expect(() => submitted(view, { note: 'a', extra: 'b' })).not.toThrow();
  });
});

describe('which values a condition reads', () => {
  test.each([
    [{ cel: "form.kind == 'form.other' && has(form.note)" }, ['kind', 'note']],
    [{ cel: 'size(form) > 0' }, ['*']],
    [{ cel: 'records.form.x == 1' }, []],
    [{ path: ['form', 'a', 'b'] }, ['a']],
    [{ object: { a: { path: ['form', 'z'] }, b: { const: 1 } } }, ['z']],
  ])('%j', (value, expected) => expect([...formReads(value)].sort()).toEqual(expected));
});
