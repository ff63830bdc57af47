/** Checks requests and replies against the API files. */
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import type { ApiCatalogue, ApiOperation } from '../../engine/language/api.ts';
import { deref, type JsonSchema } from '../../engine/language/schema.ts';
import { fieldsOf, filePartsOf } from './media.ts';
import { invalid, type FieldProblem } from './problems.ts';

/** The checked and completed parts of a request. */
export interface CheckedInput {
  params: Record<string, unknown>;
  query: Record<string, unknown>;
  body: object | undefined;
}

export interface OperationChecks {
  /** Throws a problem that names every bad field. */
  request(params: unknown, query: unknown, body: unknown): CheckedInput;
  /** Throws a problem that names every bad field beside the files of a multipart body. */
  fields(fields: Record<string, unknown>): object;
  /** What is wrong with a reply; undefined when it is as the API files say. */
  reply(reply: unknown): string | undefined;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Makes the checks of every operation of a catalogue. */
export function createChecks(api: ApiCatalogue): (operation: ApiOperation) => OperationChecks {
  const compiler = (options: { coerceTypes: boolean; useDefaults: boolean }) => {
    const ajv = new Ajv2020({ strict: false, allErrors: true, ...options });
    formats.default(ajv);
    ajv.addFormat('uuid', UUID);
    ajv.addSchema({ $id: 'api', components: { schemas: api.schemas } });
    return (schema: JsonSchema) => ajv.compile(atCatalogue(schema));
  };
  // Query and path values are text; bodies and JSON parameters have types of their own.
  const text = compiler({ coerceTypes: true, useDefaults: true });
  const json = compiler({ coerceTypes: false, useDefaults: true });
  const strict = compiler({ coerceTypes: false, useDefaults: false });
  return (operation) => {
    const of = (place: 'path' | 'query') => operation.parameters.filter((p) => p.in === place && !p.json);
    const params = text(objectOf(of('path')));
    const query = text(objectOf(of('query')));
    const jsonQuery = operation.parameters
      .filter((p) => p.json)
      .map((p) => ({ ...p, check: json(p.schema) }));
    const multipart = filePartsOf(operation, api.schemas).length > 0;
    const body = operation.body && !multipart ? json(operation.body) : undefined;
    const fields = multipart ? text(fieldsOf(operation, api.schemas) ?? {}) : undefined;
    const reply = operation.reply && strict(operation.reply);
    const savesRecord = isRecordBody(operation.body, api);
    return {
      request(givenParams, givenQuery, givenBody) {
        const errors: FieldProblem[] = [];
        const checkedParams = { ...(givenParams as object) };
        const checkedQuery: Record<string, unknown> = { ...(givenQuery as object) };
        const parsed: Record<string, unknown> = {};
        for (const { name, required, check } of jsonQuery) {
          const value = checkedQuery[name];
          delete checkedQuery[name];
          if (value === undefined) {
            if (required) errors.push(requiredProblem(name));
            continue;
          }
          parsed[name] = parseJson(value);
          collect(check, parsed[name], name, errors);
        }
        collect(params, checkedParams, '', errors);
        collect(query, checkedQuery, '', errors);
        checkOrder(operation, checkedQuery['order'], errors);
        if (body) {
          collect(body, givenBody, '', errors);
          const record = givenBody as { id?: unknown; version?: unknown } | null | undefined;
          if (savesRecord && record?.id !== undefined && record.version === undefined) {
            errors.push(requiredProblem('version'));
          }
        }
        if (errors.length > 0) throw invalid(...errors);
        return {
          params: checkedParams,
          query: { ...checkedQuery, ...parsed },
          body: givenBody as object | undefined,
        };
      },
      fields(given) {
        const errors: FieldProblem[] = [];
        if (fields) collect(fields, given, '', errors);
        if (errors.length > 0) throw invalid(...errors);
        return given;
      },
      reply(value) {
        if (!reply) return value === undefined ? undefined : 'a reply where none is told';
        if (reply(value)) return undefined;
        return reply.errors?.map((error) => `${error.instancePath} ${error.message}`).join('; ');
      },
    };
  };
}

function atCatalogue(schema: JsonSchema): JsonSchema {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/components/schemas/', '"api#/components/schemas/'));
}

function objectOf(parameters: ApiOperation['parameters']): JsonSchema {
  return {
    type: 'object',
    additionalProperties: false,
    properties: Object.fromEntries(parameters.map((p) => [p.name, p.schema])),
    required: parameters.filter((p) => p.required).map((p) => p.name),
  };
}

/** A body with `id` and `version` saves a record; its version guards against lost updates. */
function isRecordBody(body: JsonSchema | undefined, api: ApiCatalogue): boolean {
  const properties = body && deref(body, api.schemas).properties;
  return properties?.['id'] !== undefined && properties['version'] !== undefined;
}

function parseJson(value: unknown): unknown {
  try {
    return JSON.parse(String(value));
  } catch {
    throw invalid({ field: 'filter', code: 'json', message: 'validation.json' });
  }
}

function checkOrder(operation: ApiOperation, order: unknown, errors: FieldProblem[]): void {
  if (typeof order === 'string' && /^[+-]/.test(order) && !operation.sort.includes(order.slice(1))) {
    errors.push({ field: 'order', code: 'unknownValue', message: 'validation.unknownValue' });
  }
}

function requiredProblem(field: string): FieldProblem {
  return { field, code: 'required', message: 'validation.required' };
}

function collect(check: ValidateFunction, value: unknown, prefix: string, errors: FieldProblem[]): void {
  if (check(value)) return;
  const all = check.errors ?? [];
  const seen = new Set<string>();
  for (const error of all) {
    if (isEcho(error, all)) continue;
    const problem = fieldProblem(error, prefix);
    const key = `${problem.field} ${problem.code}`;
    if (!seen.has(key)) errors.push(problem);
    seen.add(key);
  }
}

/** "Neither this nor null": the errors of the real alternative say more than those of the wrapping. */
function isEcho(error: ErrorObject, all: readonly ErrorObject[]): boolean {
  const others = all.some(
    (other) =>
      other !== error &&
      other.instancePath.startsWith(error.instancePath) &&
      !(other.keyword === 'type' && other.params['type'] === 'null') &&
      other.keyword !== 'anyOf',
  );
  if (error.keyword === 'anyOf') return others;
  return error.keyword === 'type' && error.params['type'] === 'null' && others;
}

function fieldProblem(error: ErrorObject, prefix: string): FieldProblem {
  const path = error.instancePath
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
  if (prefix) path.unshift(prefix);
  const { keyword, params } = error;
  if (keyword === 'required') return requiredProblem([...path, String(params['missingProperty'])].join('.'));
  if (keyword === 'additionalProperties') {
    const field = [...path, String(params['additionalProperty'])].join('.');
    return { field, code: 'unknownField', message: 'validation.unknownField' };
  }
  const field = path.join('.');
  if (keyword === 'minLength' && params['limit'] === 1) return requiredProblem(field);
  return { field, code: keyword, ...messageOf(keyword, params) };
}

const LIMITS = new Set([
  'minLength',
  'maxLength',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'minItems',
  'maxItems',
]);
const FORMATS = new Set(['email', 'date', 'date-time', 'uuid']);
const PLAIN = new Set(['pattern', 'enum', 'uniqueItems']);

function messageOf(
  keyword: string,
  params: Record<string, unknown>,
): { message: string; values?: Record<string, string | number> } {
  if (LIMITS.has(keyword))
    return { message: `validation.${keyword}`, values: { limit: Number(params['limit']) } };
  if (keyword === 'format' && FORMATS.has(String(params['format']))) {
    return { message: `validation.format.${String(params['format'])}` };
  }
  if (keyword === 'type') {
    const types = [params['type']].flat().filter((type) => type !== 'null');
    return { message: `validation.type.${String(types[0])}` };
  }
  return { message: PLAIN.has(keyword) ? `validation.${keyword}` : 'validation.invalid' };
}
