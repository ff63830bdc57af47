/** Keywords of JSON Schema in the API files: each alone, and those that contradict each other. */
import { nearest, type DiagnosticFacts, type Diagnostics } from './diagnostics.ts';
import type { JsonSchema } from './schema.ts';
import { pointerOf, type Source } from './source.ts';
import { hasType } from './structure.ts';
import { looksLike } from './types.ts';

/** Formats of OpenAPI and JSON Schema. Others are legal; one that is close to one of these is reported as a typo. */
const FORMATS = [
  'date',
  'date-time',
  'time',
  'duration',
  'uuid',
  'email',
  'uri',
  'uri-reference',
  'hostname',
  'ipv4',
  'ipv6',
  'binary',
  'byte',
  'password',
  'regex',
  'int32',
  'int64',
  'float',
  'double',
];

const RANGES = [
  ['minimum', 'maximum'],
  ['minLength', 'maxLength'],
  ['minItems', 'maxItems'],
  ['minProperties', 'maxProperties'],
] as const;
const COUNTS = ['minLength', 'maxLength', 'minItems', 'maxItems', 'minProperties', 'maxProperties'];

type Keywords = JsonSchema & Record<string, unknown>;
type Report = (keyword: string, facts: DiagnosticFacts) => void;

/** Checks every schema of an API file: those of components, parameters, bodies and replies, and all within them. */
export function checkKeywords(source: Source, diagnostics: Diagnostics): void {
  for (const [schema, pointer] of schemasIn(source.value))
    checkSchema(schema, (keyword, facts) =>
      diagnostics.add('api-keyword', source, pointer + pointerOf(keyword), {
        ...facts,
        received: facts.received ?? keyword,
      }),
    );
}

function checkSchema(schema: Keywords, report: Report): void {
  checkPattern(schema, report);
  checkRanges(schema, report);
  checkEnum(schema, report);
  if (schema.type === 'array' && schema.items === undefined)
    report('type', { received: 'array', expected: 'items: what the list holds' });
  if (typeof schema.format === 'string' && !FORMATS.includes(schema.format)) {
    const near = nearest(schema.format, FORMATS);
    if (near) report('format', { received: schema.format, near });
  }
  if (schema.default !== undefined) {
    const expected = faultOf(schema.default, schema);
    if (expected) report('default', { received: JSON.stringify(schema.default), expected });
  }
}

function checkPattern({ pattern }: Keywords, report: Report): void {
  if (typeof pattern !== 'string') return;
  try {
    new RegExp(pattern, 'u');
  } catch (error) {
    report('pattern', { received: pattern, note: (error as Error).message });
  }
}

function checkRanges(schema: Keywords, report: Report): void {
  for (const [least, most] of RANGES) {
    const [low, high] = [schema[least], schema[most]];
    if (typeof low === 'number' && typeof high === 'number' && low > high)
      report(least, { received: `${least} ${low}`, expected: `at most the ${most} of ${high}` });
  }
  for (const name of COUNTS) {
    const count = schema[name];
    if (typeof count === 'number' && (count < 0 || !Number.isInteger(count)))
      report(name, { received: `${name} ${count}`, expected: 'a whole number from 0' });
  }
  const { multipleOf } = schema;
  if (typeof multipleOf === 'number' && multipleOf <= 0)
    report('multipleOf', { received: `multipleOf ${multipleOf}`, expected: 'a number above 0' });
}

function checkEnum(schema: Keywords, report: Report): void {
  const { enum: words } = schema;
  if (!Array.isArray(words)) return;
  if (words.length === 0) report('enum', { received: 'an empty enum', expected: 'at least one word' });
  const wrong = words.find((word) => word !== null && !fitsType(word, schema));
  if (wrong !== undefined)
    report('enum', { received: JSON.stringify(wrong), expected: `words of type ${String(schema.type)}` });
}

/** Describes what the value should be; undefined when it fits the schema. */
function faultOf(value: unknown, schema: Keywords): string | undefined {
  if (!fitsType(value, schema)) return `a value of type ${String(schema.type)}`;
  if (Array.isArray(schema.enum) && !schema.enum.includes(value as never)) return schema.enum.join(', ');
  if (typeof value === 'string' && typeof schema.format === 'string' && !looksLike(value, schema.format))
    return `a text of format ${schema.format}`;
  if (typeof value !== 'number') return undefined;
  const { minimum = -Infinity, maximum = Infinity } = schema;
  if (value < minimum) return `at least ${minimum}`;
  return value > maximum ? `at most ${maximum}` : undefined;
}

const fitsType = (value: unknown, { type }: Keywords): boolean => type === undefined || hasType(value, type);

/** Keywords whose values are schemas: by name, a single one, or a list. */
const BY_NAME = new Set(['properties', 'schemas', '$defs', 'definitions', 'patternProperties']);
const ALONE = new Set(['schema', 'items', 'additionalProperties', 'not']);
const IN_LIST = new Set(['allOf', 'anyOf', 'oneOf']);

/** Every schema of a document with its JSON pointer. Examples and defaults are not schemas. */
export function* schemasIn(value: unknown, pointer = ''): Generator<[schema: Keywords, pointer: string]> {
  if (!value || typeof value !== 'object') return;
  for (const [key, child] of Object.entries(value)) {
    const at = pointer + pointerOf(key);
    if (key === 'example' || key === 'examples' || key === 'default' || key === 'enum') continue;
    if (child && typeof child === 'object') {
      if (ALONE.has(key) && !Array.isArray(child)) yield [child as Keywords, at];
      if (BY_NAME.has(key) || IN_LIST.has(key))
        for (const [name, one] of Object.entries(child as Record<string, unknown>))
          if (one && typeof one === 'object') yield [one as Keywords, at + pointerOf(name)];
    }
    yield* schemasIn(child, at);
  }
}
