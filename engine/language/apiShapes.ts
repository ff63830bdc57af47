/** Checks the names that extensions of an API file use within the types of its operations and records. */
import type { ApiOperation } from './api.ts';
import { rowsOf } from './calls.ts';
import type { Catalogue } from './catalogue.ts';
import { cyclesIn, type Dependent } from './cycles.ts';
import { nearest, type DiagnosticCode, type Diagnostics } from './diagnostics.ts';
import { schemasIn } from './apiKeywords.ts';
import type { OpenApiFile } from './openapi.ts';
import { deref, stripNull, typeWord, type JsonSchema } from './schema.ts';
import { plainSchema } from './plainApi.ts';
import { pointerOf, type Source } from './source.ts';
import { ANY, followPath } from './types.ts';

interface Check {
  source: Source;
  catalogue: Catalogue;
  diagnostics: Diagnostics;
}

/** Checks `x-key`, `x-dictionary`, `x-live` and references for what they need. */
export function checkShapes(check: Check): void {
  checkReferences(check);
  checkKeys(check);
  const paths = (check.source.value as Partial<OpenApiFile> | undefined)?.paths ?? {};
  for (const [path, item] of Object.entries(paths))
    for (const [method, operation] of Object.entries(item ?? {})) {
      checkParameters(check, operation, `/paths${pointerOf(path, method)}/parameters`);
      const id = (operation as { operationId?: unknown } | null)?.operationId;
      const known = typeof id === 'string' ? check.catalogue.api.operations.get(id) : undefined;
      if (known) checkOperation(check, known, `/paths${pointerOf(path, method)}`);
    }
}

/** A parameter has a type; a path parameter is required; a reference points to a parameter. */
function checkParameters({ source, diagnostics }: Check, operation: unknown, at: string): void {
  const { parameters } = (operation ?? {}) as { parameters?: unknown };
  if (!Array.isArray(parameters)) return;
  parameters.forEach((parameter: Record<string, unknown>, i) => {
    const { $ref, in: place, required, schema, content, name } = parameter ?? {};
    const pointer = `${at}/${i}`;
    if (typeof $ref === 'string') {
      if (!$ref.includes('#/components/parameters/'))
        diagnostics.add('api-ref', source, `${pointer}/$ref`, {
          received: $ref,
          expected: 'a component under #/components/parameters',
        });
    } else if (schema === undefined && content === undefined)
      diagnostics.add('missing-property', source, pointer, { received: 'schema', note: String(name) });
    else if (place === 'path' && required !== true)
      diagnostics.add('api-shape', source, pointer, {
        received: `${String(name)} without required`,
        expected: 'required: true, for the path needs it',
      });
  });
}

function report(
  { source, diagnostics }: Check,
  code: DiagnosticCode,
  pointer: string,
  received: string,
  names: readonly string[],
): void {
  const facts = { received, near: nearest(received, names), expected: names.join(', ') || 'none' };
  diagnostics.add(code, source, pointer, facts);
}

/** A reference points to a schema, and not back to itself. */
function checkReferences(check: Check): void {
  const { source, diagnostics, catalogue } = check;
  const { schemas } = catalogue.api;
  const rings = ringsOf(source);
  for (const [schema, pointer] of schemasIn(source.value)) {
    const { $ref } = schema;
    if (typeof $ref !== 'string') continue;
    if (!$ref.includes('#/components/schemas/'))
      diagnostics.add('api-ref', source, `${pointer}/$ref`, {
        received: $ref,
        expected: 'a component under #/components/schemas',
      });
    else if (isRing($ref, schemas) || rings.has(pointer))
      diagnostics.add('api-ref', source, `${pointer}/$ref`, {
        received: $ref,
        note: 'it refers to nothing but itself',
      });
  }
}

/** Whether a chain of schemas that consist only of a reference returns to its start. */
function isRing(ref: string, schemas: Readonly<Record<string, JsonSchema>>): boolean {
  const seen = new Set<string>();
  for (let name = nameOf(ref); ;) {
    if (seen.has(name)) return true;
    seen.add(name);
    const next = Object.hasOwn(schemas, name) ? schemas[name]!.$ref : undefined;
    if (next === undefined) return false;
    name = nameOf(next);
  }
}

/** A component composed of another one: as a whole, as a part, or as an alternative. */
interface Composed extends Dependent {
  pointer: string;
}

/** Pointers of the references by which a component is composed of itself; no value could have that type. */
function ringsOf({ value }: Source): Set<string> {
  const { schemas = {} } = (value as Partial<OpenApiFile> | undefined)?.components ?? {};
  const composed = Object.entries(schemas).flatMap(([name, schema]) =>
    componentsIn(schema, pointerOf('components', 'schemas', name)).map(([other, pointer]): Composed => ({
      name,
      reads: [other],
      pointer,
    })),
  );
  return new Set(cyclesIn(composed).map(({ pointer }) => pointer));
}

/** References that a schema is composed of, with the pointer of the referring part. Properties and items do not count. */
function componentsIn(schema: JsonSchema, pointer: string): [name: string, pointer: string][] {
  if (!schema || typeof schema !== 'object') return [];
  const own: [string, string][] = typeof schema.$ref === 'string' ? [[nameOf(schema.$ref), pointer]] : [];
  const parts = (['allOf', 'anyOf', 'oneOf'] as const).flatMap((list) =>
    Array.isArray(schema[list])
      ? schema[list].flatMap((part, i) => componentsIn(part, pointer + pointerOf(list, i)))
      : [],
  );
  return [...own, ...parts];
}

const nameOf = (ref: string): string => ref.replace(/^.*\//, '');

/** The properties that identify a record are strings or numbers. */
function checkKeys(check: Check): void {
  const { schemas } = check.catalogue.api;
  for (const [schema, pointer] of schemasIn(check.source.value)) {
    const { 'x-key': key, properties } = schema;
    if (!Array.isArray(key) || !properties) continue;
    const names = Object.keys(properties);
    key.forEach((name: string, i) => {
      const at = `${pointer}/x-key/${i}`;
      const { type } = followPath(plainSchema(schema), name.split('.'), schemas);
      if (!type) report(check, 'unknown-path', at, name, names);
      else if (['object', 'array'].includes(typeWord(type, schemas) ?? ''))
        check.diagnostics.add('type-mismatch', check.source, at, {
          received: name,
          expected: 'a property that is a text or a number',
        });
    });
  }
}

function checkOperation(check: Check, operation: ApiOperation, pointer: string): void {
  const { schemas } = check.catalogue.api;
  const parameters = operation.parameters.map(({ name }) => name);
  operation.live.forEach(({ index, dto }, i) => {
    const at = `${pointer}/x-live/${i}`;
    if (index !== undefined && !parameters.includes(index))
      report(check, 'unknown-parameter', `${at}/index`, index, parameters);
    if (dto !== undefined && !Object.hasOwn(schemas, dto))
      report(check, 'api-ref', `${at}/dto`, dto, Object.keys(schemas));
  });
  if (operation.dictionary) checkDictionary(check, operation, pointer);
}

/** The values of a dictionary are rows, and its paths lie within these rows. */
function checkDictionary(check: Check, operation: ApiOperation, pointer: string): void {
  const { source, diagnostics, catalogue } = check;
  const { schemas } = catalogue.api;
  const dictionary = operation.dictionary!;
  const rows = rowsOf(operation, schemas);
  if (!rows || (dictionary.paged === true && rows.kind === 'list'))
    return diagnostics.add('not-a-list', source, `${pointer}/x-dictionary`, {
      received: operation.id,
      note: rows ? 'a paged dictionary answers with {list, size}' : 'a dictionary answers with its words',
    });
  for (const name of ['value', 'label', 'children'] as const) {
    const path = dictionary[name];
    if (path === undefined || rows.row === ANY) continue;
    const found = followPath(rows.row, path.split('.'), schemas);
    const names = Object.keys(stripNull(deref(rows.row, schemas), schemas).schema.properties ?? {});
    if (!found.type && !found.untyped)
      report(check, 'unknown-path', `${pointer}/x-dictionary/${name}`, path, names);
  }
}
