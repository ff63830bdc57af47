import { describe, expect, test } from 'vitest';
import { bodyOf, composePayload, isDirty } from '../../engine/views/form/payload.ts';
import { cutToSchema, defaultsOf, fillMissing } from '../../engine/views/form/schemas.ts';
import { findProblems } from '../../engine/views/form/validator.ts';
import { field, form, schema } from './fixture.ts';

const PERSON = schema({ id: { type: 'string' }, name: { type: 'string' } }, ['id', 'name']);
const SCHEMA = schema(
  {
    id: { type: 'string' },
    version: { type: 'integer' },
    name: { type: 'string' },
    person: PERSON,
    note: { type: ['string', 'null'] },
    active: { type: 'boolean', default: false },
    address: schema({ street: { type: 'string' }, house: { type: 'string' } }, ['street']),
    parent: { type: 'string' },
  },
  ['name', 'address'],
);
const VIEW = form([field('name'), field('person'), field('note'), field('active'), field('address.street')]);
const none = new Map();
const compose = (values: Record<string, unknown>, record?: Record<string, unknown>, extra = {}) =>
  composePayload({
    form: VIEW,
    schema: SCHEMA,
    values,
    hidden: none,
    ...(record ? { record } : {}),
    with: extra,
  });

describe('the request body of a form', () => {
  test('has carried members of the record, laid-out fields and what the config adds', () => {
    const record = { id: '1', version: 3, name: 'old', changedBy: 'x' };
    expect(
      compose({ name: 'new', stray: 1, address: { street: 's' } }, record, { parent: 'p', contextId: 'c' }),
    ).toEqual({
      id: '1',
      version: 3,
      name: 'new',
      address: { street: 's' },
      parent: 'p',
      contextId: 'c',
    });
  });

  test('returns properties of a nested object without a field unchanged', () => {
    const record = { id: '1', version: 3, name: 'old', address: { street: 's', house: '7', changedBy: 'x' } };
    const payload = compose({ name: 'new', address: { street: 't', house: '7' } }, record);
    expect(payload.address).toEqual({ street: 't', house: '7' });
  });

  test('reduces values to the properties of the request', () => {
    const payload = compose({
      name: 'n',
      person: { id: '7', name: 'P', shortName: 'p' },
      address: { street: 's' },
    });
    expect(payload.person).toEqual({ id: '7', name: 'P' });
    expect(findProblems(SCHEMA, payload)).toEqual([]);
  });

  test('adds no absent properties; null stays null', () => {
    expect(compose({ name: 'n', note: null, address: { street: 's' } })).toEqual({
      name: 'n',
      note: null,
      address: { street: 's' },
    });
  });

  test('an empty required group reports its own fields', () => {
    expect(findProblems(SCHEMA, compose({ name: 'n' }))).toEqual([
      { path: ['address', 'street'], keyword: 'required' },
    ]);
  });

  test('contains the properties of the schema; others are path parameters', () => {
    expect(bodyOf({ name: 'n', contextId: 'c' }, SCHEMA)).toEqual({ name: 'n' });
  });

  test('dirtiness treats undefined, null and an empty text as equal', () => {
    expect(isDirty(VIEW, { note: null }, { note: '' }, none, none)).toBe(false);
    expect(isDirty(VIEW, { note: null }, { note: 'a' }, none, none)).toBe(true);
    expect(isDirty(VIEW, { person: { id: '1' } }, { person: { id: '1' } }, none, none)).toBe(false);
  });
});

describe('initial values of a form', () => {
  test('defaults of the schema fill what is missing', () => {
    expect(defaultsOf(SCHEMA)).toEqual({ active: false });
    expect(fillMissing({ active: true, note: null }, { active: false, note: 'x', name: 'd' })).toEqual({
      active: true,
      note: null,
      name: 'd',
    });
  });
  test('lists and nullable objects are reduced too', () => {
    const list = { type: 'array' as const, items: { anyOf: [PERSON, { type: 'null' as const }] } };
    expect(cutToSchema([{ id: '1', name: 'a', x: 1 }, null], list)).toEqual([{ id: '1', name: 'a' }, null]);
  });
});
