/**
 * Checks the shape of a file against the JSON Schemas of the language and reports in the author's terms:
 * an unknown property or value comes with the nearest valid one. `x-by` says how a `oneOf` is decided, so
 * that an error inside one alternative is reported there and not as "matches none".
 */
import { Diagnostics, nearest, plain, type DiagnosticCode } from './diagnostics.ts';
import { own } from './own.ts';
import { pointerOf, type Source } from './source.ts';

export interface LanguageSchema {
  $ref?: string;
  type?: string | string[];
  enum?: (string | number)[];
  const?: unknown;
  pattern?: string;
  minLength?: number;
  minItems?: number;
  /** Smallest value of a number option. */
  minimum?: number;
  maximum?: number;
  properties?: Record<string, LanguageSchema>;
  required?: string[];
  additionalProperties?: boolean | LanguageSchema;
  items?: LanguageSchema;
  oneOf?: LanguageSchema[];
  title?: string;
  description?: string;
  /** For the reference, where no screen of the product has the property. */
  examples?: readonly unknown[];
  definitions?: Record<string, LanguageSchema>;
  /** The kind of name that a string is, so that names in options are checked. */
  'x-name'?: string;
  /** Keys of an object option are enum values of the shown value. */
  'x-keys'?: 'word';
  /** Property that must be unique among the items of a list. */
  'x-unique'?: string;
  /** Property without which this one has no effect. */
  'x-needs'?: string;
  /** Property beside which this one has no effect. */
  'x-without'?: string;
  /** Keys that begin with x- are ignored, unless they are close to one of ours. */
  'x-extensions'?: boolean;
  /** What the compiler makes of the property; one without a kind is compiled by a separate function. */
  'x-kind'?: string;
  /** Scope in which its expressions are evaluated; by default that of the surrounding view or action. */
  'x-scope'?: string;
  /** Evaluated after the first paint, so that it does not delay the page. */
  'x-lazy'?: boolean;
  /** Value of the compiled property where the author gives none. */
  default?: unknown;
  'x-by'?: 'type' | 'keys' | 'use' | 'json-type' | 'json-type-or-use' | 'layout';
}

/** Values of `x-kind` that also serve as the kind of name; such a property needs no `x-name`. */
const NAMING_KINDS: readonly (string | undefined)[] = ['icon', 'condition'];

/** The kind of name that a string property has (`operation`, `icon`, …): its `x-name`, or else its `x-kind` where that is a kind of name. Undefined for other strings. */
export const nameKindOf = ({
  'x-name': name,
  'x-kind': kind,
}: Pick<LanguageSchema, 'x-name' | 'x-kind'>): string | undefined =>
  name ?? (NAMING_KINDS.includes(kind) ? kind : undefined);

interface Check {
  root: LanguageSchema;
  source: Source;
  diagnostics: Diagnostics;
  onText?: (text: NamedText) => void;
  onNode?: (pointer: string, schema: LanguageSchema) => void;
}

/** A string of a file and the kind of name it is: `screen`, `operation`, `path`, `key`, `expression`, `word` of an enum … */
export interface NamedText {
  kind: string;
  value: string;
  pointer: string;
}

/** Every string of a valid file that is a name; used by tools that rename or complete names. */
export function namedTexts(source: Source, root: LanguageSchema, diagnostics: Diagnostics): NamedText[] {
  const texts: NamedText[] = [];
  checkValue({ root, source, diagnostics, onText: (text) => texts.push(text) }, source.value, root, '');
  return texts;
}

/** Schemas for which a file is known to be valid; a source never changes. */
const fitting = new WeakMap<Source, WeakSet<LanguageSchema>>();

/**
 * The grammar's schemas for each node of a file, by JSON pointer: from the property's own schema to the alternative
 * that applies.
 */
export function grammarOf(source: Source, root: LanguageSchema): Map<string, LanguageSchema[]> {
  const nodes = new Map<string, LanguageSchema[]>();
  const onNode = (pointer: string, schema: LanguageSchema) =>
    nodes.set(pointer, [...(nodes.get(pointer) ?? []), schema]);
  checkValue({ root, source, diagnostics: new Diagnostics(), onNode }, source.value, root, '');
  return nodes;
}

/** Reports every structural error; true when there is none. */
export function checkStructure(source: Source, root: LanguageSchema, diagnostics: Diagnostics): boolean {
  const known = fitting.get(source) ?? new WeakSet();
  if (known.has(root)) return true;
  const before = diagnostics.errors;
  checkValue({ root, source, diagnostics }, source.value, root, '');
  const fits = diagnostics.errors === before;
  if (fits) fitting.set(source, known.add(root));
  return fits;
}

/** The same for a part of a file, for example an expanded fragment item. */
export function checkPart(
  source: Source,
  root: LanguageSchema,
  definition: string,
  value: unknown,
  pointer: string,
  diagnostics: Diagnostics,
): boolean {
  const before = diagnostics.errors;
  checkValue({ root, source, diagnostics }, value, { $ref: `#/definitions/${definition}` }, pointer);
  return diagnostics.errors === before;
}

function checkValue(check: Check, value: unknown, schema: LanguageSchema, pointer: string): void {
  const s = resolve(check, schema);
  check.onNode?.(pointer, schema.description === undefined ? s : { ...s, description: schema.description });
  if (s.oneOf) return checkAlternatives(check, value, s, pointer);
  if (s.const !== undefined && value !== s.const) return wrongConst(check, value, s.const, pointer);
  if (s.type && !hasType(value, s.type))
    return report(check, 'wrong-type', pointer, {
      expected: describe(check, s).join(' or '),
      received: jsonType(value),
    });
  if (s.enum && !s.enum.includes(value as string)) return unknownWord(check, value, s.enum, pointer);
  if (typeof value === 'string' && (nameKindOf(s) || s.enum))
    check.onText?.({ kind: nameKindOf(s) ?? 'word', value, pointer });
  if (typeof value === 'string') return checkText(check, value, s, pointer);
  if (Array.isArray(value)) {
    const { items } = s;
    if (value.length < (s.minItems ?? 0))
      report(check, 'wrong-type', pointer, { expected: 'at least one item', received: 'an empty list' });
    if (items) value.forEach((item, i) => checkValue(check, item, items, pointer + pointerOf(i)));
    checkUnique(check, value, s['x-unique'], pointer);
  } else if (value && typeof value === 'object')
    checkObject(check, value as Record<string, unknown>, s, pointer);
}

/** Reports items of a list that occur twice: equal as a whole or, with `by`, equal in that property. */
function checkUnique(check: Check, items: unknown[], by: string | undefined, pointer: string): void {
  const seen = new Set<string>();
  items.forEach((item, i) => {
    const named = by !== undefined && isObject(item) && by in item;
    const value = named ? item[by] : item;
    const mark = JSON.stringify(value);
    const text = typeof value === 'string';
    if (seen.has(mark))
      report(
        check,
        text ? 'duplicate-name' : 'duplicate-item',
        pointer + pointerOf(i) + (named ? pointerOf(by) : ''),
        text ? { received: value } : {},
      );
    seen.add(mark);
  });
}

function checkText(check: Check, value: string, s: LanguageSchema, pointer: string): void {
  if (s.minLength && value.length < s.minLength)
    report(check, 'wrong-type', pointer, { expected: 'a text that is not empty', received: value });
  else if (s.pattern && !new RegExp(s.pattern).test(value))
    report(check, 'wrong-type', pointer, { expected: `a text like ${s.pattern}`, received: value });
}

function checkObject(check: Check, value: Record<string, unknown>, s: LanguageSchema, pointer: string): void {
  const known = Object.keys(s.properties ?? {});
  for (const name of s.required ?? [])
    if (!(name in value)) {
      const slip = nearest(
        name,
        Object.keys(value).filter((key) => !known.includes(key)),
      );
      if (!slip) report(check, 'missing-property', pointer, { received: name });
    }
  for (const [key, item] of Object.entries(value)) {
    const at = pointer + pointerOf(key);
    const property = own(s.properties ?? {}, key);
    const needs = property?.['x-needs'];
    if (needs && !(needs in value))
      check.diagnostics.add('no-effect', check.source, at, { received: key, expected: needs }, { key: true });
    const other = property?.['x-without'];
    if (other && other in value)
      check.diagnostics.add('overruled', check.source, at, { received: key, expected: other }, { key: true });
    if (property) checkValue(check, item, property, at);
    else if (typeof s.additionalProperties === 'object') checkValue(check, item, s.additionalProperties, at);
    else if (s['x-extensions'] && key.startsWith('x-') && !nearest(key, known)) continue;
    else if (s.additionalProperties === false)
      check.diagnostics.add(
        'unknown-property',
        check.source,
        at,
        {
          received: key,
          near:
            nearest(
              key,
              known.filter((k) => !(k in value)),
            ) ?? nearest(key, known),
        },
        { key: true },
      );
  }
}

/** Decides which alternative applies, then checks that one. */
function checkAlternatives(check: Check, value: unknown, s: LanguageSchema, pointer: string): void {
  const alternatives = s.oneOf!.map((o) => resolve(check, o));
  const by = s['x-by'];
  if (by === 'type') return checkByType(check, value, alternatives, pointer);
  if (by === 'keys') return checkByKeys(check, value, alternatives, pointer);
  if (by === 'layout') return checkLayout(check, value, s.oneOf!, pointer);
  if (isObject(value) && (by === 'use' || by === 'json-type-or-use')) {
    const fragment = alternatives.find((a) => a.properties?.use);
    if (fragment && 'use' in value) return checkValue(check, value, fragment, pointer);
    const other = s.oneOf!.filter((o) => resolve(check, o) !== fragment && accepts(check, o, value));
    if (other[0]) return checkValue(check, value, other[0], pointer);
  }
  const fitting = s.oneOf!.filter((o) => accepts(check, o, value));
  if (fitting.length === 0)
    return report(check, 'wrong-type', pointer, {
      expected: [...new Set(alternatives.flatMap((a) => describe(check, a)))].join(' or '),
      received: jsonType(value),
    });
  checkValue(check, value, bestFit(check, fitting, value), pointer);
}

/** Among alternatives of the same JSON type, the one that declares most of the value's properties. */
function bestFit(check: Check, fitting: LanguageSchema[], value: unknown): LanguageSchema {
  if (!isObject(value) || fitting.length === 1) return fitting[0]!;
  const score = (schema: LanguageSchema): number => {
    const s = resolve(check, schema);
    if (s.oneOf) return Math.max(...s.oneOf.map(score));
    const names = Object.keys(s.properties ?? {});
    return Object.keys(value).reduce(
      (sum, key) => sum + (names.includes(key) ? 2 : nearest(key, names) ? 1 : 0),
      0,
    );
  };
  return fitting.reduce((best, candidate) => (score(candidate) > score(best) ? candidate : best));
}

function checkByType(check: Check, value: unknown, alternatives: LanguageSchema[], pointer: string): void {
  if (!isObject(value))
    return report(check, 'wrong-type', pointer, { expected: 'object', received: jsonType(value) });
  const words = alternatives.map((a) => String(a.properties?.type?.const));
  const word = typeof value.type === 'string' ? value.type : (JSON.stringify(value.type) ?? '');
  const match = alternatives[words.indexOf(word)];
  if (match) return checkValue(check, value, match, pointer);
  if (!('type' in value)) {
    const slip = nearest('type', Object.keys(value));
    return report(
      check,
      slip ? 'unknown-property' : 'missing-property',
      slip ? pointer + pointerOf(slip) : pointer,
      {
        received: slip ?? 'type',
        ...(slip ? { near: 'type' } : {}),
      },
    );
  }
  const code: DiagnosticCode = words.includes('selectMany') ? 'unknown-filter' : 'unknown-view';
  report(check, code, pointer + pointerOf('type'), {
    received: word,
    near: nearest(word, words),
    expected: words.join(', '),
  });
}

function checkByKeys(check: Check, value: unknown, alternatives: LanguageSchema[], pointer: string): void {
  if (!isObject(value))
    return report(check, 'wrong-type', pointer, { expected: 'object', received: jsonType(value) });
  const verbs = alternatives.map((a) => a.required![0]!);
  const match = alternatives.find((_, i) => verbs[i]! in value);
  if (match) return checkValue(check, value, match, pointer);
  const shared = new Set(
    Object.keys(alternatives[0]!.properties!).filter((k) => alternatives.every((a) => a.properties?.[k])),
  );
  for (const key of Object.keys(value)) {
    const near = shared.has(key) ? undefined : nearest(key, verbs);
    if (near)
      return check.diagnostics.add(
        'unknown-property',
        check.source,
        pointer + pointerOf(key),
        { received: key, near },
        { key: true },
      );
  }
  report(check, 'missing-property', pointer, { received: verbs.join(' | ') });
}

function checkLayout(check: Check, value: unknown, alternatives: LanguageSchema[], pointer: string): void {
  if (typeof value === 'string' || Array.isArray(value)) {
    const match = alternatives.find(
      (a) => resolve(check, a).type === (Array.isArray(value) ? 'array' : 'string'),
    );
    return checkValue(check, value, match!, pointer);
  }
  const objects = alternatives.map((a) => resolve(check, a)).filter((a) => a.type === 'object');
  checkByKeys(check, value, objects, pointer);
}

function resolve(check: Check, schema: LanguageSchema): LanguageSchema {
  if (!schema.$ref) return schema;
  return check.root.definitions?.[schema.$ref.replace('#/definitions/', '')] ?? {};
}

function accepts(check: Check, schema: LanguageSchema, value: unknown): boolean {
  const s = resolve(check, schema);
  if (s.oneOf) return s.oneOf.some((o) => accepts(check, o, value));
  if (s.const !== undefined) return jsonType(s.const) === jsonType(value);
  return !s.type || hasType(value, s.type);
}

function describe(check: Check, schema: LanguageSchema): string[] {
  const s = resolve(check, schema);
  if (s.oneOf) return s.oneOf.flatMap((o) => describe(check, o));
  if (s.const !== undefined) return [JSON.stringify(s.const)];
  const [first] = s.required ?? [];
  return [s.type === 'object' && first ? `{ "${first}": … }` : String(s.type ?? 'any value')];
}

function wrongConst(check: Check, value: unknown, expected: unknown, pointer: string): void {
  report(check, pointer === '/language' ? 'unknown-language' : 'unknown-word', pointer, {
    expected: JSON.stringify(expected),
    received: plain(value),
  });
}

function unknownWord(check: Check, value: unknown, words: (string | number)[], pointer: string): void {
  report(check, 'unknown-word', pointer, {
    expected: words.join(', '),
    received: plain(value),
    near: nearest(plain(value), words.map(String)),
  });
}

function report(
  check: Check,
  code: DiagnosticCode,
  pointer: string,
  facts: Parameters<Diagnostics['add']>[3],
): void {
  check.diagnostics.add(code, check.source, pointer, facts);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}

/** The JSON type of a value: `null`, `array`, or that of `typeof`. */
export function jsonType(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

/** Whether a value is of one of the types; a whole number is an `integer`. */
export function hasType(value: unknown, type: string | string[]): boolean {
  const own = jsonType(value);
  return [type].flat().some((t) => t === own || (t === 'integer' && Number.isInteger(value)));
}
