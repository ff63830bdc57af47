/** Checks requests and replies against the API files. */
import { _, type Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import type { ApiCatalogue, ApiOperation } from '../../engine/language/api.ts';
import { deref, type JsonSchema } from '../../engine/language/schema.ts';
import { atCatalogue, catalogueAjv } from './catalogueAjv.ts';
import { fieldProblems, MORE, requiredProblem } from './faults.ts';
import { fieldsOf, filePartsOf } from './operationKinds.ts';
import { invalid, type FieldProblem } from './problems.ts';
import { checkShape } from './shape.ts';

/** The validated parts of a request, with defaults filled in. */
export interface CheckedInput {
  params: Record<string, unknown>;
  query: Record<string, unknown>;
  body: object | undefined;
}

export interface OperationChecks {
  /** Throws a problem that lists every invalid field. */
  request(params: unknown, query: unknown, body: unknown): CheckedInput;
  /** Throws a problem that lists every invalid field other than the files of a multipart body. */
  fields(fields: Record<string, unknown>): object;
  /** Returns what is wrong with a reply; undefined when it matches the API files. */
  reply(reply: unknown): string | undefined;
}

/**
 * For an invalid request with more values than this only the first error is reported: finding all of them costs time
 * for each value, and no form is that large.
 */
const SEARCHED_VALUES = 2_000;

/** Returns the errors of a value; undefined when it matches the schema. `values` is its size. */
type Check = (value: unknown, values: number) => readonly ErrorObject[] | undefined;

/** PostgreSQL has no year 0. */
const NO_YEAR = /^0000/;

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
/** A time of day has no zone: `HH:mm` or `HH:mm:ss` (screens §9). */
const TIME = /^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/;

/** Servers of one catalogue share its checks. */
const made = new WeakMap<ApiCatalogue, ReadonlyMap<string, OperationChecks>>();

/** Returns the checks of every operation of a catalogue, by id. A schema is compiled when it is first needed. */
export function checksOf(api: ApiCatalogue): ReadonlyMap<string, OperationChecks> {
  const known = made.get(api);
  if (known) return known;
  const make = createChecks(api);
  const checks = new Map([...api.operations.values()].map((each) => [each.id, make(each)]));
  made.set(api, checks);
  return checks;
}

function createChecks(api: ApiCatalogue): (operation: ApiOperation) => OperationChecks {
  const compiler = (options: { coerceTypes: boolean; useDefaults: boolean }) => {
    const make = (allErrors: boolean) => {
      const ajv = catalogueAjv(api, { allErrors, verbose: true, ...options });
      ajv.addFormat('uuid', UUID);
      ajv.addFormat('time', TIME);
      if (options.useDefaults) refuseBlanks(ajv);
      for (const name of ['date', 'date-time'] as const) ajv.addFormat(name, withYear(name));
      return ajv;
    };
    let first: Ajv2020 | undefined;
    let all: Ajv2020 | undefined;
    return (schema: JsonSchema): Check => {
      const whole = atCatalogue(schema);
      let quick: ValidateFunction | undefined;
      return (value, values) => {
        quick ??= (first ??= make(false)).compile(whole);
        if (quick(value)) return undefined;
        if (values > SEARCHED_VALUES) return [...(quick.errors ?? []), MORE];
        const thorough = (all ??= make(true)).compile(whole);
        thorough(value);
        return thorough.errors ?? quick.errors ?? [];
      };
    };
  };
  // Query and path values are text; bodies and JSON parameters have types already.
  const text = compiler({ coerceTypes: true, useDefaults: true });
  const json = compiler({ coerceTypes: false, useDefaults: true });
  const strict = compiler({ coerceTypes: false, useDefaults: false });
  return (operation) => {
    const of = (place: 'path' | 'query') => operation.parameters.filter((p) => p.in === place && !p.json);
    const params = text(objectOf(of('path')));
    const query = text(objectOf(of('query')));
    const lists = of('query').filter(({ schema }) => deref(schema, api.schemas).type === 'array');
    const jsonQuery = operation.parameters
      .filter((p) => p.json)
      .map((p) => ({ ...p, check: json(p.schema) }));
    const multipart = filePartsOf(operation, api.schemas).length > 0;
    const body = operation.body && !multipart ? json(operation.body) : undefined;
    const formFields = multipart ? fieldsOf(operation, api.schemas) : undefined;
    const fields = multipart ? text(formFields ?? {}) : undefined;
    // Objects and lists are sent as JSON text.
    const jsonFields = Object.entries(formFields?.properties ?? {})
      .filter(([, schema]) => ['object', 'array'].includes(String(deref(schema, api.schemas).type)))
      .map(([name]) => name);
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
          parsed[name] = parseJson(name, value);
          collect(check, parsed[name], name, errors);
        }
        // A list with one value is parsed as that value.
        for (const { name } of lists)
          if (typeof checkedQuery[name] === 'string') checkedQuery[name] = [checkedQuery[name]];
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
        for (const name of jsonFields)
          if (typeof given[name] === 'string') given[name] = parseJson(name, given[name]);
        if (fields) collect(fields, given, '', errors);
        if (errors.length > 0) throw invalid(...errors);
        return given;
      },
      reply(value) {
        if (!reply) return value === undefined ? undefined : 'a reply where none is declared';
        const errors = reply(value, 0);
        return errors?.map((error) => `${error.instancePath} ${error.message}`).join('; ');
      },
    };
  };
}

function objectOf(parameters: ApiOperation['parameters']): JsonSchema {
  return {
    type: 'object',
    additionalProperties: false,
    properties: Object.fromEntries(parameters.map((p) => [p.name, p.schema])),
    required: parameters.filter((p) => p.required).map((p) => p.name),
  };
}

/** Returns whether a body has `id` and `version`: it saves a record, and its version guards against lost updates. */
function isRecordBody(body: JsonSchema | undefined, api: ApiCatalogue): boolean {
  const properties = body && deref(body, api.schemas).properties;
  return properties?.['id'] !== undefined && properties['version'] !== undefined;
}

function parseJson(field: string, value: unknown): unknown {
  try {
    return JSON.parse(String(value));
  } catch {
    throw invalid({ field, code: 'json', message: 'validation.json' });
  }
}

function checkOrder(operation: ApiOperation, order: unknown, errors: FieldProblem[]): void {
  if (typeof order === 'string' && /^[+-]/.test(order) && !operation.sort.includes(order.slice(1))) {
    errors.push({ field: 'order', code: 'unknownValue', message: 'validation.unknownValue' });
  }
}

/** Adds the errors of a value. */
function collect(check: Check, value: unknown, prefix: string, errors: FieldProblem[]): void {
  const found = check(value, checkShape(value, prefix).values);
  if (found) errors.push(...fieldProblems(found, prefix));
}

function withYear(name: 'date' | 'date-time') {
  const { validate, compare } = formats.default.get(name) as {
    validate: (text: string) => boolean;
    compare: (a: string, b: string) => number | undefined;
  };
  return { validate: (text: string) => !NO_YEAR.test(text) && validate(text), compare };
}

/** Redefines `minLength` to ignore blanks around a text: three spaces are not a name. A password is used as typed. */
function refuseBlanks(ajv: Ajv2020): void {
  ajv.removeKeyword('minLength');
  ajv.addKeyword({
    keyword: 'minLength',
    type: 'string',
    schemaType: 'number',
    errors: false,
    error: { message: 'is too short', params: ({ schemaCode }) => _`{limit: ${schemaCode}}` },
    compile: (limit: number, parent: Record<string, unknown>) => (text: string) =>
      [...(parent['format'] === 'password' ? text : text.trim())].length >= limit,
  });
}
