/** Where operations take ids, according to the API catalogue: in paths, queries, filters and bodies. */
import type { ApiCatalogue, ApiOperation } from '../../../engine/language/api.ts';
import { deref, type JsonSchema } from '../../../engine/language/schema.ts';
import type { Scope } from '../../../server/access/scope.ts';
import type { Tables } from '../../../server/database/knownTables.ts';
import { givesPage } from '../../../server/core/operationKinds.ts';
import { rowsBehind } from '../../../server/dictionaries/rows.ts';
import { records } from '../../../server/modules/handlers.ts';
import { columnOf } from '../../../server/records/rows.ts';
import { NOBODY } from '../support.ts';

export const PLACES = ['path', 'query', 'filter', 'body'] as const;
export type Place = (typeof PLACES)[number];

/** One value of a request that refers to a row. */
export interface Site {
  operation: ApiOperation;
  place: Place;
  /** Parameter and property names on the path to the value; `[]` is an item of a list. */
  at: readonly string[];
  /** Table of the row; undefined when unknown. */
  table: string | undefined;
  /** Column of the table that contains the value. */
  column: string;
  /** The value is a number. */
  numeric: boolean;
}

/** Returns a unique key of a site in its catalogue. */
export const keyOf = ({ operation, at }: Pick<Site, 'operation' | 'at'>): string =>
  `${operation.id} ${at.join('.')}`;

/** Table and column in which a value is looked up. */
export type Target = Pick<Site, 'table' | 'column'>;

/** Tables or columns of names that are not the id of a record. */
const BY_NAME: Record<string, string> = {
  fileId: 'files',
  fileInfoId: 'files',
  jobId: 'jobs',
  importId: 'sheet_imports',
  sessionId: 'sessions',
  preferenceId: 'preferences',
  eventId: 'events',
  cameraId: 'cameras',
  locationId: 'locations',
  driverId: 'staff',
  staffId: 'staff',
  responsibleId: 'staff',
  requestId: 'report_requests',
  tierId: 'task_items',
  tievrId: 'task_visits',
  visitId: 'visits',
  vDayId: 'v_days',
  vTaskItemId: 'v_task_items',
  vRouteId: 'v_routes',
  evacuationPointId: 'evacuation_points',
  valueId: 'classifiers',
  carrierId: 'customers',
  supplierId: 'customers',
  partyId: 'customers',
  ownerId: 'customers',
  baseId: 'solutions',
  groupId: 'point_groups',
  notInGroup: 'point_groups',
  parentId: 'point_group_directories',
  instance: 'instances',
  role: 'roles',
  reportCode: 'reports.code',
  reportCategoryId: 'report_categories',
  categoryId: 'report_categories',
  entryId: 'audit_log',
  deviceId: 'terminals.device_id',
};

/** Places where the name is not enough, or refers to another table than elsewhere. */
const BY_PLACE: Record<string, string> = {
  'accountSave districts.[].id': 'locations',
  // Any kind that the log contains.
  'auditLogPaging filter.recordId': 'contracts',
  'appProperty name': 'app_properties.name',
  'appPropertyCard name': 'app_properties.name',
  'appPropertyReset name': 'app_properties.name',
  'classifierSave id': 'classifiers',
  'contractPolicyBatch rows.[].id': 'contract_policies',
  'districtGet name': 'locations.code',
  'inventoryDifferenceBatch rows.[].id': 'inventory_differences',
  'inventoryRemoveStands ids.[]': 'inventory_stands',
  'inventoryStandBatch rows.[].id': 'inventory_stands',
  'inventoryStandTransitions standIds.[]': 'inventory_stands',
  'pointGroupAction targetId': 'point_group_directories',
  'pointGroupDirectoryList ids.[]': 'point_group_directories',
  'pointGroupDirectoryMove id': 'point_group_directories',
  'reportCategorySave id': 'report_categories',
  'tierAnalyzePhotos id': 'task_items',
  'tierSetReviewed id': 'task_items',
  'tievrAnalyzePhotos id': 'task_visits',
  'tievrGet id': 'task_visits',
  'tievrReviewBatch rows.[].id': 'task_visits',
  'tievrSetReviewed id': 'task_visits',
  'vDayDelete ids.[]': 'v_days',
  'vTaskItemDelete ids.[]': 'v_task_items',
  'vTaskItemSaveList items.[].id': 'v_task_items',
};

/** Path parameters that refer to no row of an instance. */
const NO_ROWS = ['date', 'size', 'type', 'classifierType'];

/** Returns every place of the catalogue that takes an id. */
export function sitesOf(api: ApiCatalogue, tables: Tables, scope: Scope): Site[] {
  const known = new Known(api, tables, scope);
  return [...api.operations.values(), ...exportsOf(api)].flatMap((operation) => [
    ...operation.parameters.flatMap(({ in: where, name, json, schema }) => {
      const found = leaves(api, schema, [name]);
      if (where === 'path' && found.length === 0 && !NO_ROWS.includes(name))
        found.push({ at: [name], schema, file: false });
      return found.map((leaf) =>
        known.site(operation, where === 'path' ? 'path' : json ? 'filter' : 'query', leaf),
      );
    }),
    ...(operation.body ? leaves(api, operation.body) : []).map((leaf) => known.site(operation, 'body', leaf)),
  ]);
}

/**
 * Operations that every list has in addition: the file that an export job made, and the cancellation of that job. They
 * read jobs only, whatever else the path of the list contains.
 */
function exportsOf(api: ApiCatalogue): ApiOperation[] {
  const jobId = api.operations.get('jobGet')!.parameters.find(({ name }) => name === 'jobId')!;
  return [...api.operations.values()]
    .filter((operation) => givesPage(operation, api.schemas))
    .flatMap((operation) =>
      (['GET', 'DELETE'] as const).map((method) => ({
        ...operation,
        id: `${operation.id} export ${method}`,
        method,
        path: `${operation.path.replaceAll(/\{\w+\}/g, NOBODY)}/export/{jobId}`,
        parameters: [jobId],
      })),
    );
}

interface Leaf {
  at: readonly string[];
  schema: JsonSchema;
  /** The enclosing object represents a file. */
  file: boolean;
}

/** Strings anywhere in a schema that refer to rows: by their format, or as values of a dictionary of rows. */
function leaves(api: ApiCatalogue, given: JsonSchema, at: readonly string[] = [], file = false): Leaf[] {
  const schema = deref(given, api.schemas);
  if (at.length > 8) return [];
  const dictionary = schema['x-dictionary'];
  const rows = dictionary !== undefined && rowsBehind(dictionary) !== undefined;
  if (namesRow(schema, at)) return [{ at, schema, file }];
  if (rows && schema.properties) {
    const { value } = api.dictionaries.get(dictionary)!;
    return [{ at: [...at, value], schema, file }];
  }
  if (rows && [schema.type].flat().includes('string')) return [{ at, schema, file }];
  const alternatives = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])];
  const within = file || schema['x-file'] !== undefined;
  // An annotation next to alternatives or a list applies to their items.
  const passed = (inner: JsonSchema) => (dictionary ? { 'x-dictionary': dictionary, ...inner } : inner);
  return [
    ...alternatives.flatMap((each) => leaves(api, passed(each), at, within)),
    ...(schema.items ? leaves(api, passed(schema.items), [...at, '[]'], within) : []),
    ...Object.entries(schema.properties ?? {}).flatMap(([name, each]) =>
      leaves(api, each, [...at, name], within),
    ),
  ];
}

/** Whether a value is an id by its form or its name. */
function namesRow({ format, pattern, type }: JsonSchema, at: readonly string[]): boolean {
  if (format === 'uuid' || pattern?.includes('{8}-')) return true;
  const plain = [type].flat().some((each) => each === 'string' || each === 'integer');
  const name = at.findLast((each) => each !== '[]') ?? '';
  return plain && /(^id|Id|^reportCode)s?$/.test(name);
}

/** Looks up the tables that names refer to. */
class Known {
  readonly #keys = new Map<string, string>();

  constructor(
    private readonly api: ApiCatalogue,
    private readonly tables: Tables,
    private readonly scope: Scope,
  ) {
    for (const { name, table } of records) this.#keys.set(api.resources.get(name)!.key, table);
  }

  site(operation: ApiOperation, place: Place, leaf: Leaf): Site {
    const numeric = [leaf.schema.type].flat().includes('integer');
    return { operation, place, at: leaf.at, numeric, ...this.#target(operation, leaf) };
  }

  #target(operation: ApiOperation, { at, schema, file }: Leaf): Target {
    const given = BY_PLACE[`${operation.id} ${at.join('.')}`];
    if (given) return split(given);
    const dictionary = schema['x-dictionary'];
    if (dictionary && rowsBehind(dictionary)) return this.#ofDictionary(dictionary);
    if (file) return split('files');
    const names = at.filter((name) => name !== '[]');
    const last = names.at(-1) ?? '';
    const own = names.length === 1 && last === 'id' && this.#tableOf(operation.id);
    if (own) return split(own);
    return split(
      this.#tableOf(this.api.entities.get(schema['x-ref'] ?? '')?.get) ??
        this.#ofField(operation, names) ??
        this.#ofName(last === 'id' && names.length > 1 ? names.at(-2)! : last) ??
        (['id', 'ids'].includes(last) ? this.#ofArea(operation) : undefined),
    );
  }

  /** Returns the column of a row dictionary's value, and the table that it is read from. */
  #ofDictionary(id: string): Target {
    const { item, from } = rowsBehind(id)!;
    const { value } = this.api.dictionaries.get(id)!;
    const compiled = from(this.scope)
      .select(item[value]!.as('value') as never)
      .compile();
    const column = /"r"\."(\w+)"(?:::text)? as "value"/.exec(compiled.sql);
    const table = /from "(\w+)" as "\w"/.exec(compiled.sql);
    return { table: table?.[1], column: column?.[1] ?? 'id' };
  }

  #tableOf(operation: string | undefined): string | undefined {
    const name = operation && this.api.operations.get(operation)?.resource?.name;
    return records.find((each) => each.name === name)?.table;
  }

  /** Returns what the column of a record's property refers to. */
  #ofField({ resource }: ApiOperation, names: readonly string[]): string | undefined {
    const own = records.find(({ name }) => name === resource?.name);
    if (!own || resource?.verb !== 'save' || !names[0]) return undefined;
    const column = columnOf(names[0]);
    return this.tables
      .get(own.table)
      ?.references.find((each) => [column, `${column}_id`].includes(each.column))?.table;
  }

  #ofName(name: string): string | undefined {
    const one = name.replace(/s$/, '');
    return [name, one, `${one}Id`].map((each) => this.#keys.get(each) ?? BY_NAME[each]).find(Boolean);
  }

  /** Resolves `id` of an operation without a record: the record of the API file that contains the operation. */
  #ofArea({ area }: ApiOperation): string | undefined {
    return records.find(({ name }) => `${name}s` === area)?.table;
  }
}

function split(given: string | undefined): Target {
  const [table, column = 'id'] = given?.split('.') ?? [];
  return { table, column };
}
