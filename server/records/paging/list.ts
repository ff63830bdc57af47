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
  /** Sign and property, as the paging convention has it. */
  order: string;
  descending: boolean;
  field: Field;
  sort: Sort;
  /** Name of the join whose table may drive the query; no record lacks it. */
  driving: string | undefined;
  /** Codes in the order of their captions, where that is the order of the list. */
  words: readonly string[] | undefined;
}

/** What strategies find pages of. */
export interface ListQuery extends ListRequest {
  ordering: Ordering;
  /** All that a compiled query depends on beside the record, the order and the values of the reach. */
  queryKey: string;
  /** The rows with the joins that search, filter and order name; `filtered`: without those of the order. */
  rows: Rows;
  filtered: Rows;
  /** The rows by their keys, in order. */
  inOrder: ReturnType<typeof inOrder>;
  /** Parts of the list that follow each other, each in the order of an index; empty if no index has the order. */
  phases: Phase[];
  /** Rows of a phase, in order. */
  inPhase(rows: Rows, phase: Phase): Rows;
  /** The fewest index-ordered branches into which one filter splits the rows; empty if no filter does. */
  branches: Rows[];
  /** Whether the list had more rows than are counted a moment ago. */
  isOverLimit(): boolean;
  size(): Promise<number>;
  /** Takes note of the size, or of more than is counted. */
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
  // What each account sees for itself is counted and found for it alone.
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

/** The parameters that a list does not depend on. */
const PAGES = { page: undefined, count: undefined, order: undefined };

type Reading = Pick<InstanceCall, 'account'> & { scope: { reach: Reach } };

/** Accounts of the same reach and rights have the same key, from whatever address they come. */
export function readerKeyOf({ scope, account: { instance, permissions } }: Reading): string {
  return JSON.stringify([scope.reach, instance.type, permissions]);
}

/** Accounts whose reach is of the same shape have the same key if they have the same rights: of whatever instance. */
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

/** The rows with a value in the column of the order, within the bounds that filters of other columns set it; the rest. */
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

/** The condition of one branch by its filter, instead of that of the whole filter. */
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

/** How many rows there are, without a limit. */
export async function sizeOf(rows: Rows): Promise<number> {
  const { size } = await rows.select(sql<number>`count(*)`.as('size')).executeTakeFirstOrThrow();
  return size as number;
}

/** Columns that the search and the filter look at. */
function columnsOf({ record, parameters: { query, filter } }: ListRequest): string[] {
  const searched = query?.trim() ? record.search.flatMap((name) => record.bound.get(name)!.columns) : [];
  return [...searched, ...Object.keys(filter ?? {}).flatMap((name) => record.filters[name]?.columns ?? [])];
}

/** Names of the joins that columns are of: `vehicle` of `vehicle.reg_number`. */
const joinsOf = (columns: readonly string[]): ReadonlySet<string> =>
  new Set(columns.filter((name) => name.includes('.')).map((name) => name.slice(0, name.indexOf('.'))));

/** The rows of the parent that pass the search and the filter. */
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
