/**
 * Checks that a declared record fits its API file and its table. Mismatches are reported at startup, with the file, the
 * name and the most similar valid name.
 */
import type { ApiCatalogue, ApiResource } from '../../engine/language/api.ts';
import { nearest } from '../../engine/language/diagnostics.ts';
import type { Db } from '../database/connection.ts';
import { readTables, type Tables } from '../database/knownTables.ts';
import { bindRecord, saveSchemaOf, type BoundRecord } from './bind.ts';
import type { RecordKind } from './record.ts';

/** Returns an error for a `name` that is not in `names`: its place, and the name that was probably meant. */
function strange(where: string, name: string, names: Iterable<string>): string {
  const near = nearest(name, names);
  return `${where} ${name}${near && near !== name ? `, did you mean ${near}?` : ''}`;
}

/** Returns the resource of a declared record; throws an error that lists everything that does not fit. */
export function requireFit(kind: RecordKind, api: ApiCatalogue): ApiResource {
  const resource = api.resources.get(kind.name);
  if (!resource)
    throw new Error(
      strange('The API files have no resource for the record', kind.name, api.resources.keys()),
    );
  const record = bindRecord(kind, resource, api);
  const errors = [
    ...strangeNames(record, api),
    ...unfitProperties(record),
    ...unfitParent(record),
    ...((resource.actions || kind.transitions) && !kind.states
      ? ['has actions and the record declares no states']
      : []),
  ];
  if (errors.length > 0)
    throw new Error(errors.map((error) => `${resource.file}: ${kind.name} ${error}`).join('\n'));
  return resource;
}

const isText = (name: string | undefined): name is string => name !== undefined;

function strangeNames(record: BoundRecord, api: ApiCatalogue): string[] {
  const { resource, tree } = record;
  const filters = Object.keys((resource.filter && api.schemas[resource.filter]?.properties) || {});
  const properties = [...record.bound.keys()];
  const schemas = [resource.record, resource.item, saveSchemaOf(resource)].filter(Boolean).join(', ');
  const none = (what: string, names: readonly string[], all: readonly string[]) =>
    names.filter((name) => !all.includes(name)).map((name) => strange(what, name, all));
  return [
    ...none(`has in ${schemas} no property`, Object.keys(record.fields), properties),
    ...none('has no dictionary', record.dictionaries, [...api.dictionaries.keys()]),
    ...none(`has in ${resource.filter} no filter`, Object.keys(record.filters), filters),
    ...none('declares no filter', filters, Object.keys(record.filters)),
    ...none('declares an order without x-sort', [record.order.slice(1)], resource.sort ?? []),
    ...none('is a tree by no property', [tree?.parent, tree?.root].filter(isText), properties),
    ...none('is unique by no property', Object.values(record.unique), properties),
    ...none('crosses by no property', Object.values(record.crossing), properties),
  ];
}

function unfitProperties({ resource, bound, search, saved }: BoundRecord): string[] {
  const able = (part: 'order' | 'search') =>
    [...bound].filter(([, field]) => field[part]).map(([name]) => name);
  return [
    ...(resource.sort ?? [])
      .filter((name) => !bound.get(name)?.order)
      .map((name) => strange('has a sort without order:', name, able('order'))),
    ...search
      .filter((name) => !bound.get(name)?.search)
      .map((name) => strange('cannot search by', name, able('search'))),
    ...saved.filter((name) => !bound.get(name)?.write).map((name) => `cannot save ${name}`),
  ];
}

function unfitParent({ resource, parent }: BoundRecord): string[] {
  if (resource.parent && !parent) return [`belongs to ${resource.parent} and declares no parent`];
  return parent && !resource.parent ? [`declares the parent ${parent.name} and has none`] : [];
}

/** Throws unless every property has its column and every action a transition between states. */
export async function requireTables(db: Db, records: readonly BoundRecord[]): Promise<void> {
  const tables = await readTables(db);
  const transitions = await db.selectFrom('transitions').select(['entity', 'action']).distinct().execute();
  const errors = records.flatMap((record) => {
    const actions = transitions.filter(({ entity }) => entity === record.name).map(({ action }) => action);
    return [
      ...missingColumns(record, tables),
      ...emptyColumns(record, tables),
      ...Object.keys({ ...record.resource.actions, ...record.transitions?.of })
        .filter((action) => !actions.includes(action))
        .map((action) => strange('has an action without transition:', action, actions)),
    ].map((error) => `${record.resource.file}: ${record.name} ${error}`);
  });
  if (errors.length > 0) throw new Error(errors.join('\n'));
}

const OWN = ['id', 'instance_id', 'version', 'change_time'];

/**
 * Returns errors of properties that a save may leave empty although their column is not null: the database would refuse
 * it with its own error.
 */
function emptyColumns({ table, bound, saved, optional, resource }: BoundRecord, tables: Tables): string[] {
  const required = tables.get(table)?.required;
  return saved
    .filter((name) => optional.has(name))
    .flatMap((name) => bound.get(name)!.columns.map((column) => [name, column] as const))
    .filter(([, column]) => required?.has(column) && !OWN.includes(column))
    .map(
      ([name, column]) =>
        `may be saved without ${name}, and ${table}.${column} is never null: ` +
        `require ${name} in ${saveSchemaOf(resource)}, or give it a default`,
    );
}

function missingColumns(
  { table, tied, bound, filters, states, tree }: BoundRecord,
  tables: Tables,
): string[] {
  const usedColumns = [...bound].flatMap(([name, field]) =>
    field.columns.map((column) => [name, column] as const),
  );
  for (const [name, filter] of Object.entries(filters))
    usedColumns.push(...filter.columns.map((column) => [`filter ${name}`, column] as const));
  for (const [name, { on }] of Object.entries(tied)) usedColumns.push([name, on]);
  usedColumns.push(...OWN.map((column) => ['record', column] as const));
  if (states) usedColumns.push(['states', states.column]);
  if (tree) usedColumns.push(...['parent_id', 'path'].map((column) => ['tree', column] as const));
  return usedColumns.flatMap(([name, column]) => {
    const [side, rest] = column.includes('.') ? column.split('.') : [undefined, column];
    const at = side === undefined ? table : tied[side]?.table;
    if (at === undefined) return [strange(`takes ${name} from no join`, side!, Object.keys(tied))];
    const known = tables.get(at);
    if (!known) return [strange('has no table', at, tables.keys())];
    if (known.columns.has(rest!)) return [];
    return [strange(`has no column for ${name}: ${at} lacks`, rest!, known.columns)];
  });
}
