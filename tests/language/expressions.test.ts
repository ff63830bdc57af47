import { beforeAll, describe, expect, it } from 'vitest';
import type { CompiledScreen } from '../../engine/language/compiled.ts';
import { checkExpression, narrowScope, type TypeScope } from '../../engine/language/expressions.ts';
import { evaluate, holds, loadEvaluator } from '../../engine/language/evaluate.ts';
import type { JsonSchema, Schemas } from '../../engine/language/schema.ts';
import { ANY } from '../../engine/language/types.ts';
import { isRead } from '../../engine/page/page.ts';

const schemas: Schemas = {
  Folder: {
    type: 'object',
    additionalProperties: false,
    required: ['kind', 'name'],
    properties: {
      kind: { type: 'string', enum: ['FOLDER'] },
      name: { type: 'string' },
      size: { type: 'integer' },
    },
  },
  File: {
    type: 'object',
    additionalProperties: false,
    required: ['kind', 'length'],
    properties: { kind: { type: 'string', enum: ['FILE'] }, length: { type: 'number' } },
  },
};
const row: JsonSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['id', 'count', 'status'],
  properties: {
    id: { type: 'string' },
    count: { type: 'integer' },
    share: { type: ['number', 'null'] },
    status: { type: 'string', enum: ['OPEN', 'SHUT'] },
    tags: { type: 'array', items: { type: 'string', enum: ['A', 'B'] } },
    day: { type: 'string', format: 'date' },
    any: { type: 'object', additionalProperties: true },
    item: { oneOf: [{ $ref: '#/components/schemas/Folder' }, { $ref: '#/components/schemas/File' }] },
  },
};
const scope: TypeScope = {
  row,
  selection: { type: 'array', items: row },
  today: { type: 'string', format: 'date' },
};
const codes = (source: string) => checkExpression(source, scope, schemas).problems.map((p) => p.code);

describe('typed expressions (rule 6)', () => {
  it.each([
    "row.status == 'OPEN' && size(selection) > 0",
    "row.status in ['OPEN', 'SHUT']",
    'row.share != null && row.share > 1',
    'row.count + 1.0 > 2.0',
    'selection.map(r, r.id)',
    "selection.exists(r, r.status == 'SHUT')",
    "'A' in row.tags",
    'row.day <= addDays(today, 3.0)',
    'row.day <= addDays(today, 3)',
    "'A' in slice(row.tags, 0, 2)",
    "last(selection).status == 'OPEN'",
    "has(row.share) ? 'x' : row.id",
    'row.item.kind == "FILE"',
    "row.id.startsWith('a')",
  ])('accepts %s', (source) => expect(codes(source)).toEqual([]));

  it.each([
    ["row.status == 'OPNE'", 'unknown-enum-word', 14],
    ["row.status in ['OPEN', 'SHUTT']", 'unknown-enum-word', 23],
    ["row.statsu == 'OPEN'", 'unknown-member', 4],
    ['rwo.id == "a"', 'unknown-name', 0],
    ['form.id == "a"', 'unavailable-name', 0],
    ['row.any.thing == 1', 'untyped-path', 8],
    ['row.count + 1 > 2', 'operator-types', 12],
    ['row.id > 1', 'operator-types', 0],
    ['row.id && true', 'not-boolean', 0],
    ['selction.size() > 0', 'unknown-name', 0],
    ['selection.map(r, r.idd)', 'unknown-member', 19],
    ['sizee(selection) > 0', 'unknown-function', 0],
    ['row.id == ', 'expression-syntax', 10],
    ["'C' in row.tags", 'unknown-enum-word', 0],
    ["addDays(today, '1') > today", 'operator-types', 15],
    ["last(selection).statsu == 'OPEN'", 'unknown-member', 16],
    ['size(slice(row.id, 0, 1)) > 0', 'operator-types', 15],
  ])('%s reports %s at %i', (source, code, offset) => {
    const { problems } = checkExpression(source, scope, schemas);
    expect(problems.map((p) => [p.code, p.offset])).toEqual([[code, offset]]);
  });

  it('suggests the nearest name', () => {
    const [problem] = checkExpression("row.status == 'OPNE'", scope, schemas).problems;
    expect(problem!.facts.near).toBe('OPEN');
  });

  it('narrows a union by a comparison', () => {
    const narrowed = { row: narrowScope("row.item.kind == 'FILE'", scope, schemas).row! };
    expect(checkExpression('row.item.length', narrowed, schemas).problems).toEqual([]);
    const item = { row: { oneOf: [schemas.Folder!, schemas.File!] } };
    const file = narrowScope("row.kind == 'FILE'", item, schemas);
    expect(checkExpression('row.length > 1', file, schemas).problems).toEqual([]);
    expect(checkExpression('row.name', file, schemas).problems.map((p) => p.code)).toEqual([
      'unknown-member',
    ]);
  });

  it('distinguishes a plain chain from a computed value', () => {
    expect(checkExpression('row.id', scope, schemas).path).toEqual(['row', 'id']);
    expect(checkExpression('row.count + 1.0', scope, schemas).path).toBeUndefined();
  });
});

describe('reads', () => {
  const open: TypeScope = { views: ANY, form: ANY, row: ANY };
  const readsOf = (source: string) => checkExpression(source, open, {}).reads;

  it.each([
    ['views.list.rows', ['views.list.rows']],
    ['size(views["list"].rows)', ['views.list.rows']],
    ['size(views.list["rows"])', ['views.list.rows']],
    ['views.list.rows[0].name', ['views.list.rows']],
    ['views[row.name].rows', ['views', 'row.name']],
    ['views.list.rows.exists(r, r.id == form.id)', ['views.list.rows', 'form.id']],
    ['has(views.list.selection) || row.a > 1.0', ['views.list.selection', 'row.a']],
  ])('of %s are its longest certain paths', (source, paths) => {
    expect(readsOf(source)).toEqual(paths);
  });

  it('decide what a view publishes', () => {
    const screen = (...viewReads: string[]) => ({ viewReads }) as unknown as CompiledScreen;
    expect(isRead(screen('views.list.rows'), 'list', 'rows')).toBe(true);
    expect(isRead(screen('views.list'), 'list', 'rows')).toBe(true);
    expect(isRead(screen('views'), 'list', 'rows')).toBe(true);
    expect(isRead(screen('views.list2.rows'), 'list', 'rows')).toBe(false);
    expect(isRead(screen('views.list.selection'), 'list', 'rows')).toBe(false);
    expect(isRead(screen('views.list.selection'), 'list')).toBe(true);
  });
});

describe('evaluation', () => {
  beforeAll(() => loadEvaluator());

  it('returns nothing for a missing part of a path, and false for a condition', () => {
    expect(evaluate({ path: ['row', 'a', 'b'] }, { row: null })).toBeUndefined();
    expect(evaluate({ cel: "row.a.b == 'x'" }, { row: {} })).toBeUndefined();
    expect(holds({ cel: "row.a.b == 'x'" }, { row: {} })).toBe(false);
    expect(holds(undefined, {})).toBe(true);
  });

  it('returns JSON numbers', () => {
    expect(evaluate({ cel: 'size(rows)' }, { rows: [1, 2] })).toBe(2);
    expect(evaluate({ cel: 'rows.map(x, x.n)' }, { rows: [{ n: 1 }] })).toEqual([1]);
  });

  it.each([
    ['addDays(day, 1.0)', '2026-03-01'],
    ['addDays(day, -28.0)', '2026-01-31'],
    ['monthStart(day)', '2026-02-01'],
  ])('%s', (cel, expected) => expect(evaluate({ cel }, { day: '2026-02-28' })).toBe(expected));

  it('never generates code', () => {
    const original = globalThis.Function;
    globalThis.Function = (() => {
      throw new Error('eval');
    }) as never;
    try {
      expect(evaluate({ cel: "a + 'b' + c" }, { a: 'x', c: 'y' })).toBe('xby');
    } finally {
      globalThis.Function = original;
    }
  });
});

describe('a condition with branches of two types', () => {
  it.each([
    ["a ? null : 'x'", null, 'x'],
    ["a ? 'x' : null", 'x', null],
    ["a ? {'name': 'x'} : null", { name: 'x' }, null],
    ['a ? [1] : []', [1], []],
    ["a ? 1 : 'x'", 1, 'x'],
    ["a ? (b ? 1 : null) : b ? null : 'y'", null, 'y'],
    ["(a ? [{'n': 1}] : null) == null ? 'none' : 'some'", 'some', 'none'],
    ["['?'].map(s, a ? s : null)", ['?'], [null]],
  ])('%s', (cel, yes, no) => {
    expect([true, false].map((a) => evaluate({ cel }, { a, b: false }))).toEqual([yes, no]);
  });
});
