/** A request for a list of records: its rows, narrowed by parent, search and filter, and their order. */
import { sql, type Expression, type SqlBool } from 'kysely';
import type { Reach } from '../../access/reach.ts';
import { shapeOf } from '../../access/reachParameters.ts';
import type { InstanceCall } from '../../access/handler.ts';
import type { PageLimits, PageQuery } from '../../core/paging.ts';
import { countRows, ordered, type Sort } from '../../database/paging.ts';
import { orderedIn, phasesOf, type Phase } from '../../database/walk.ts';
import type { BoundRecord } from '../bind.ts';
import type { Captions } from '../captions.ts';
import type { Field } from '../fields.ts';
import { rowsOf } from '../read.ts';
import { columnOf, type Row } from '../rows.ts';
import type { PageCaches } from './caches.ts';

export type Rows = ReturnType<typeof rowsOf>;
export type ListParameters = PageQuery & Record<string, unknown> & { filter?: Record<string, unknown> };

export interface Ordering {
  /** Sign and property, as in the paging convention. */
  order: string;
  descending: boolean;
  field: Field;
  sort: Sort;
  /** Name of the join whose table may drive the query; every record has a row of it. */
  driving: string | undefined;
  /** Codes in the order of their captions, where the list has that order. */
  words: readonly string[] | undefined;
}

/** The list for which strategies find pages. */
export interface ListQuery extends ListRequest {
  ordering: Ordering;
  /** Everything that a compiled query depends on, except the record, the order and the values of the reach. */
  queryKey: string;
  /** The rows with the joins used by search, filter and order; `filtered`: without those of the order. */
  rows: Rows;
  filtered: Rows;
  /** The keys of the rows, in order. */
  inOrder: ReturnType<typeof inOrder>;
  /** Consecutive parts of the list, each in the order of an index; empty if no index has the order. */
  phases: Phase[];
  /** Returns the rows of a phase, in order. */
  inPhase(rows: Rows, phase: Phase): Rows;
  /** The fewest index-ordered branches into which one filter splits the rows; empty if no filter does. */
  branches: Rows[];
  /** Whether the list recently had more rows than are counted. */
  isOverLimit(): boolean;
  size(): Promise<number>;
  /** Records the size, or that there are more rows than are counted. */
  keepSize(size: number): void;
  narrow(rows: Rows): Rows;
}

export interface ListRequest {
  record: BoundRecord;
  call: InstanceCall;
  captions: Captions;
  limits: PageLimits;
  caches: PageCaches;
  parameters: ListParameters;
}

export function listQuery(request: ListRequest): ListQuery {
  const { record, call, parameters, limits, caches } = request;
  const { db } = call.scope;
  const ordering = orderingOf(request);
  const { field } = ordering;
  const narrow = (rows: Rows, branch?: Branch) => narrowed(rows, request, branch);
  const rowsWith = (columns: readonly string[], branch?: Branch) =>
    narrow(rowsOf(db, record, { named: joinsOf(columns) }), branch);
  const columns = columnsOf(request);
  const ofOrder = [...columns, ...field.columns, ...(field.orderedBy ? [field.orderedBy] : [])];
  // For a record with `visible`, each account has its own cache keys.
  const readerKey = record.visible ? JSON.stringify([readerKeyOf(call), call.account.id]) : readerKeyOf(call);
  const queryKey = record.visible ? readerKey : queryKeyOf(call);
  const key = JSON.stringify([readerKey, call.locale, { ...parameters, ...PAGES }]);
  const rows = rowsWith(ofOrder);
  const filtered = rowsWith(columns);
  const count = countRows(db, filtered, limits);
  return {
    ...request,
    ordering,
    queryKey,
    rows,
    filtered,
    inOrder: inOrder(rows, ordering),
    phases: phasesIn(request, ordering),
    inPhase: (some, phase) => orderedIn(some, phase, { id: sql.ref('t.id'), down: ordering.descending }),
    branches: branchesOf(request, field).map((branch) => rowsWith(ofOrder, branch)),
    isOverLimit: () => caches.overLimit.has(key),
    size: () => caches.overLimit.sizeOf(key, limits, count),
    keepSize: (size) => caches.overLimit.keep(key, size, limits),
    narrow,
  };
}

/** The parameters that do not affect the rows of a list. */
const PAGES = { page: undefined, count: undefined, order: undefined };

type Reading = Pick<InstanceCall, 'account'> & { scope: { reach: Reach } };

/** Returns a cache key that accounts of the same reach and rights share, from any client address. */
export function readerKeyOf({ scope, account: { instance, permissions } }: Reading): string {
  return JSON.stringify([scope.reach, instance.type, permissions]);
}

/**
 * Returns a cache key that accounts with the same shape of reach and the same rights share, whatever their instance.
 */
export function queryKeyOf({ scope, account: { instance, permissions } }: Reading): string {
  return JSON.stringify([shapeOf(scope.reach), instance.type, permissions]);
}

function inOrder(rows: Rows, { order, sort }: Ordering) {
  return ordered(rows.select('t.id').$castTo<Row>(), order, { [order.slice(1)]: sort }, sql.ref('t.id'));
}

function orderingOf({ record, parameters, captions }: ListRequest): Ordering {
  const order = parameters.order ?? record.order;
  const property = order.slice(1);
  const field = record.bound.get(property)!;
  const nullable = record.nullable.has(property);
  const words = field.ranks?.(captions);
  // Codes without a caption sort last, like null.
  const sort: Sort = { by: field.order!(captions), nullable: nullable || words !== undefined };
  const [join] = nullable ? [] : Object.keys(field.joins ?? {});
  return { order, descending: order.startsWith('+'), field, sort, driving: join, words };
}

/**
 * Returns the phases of a list: rows with a value in the column of the order, within the bounds set by filters of other
 * columns; then the others.
 */
function phasesIn({ record, parameters }: ListRequest, { field, sort }: Ordering): Phase[] {
  const { orderedBy, ranks } = field;
  if (!orderedBy || ranks) return [];
  const bounds = Object.entries(parameters.filter ?? {}).flatMap(([name, value]) => {
    const { bounds: bound } = record.filters[name] ?? {};
    return bound?.column === orderedBy ? [bound.where(value)] : [];
  });
  return phasesOf(sort).map((phase) => {
    const all = phase.by ? [...(phase.where ? [phase.where] : []), ...bounds] : [];
    return all.length > 0 ? { ...phase, where: sql<SqlBool>`(${sql.join(all, sql` and `)})` } : phase;
  });
}

/** The condition of one branch by the name of its filter, replacing that of the whole filter. */
type Branch = Readonly<Record<string, Expression<SqlBool>>>;

/** Picks the filter that splits the list into the fewest index-ordered branches; empty if none qualifies. */
function branchesOf({ record, parameters, call }: ListRequest, { orderedBy, ranks }: Field): Branch[] {
  if (record.resource.parent || ranks || !orderedBy) return [];
  const ways = Object.entries(parameters.filter ?? {}).flatMap(([name, value]) => {
    const { parts, along } = record.filters[name] ?? {};
    if (!parts || !along?.includes(orderedBy)) return [];
    const branches: Branch[] = parts(value, call.account).map((where) => ({ [name]: where }));
    return branches.length > 0 ? [branches] : [];
  });
  return ways.toSorted((a, b) => a.length - b.length)[0] ?? [];
}

/** Counts the rows, without a limit. */
export async function sizeOf(rows: Rows): Promise<number> {
  const { size } = await rows.select(sql<number>`count(*)`.as('size')).executeTakeFirstOrThrow();
  return size as number;
}

/** Returns the columns that search and filter use. */
function columnsOf({ record, parameters: { query, filter } }: ListRequest): string[] {
  const searched = query?.trim() ? record.search.flatMap((name) => record.bound.get(name)!.columns) : [];
  return [...searched, ...Object.keys(filter ?? {}).flatMap((name) => record.filters[name]?.columns ?? [])];
}

/** Returns the names of the joins that columns belong to: `vehicle` for `vehicle.reg_number`. */
const joinsOf = (columns: readonly string[]): ReadonlySet<string> =>
  new Set(columns.filter((name) => name.includes('.')).map((name) => name.slice(0, name.indexOf('.'))));

/** Returns the rows of the parent that match search and filter. */
function narrowed(rows: Rows, request: ListRequest, branch?: Branch): Rows {
  const { record, parameters, call } = request;
  const { parent } = record.resource;
  const { filter = {} } = parameters;
  let found = parent ? rows.where(`t.${columnOf(parent)}`, '=', parameters[parent]) : rows;
  if (record.pages) found = found.where(record.pages);
  const visible = record.visible?.(call.account);
  if (visible) found = found.where(visible);
  found = searched(found, request);
  for (const [name, value] of Object.entries(filter)) {
    const where = branch?.[name] ?? record.filters[name]?.where(value, call.account, filter);
    if (where) found = found.where(where);
  }
  return found;
}

function searched(rows: Rows, { record, parameters, captions, call }: ListRequest): Rows {
  const text = parameters.query;
  if (!text?.trim() || record.search.length === 0) return rows;
  const found = record.search.map((property) =>
    record.bound.get(property)!.search!(text, captions, call.scope.db),
  );
  return rows.where((eb) => eb.or(found));
}
