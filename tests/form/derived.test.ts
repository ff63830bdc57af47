/** Values that follow from others, and conditions on the item of a list. */
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

  test('stands there from the first moment and is no change of the record', () => {
    const controller = open(layout, { count: 2, price: 5, sum: 1 });
    expect(controller.store.get(['sum'])).toBe(10);
    expect(controller.isDirty()).toBe(false);
  });

  test('follows what is entered, and is sent', () => {
    const controller = open(layout, { count: 2, price: 5 });
    controller.change('count', 3);
    expect(controller.payload()).toMatchObject({ sum: 15 });
  });

  test('is empty while something that it needs is missing', () => {
    const controller = open(layout, { count: 2, price: 5 });
    controller.change('price', undefined);
    expect(controller.store.get(['sum'])).toBeUndefined();
  });
});

describe('a value that follows', () => {
  const layout = [
    field('from'),
    field('until', { nullable: true, follows: { cel: "form.from == 'A' ? 'Z' : form.from" } }),
  ];

  test('is put in when the other changes, and may be changed by the reader', () => {
    const controller = open(layout, { from: 'B', until: 'mine' });
    expect(controller.store.get(['until'])).toBe('mine');
    controller.change('from', 'A');
    expect(controller.store.get(['until'])).toBe('Z');
    controller.change('until', 'Y');
    expect(controller.store.get(['until'])).toBe('Y');
  });

  test('fills what is new and empty', () => {
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

  test('leaves empty what a record that is opened has empty', () => {
    const controller = open(layout, { from: 'A' });
    expect(controller.store.get(['until'])).toBeUndefined();
    expect(controller.isDirty()).toBe(false);
  });

  test('brings along what follows from it, in whatever order they stand', () => {
    const sums = [
      field('sum', { schema: NUMBER, follows: { cel: 'form.price * 2.0' } }),
      field('price', { schema: NUMBER, follows: { cel: 'form.count * 10.0' } }),
      field('count', { schema: NUMBER }),
    ];
    const controller = open(sums, { count: 1, price: 10, sum: 20 });
    controller.change('count', 3);
    expect(controller.payload()).toMatchObject({ count: 3, price: 30, sum: 60 });
  });

  test('judges nothing that is hidden as it is left', () => {
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

  test('judges nothing once the form may only be read', () => {
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

  test('leaves a record alone that comes again', () => {
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

  test('is what a condition reads, each item for itself', () => {
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

  test('is what a value of the item is computed from; one taken away moves nothing', () => {
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
