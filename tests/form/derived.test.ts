/** Values computed from others, and conditions on the item of a list. */
import { beforeAll, describe, expect, test } from 'vitest';
import { loadEvaluator } from '../../engine/language/evaluate.ts';
import type { CompiledLayout } from '../../engine/language/compiled.ts';
import { FormController } from '../../engine/views/form/controller.ts';
import type { Tree } from '../../engine/views/form/store.ts';
import { field, form, keysAsTexts, schema } from './fixture.ts';

beforeAll(() => loadEvaluator());

const NUMBER = { type: 'number' as const };
const SCHEMA = schema({
  count: NUMBER,
  price: NUMBER,
  sum: NUMBER,
  until: { type: ['string', 'null'] },
  from: { type: 'string' },
  rows: {
    type: 'array',
    items: {
      type: 'object',
      properties: { kind: { type: 'string' }, note: { type: 'string' }, weight: NUMBER },
    },
  },
});

const open = (layout: CompiledLayout[], record?: Tree) =>
  new FormController({
    form: form(layout, { carried: [] }),
    schema: SCHEMA,
    record,
    scope: () => ({}),
    i18n: keysAsTexts,
    allowed: true,
  });

describe('a computed value', () => {
  const layout = [
    field('count', { schema: NUMBER }),
    field('price', { schema: NUMBER }),
    field('sum', { schema: NUMBER, value: { cel: 'form.count * form.price' } }),
  ];

  test('is set from the start and is no change of the record', () => {
    const controller = open(layout, { count: 2, price: 5, sum: 1 });
    expect(controller.store.get(['sum'])).toBe(10);
    expect(controller.isDirty()).toBe(false);
  });

  test('is recomputed when an input changes, and is sent', () => {
    const controller = open(layout, { count: 2, price: 5 });
    controller.change('count', 3);
    expect(controller.payload()).toMatchObject({ sum: 15 });
  });

  test('is empty while one of its inputs is missing', () => {
    const controller = open(layout, { count: 2, price: 5 });
    controller.change('price', undefined);
    expect(controller.store.get(['sum'])).toBeUndefined();
  });
});

describe('a computed default', () => {
  const layout = [
    field('from'),
    field('until', { nullable: true, follows: { cel: "form.from == 'A' ? 'Z' : form.from" } }),
  ];

  test('is set when its input changes, and may be changed by the user', () => {
    const controller = open(layout, { from: 'B', until: 'mine' });
    expect(controller.store.get(['until'])).toBe('mine');
    controller.change('from', 'A');
    expect(controller.store.get(['until'])).toBe('Z');
    controller.change('until', 'Y');
    expect(controller.store.get(['until'])).toBe('Y');
  });

  test('fills an empty field of a new record', () => {
    const initial = form(layout, { carried: [], initial: { from: { const: 'A' } } });
    const controller = new FormController({
      form: initial,
      schema: SCHEMA,
      record: undefined,
      scope: () => ({}),
      i18n: keysAsTexts,
      allowed: true,
    });
    expect(controller.store.get(['until'])).toBe('Z');
    expect(controller.isDirty()).toBe(false);
  });

  test('does not fill an empty field of an existing record', () => {
    const controller = open(layout, { from: 'A' });
    expect(controller.store.get(['until'])).toBeUndefined();
    expect(controller.isDirty()).toBe(false);
  });

  test('triggers the defaults that depend on it, whatever the order of the fields', () => {
    const sums = [
      field('sum', { schema: NUMBER, follows: { cel: 'form.price * 2.0' } }),
      field('price', { schema: NUMBER, follows: { cel: 'form.count * 10.0' } }),
      field('count', { schema: NUMBER }),
    ];
    const controller = open(sums, { count: 1, price: 10, sum: 20 });
    controller.change('count', 3);
    expect(controller.payload()).toMatchObject({ count: 3, price: 30, sum: 60 });
  });

  test('does not validate a field that it hides', () => {
    const note = field('note', { required: true, visibleWhen: { path: ['form', 'shown'] } });
    const text = { type: 'string' as const };
    const controller = new FormController({
      form: form([field('shown', { schema: { type: 'boolean' } }), note]),
      schema: schema({ shown: { type: 'boolean' }, note: text }, ['note']),
      record: { shown: true },
      scope: () => ({}),
      i18n: keysAsTexts,
      allowed: true,
    });
    controller.leave('note');
    expect(controller.store.errors.has('note')).toBe(true);
    controller.store.setErrors(new Map());
    controller.change('shown', false);
    controller.leave('note');
    expect(controller.store.errors.has('note')).toBe(false);
  });

  test('does not validate once the form is read-only', () => {
    const controller = new FormController({
      form: form([field('closed', { schema: { type: 'boolean' } }), field('note', { required: true })], {
        readOnlyWhen: { path: ['form', 'closed'] },
      }),
      schema: schema({ closed: { type: 'boolean' }, note: { type: 'string' } }, ['note']),
      record: { closed: false },
      scope: () => ({}),
      i18n: keysAsTexts,
      allowed: true,
    });
    controller.change('closed', true);
    controller.leave('note');
    expect(controller.store.errors.size).toBe(0);
    controller.change('closed', false);
    controller.leave('note');
    expect(controller.store.errors.has('note')).toBe(true);
  });

  test('does not change a record that is loaded again', () => {
    const controller = open(layout, { from: 'B', until: 'mine' });
    controller.rebase({ from: 'A', until: 'theirs' });
    expect(controller.store.get(['until'])).toBe('theirs');
  });
});

describe('the item of a list', () => {
  const rows = field('rows', {
    widget: 'list',
    schema: SCHEMA.properties!.rows!,
    items: [
      field('kind'),
      field('note', { visibleWhen: { cel: "item.kind == 'B'" } }),
      field('weight', { enabledWhen: { cel: "item.kind != 'A'" } }),
    ],
  });

  test('is read by conditions, each item separately', () => {
    const controller = open([rows], {
      rows: [
        { kind: 'A', note: 'x' },
        { kind: 'B', note: 'y' },
      ],
    });
    expect([...controller.store.hidden.keys()]).toEqual(['rows.0.note']);
    expect([...controller.store.locked]).toEqual(['rows.0.weight']);
    expect(controller.payload()).toEqual({ rows: [{ kind: 'A' }, { kind: 'B', note: 'y' }] });
    controller.change('rows.0.kind', 'B');
    expect([...controller.store.hidden.keys()]).toEqual([]);
    expect(controller.payload()).toEqual({
      rows: [
        { kind: 'B', note: 'x' },
        { kind: 'B', note: 'y' },
      ],
    });
  });

  test('is the input of a value in the item; removing an item changes no other', () => {
    const follows = field('rows', {
      widget: 'list',
      schema: SCHEMA.properties!.rows!,
      items: [field('kind'), field('note', { follows: { path: ['item', 'kind'] } })],
    });
    const controller = open([follows], {
      rows: [
        { kind: 'A', note: 'a' },
        { kind: 'B', note: 'b' },
      ],
    });
    controller.change('rows.1.kind', 'C');
    expect(controller.store.get(['rows'])).toEqual([
      { kind: 'A', note: 'a' },
      { kind: 'C', note: 'C' },
    ]);
    controller.change('rows.1.note', 'own');
    controller.change('rows', [{ kind: 'C', note: 'own' }]);
    expect(controller.store.get(['rows'])).toEqual([{ kind: 'C', note: 'own' }]);
  });
});
