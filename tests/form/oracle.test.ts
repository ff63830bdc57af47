/**
 * The browser's interpreter against the validator of rjsf (ajv, which the server uses too), over the request schemas of
 * the product.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { customizeValidator } from '@rjsf/validator-ajv8';
import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { apiShape } from '../../engine/build/project.ts';
import { readApi } from '../../engine/language/api.ts';
import { deref, stripNull, type JsonSchema, type Schemas } from '../../engine/language/schema.ts';
import { findProblems } from '../../engine/views/form/validator.ts';

const FOLDER = 'schemas/api';
const { api } = readApi(
  readdirSync(FOLDER).map((name) => ({
    file: `${FOLDER}/${name}`,
    text: readFileSync(`${FOLDER}/${name}`, 'utf8'),
  })),
  apiShape(),
);
const bodies = [...api.operations.values()]
  .filter(({ body }) => body)
  .map(({ id, body }) => [id, inlined(body!, api.schemas)] as const);

const yardstick = customizeValidator({ AjvClass: Ajv2020, ajvOptionsOverrides: { strict: false } });

describe('cfworker and rjsf agree on every request schema', () => {
  test('there are request schemas to compare', () => expect(bodies.length).toBeGreaterThan(3));

  test.each(bodies)('%s', (_id, schema) => {
    const bare = withoutExtensions(schema);
    fc.assert(
      fc.property(valueFor(schema), (value) => {
        const expected = yardstick.rawValidation<ErrorObject>(bare, value);
        if (expected.validationError) throw expected.validationError;
        const errors = expected.errors ?? [];
        const valid = errors.length === 0;
        const problems = findProblems(schema, value);
        expect({ value, valid: problems.length === 0, problems }).toMatchObject({ value, valid });
        const ours = new Set(problems.map(({ path }) => path.join('.')));
        const theirs = new Set(errors.map(placeOf));
        for (const place of ours) expect(theirs).toContain(place);
        for (const error of errors)
          if (!/\/(anyOf|oneOf)(\/|$)/.test(error.schemaPath)) expect(ours).toContain(placeOf(error));
      }),
      { seed: 20260321, numRuns: 150 },
    );
  });
});

function placeOf(error: ErrorObject): string {
  const path = error.instancePath.split('/').slice(1);
  if (error.keyword === 'required') path.push(String(error.params.missingProperty));
  if (error.keyword === 'additionalProperties') path.push(String(error.params.additionalProperty));
  return path.join('.');
}

function inlined(schema: JsonSchema, schemas: Schemas): JsonSchema {
  const walk = (part: unknown): unknown => {
    if (Array.isArray(part)) return part.map(walk);
    if (!part || typeof part !== 'object') return part;
    const whole = '$ref' in part ? deref(part as JsonSchema, schemas) : part;
    return Object.fromEntries(Object.entries(whole).map(([name, inner]) => [name, walk(inner)]));
  };
  return walk(schema) as JsonSchema;
}

function withoutExtensions(schema: JsonSchema): Record<string, unknown> {
  return JSON.parse(JSON.stringify(schema), (name, value: unknown) =>
    name.startsWith('x-') ? undefined : value,
  ) as Record<string, unknown>;
}

/** Values that are mostly valid, often at a limit, sometimes invalid. */
function valueFor(schema: JsonSchema): fc.Arbitrary<unknown> {
  const { schema: bare, nullable } = stripNull(schema, {});
  const options = [
    { weight: 12, arbitrary: fittingValue(bare) },
    { weight: 1, arbitrary: anything },
  ];
  if (nullable) options.push({ weight: 3, arbitrary: fc.constant(null) });
  return fc.oneof(...options);
}

const anything: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(null, '', 'x', 0, -1, 1.5, true, {}, [], 1e12, '2026-02-30', '2026-01-05'),
  fc.string({ maxLength: 5 }),
);

function fittingValue(schema: JsonSchema): fc.Arbitrary<unknown> {
  if (schema.enum) return fc.constantFrom<unknown>(...schema.enum, 'OTHER');
  switch (Array.isArray(schema.type) ? schema.type[0] : schema.type) {
    case 'object':
      return objectFor(schema);
    case 'array':
      return fc.array(valueFor(schema.items ?? {}), { maxLength: 4 });
    case 'boolean':
      return fc.boolean();
    case 'integer':
    case 'number':
      return numberFor(schema);
    default:
      return textFor(schema);
  }
}

function numberFor({ minimum, maximum, exclusiveMinimum, type }: JsonSchema): fc.Arbitrary<unknown> {
  const edges = [minimum, maximum, exclusiveMinimum].filter((n) => n !== undefined);
  const near = edges.flatMap((n) => [n - 1, n, n + 1, ...(type === 'number' ? [n + 0.5] : [])]);
  return fc.oneof(fc.constantFrom(0, 1, -1, ...near), fc.integer({ min: -5, max: 200 }));
}

function textFor({ format, pattern, minLength = 0, maxLength = 30 }: JsonSchema): fc.Arbitrary<unknown> {
  const edge = fc.constantFrom(
    'a'.repeat(minLength),
    'я'.repeat(maxLength),
    'a'.repeat(maxLength + 1),
    '😀a',
    '',
  );
  if (format === 'date')
    return fc.oneof(fc.constantFrom('2026-02-28', '2024-02-29', '2026-02-29', '01.02.2026', '2026-1-1', ''));
  if (format === 'uuid') return fc.oneof(fc.uuid(), fc.constantFrom('0', 'not-a-uuid'));
  if (format === 'email')
    return fc.constantFrom('a@b.ru', 'a.b@c-d.example', 'a@', '@b', 'a b@c.ru', 'a', '');
  if (pattern) return fc.oneof(fc.stringMatching(new RegExp(pattern)), edge);
  return fc.oneof(fc.string({ minLength, maxLength: Math.min(maxLength, 40) }), edge);
}

function objectFor(schema: JsonSchema): fc.Arbitrary<unknown> {
  const members = Object.fromEntries(
    Object.entries(schema.properties ?? {}).map(([name, member]) => [
      name,
      fc.option(valueFor(member), { nil: undefined, freq: schema.required?.includes(name) ? 12 : 3 }),
    ]),
  );
  return fc
    .tuple(fc.record(members), fc.constantFrom<Record<string, unknown>>({}, {}, {}, {}, { stray: 1 }))
    .map(([value, extra]) => JSON.parse(JSON.stringify({ ...value, ...extra })) as unknown);
}
