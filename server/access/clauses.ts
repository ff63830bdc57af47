/** The conditions under which an account sees a row, as SQL over the alias that a query uses for the table. */
import { sql, type Expression, type SqlBool } from 'kysely';
import { belongsToInstance, knownTable, type Reference, type Tables } from '../database/knownTables.ts';
import { isNarrowed, type Reach } from './reach.ts';
import { waysOf, type Way } from './ways.ts';

export type Condition = Expression<SqlBool>;

/** Each subquery uses an alias that differs from that of the outer query. */
const inner = (alias: string) => `${alias}_`;

const column = (alias: string, name: string) => sql.ref(`${alias}.${name}`);
const all = (parts: readonly Condition[]) => sql<SqlBool>`${sql.join(parts, sql` and `)}`;
const any = (parts: readonly Condition[]) => sql<SqlBool>`(${sql.join(parts, sql` or `)})`;
const anyId = (ids: readonly string[]) => sql`any(${ids}::uuid[])`;

/** Returns the condition for rows that are read: those that may be changed, and rows shared by all instances. */
export function conditionOf(
  tables: Tables,
  reach: Reach,
  table: string,
  alias: string,
): Condition | undefined {
  const reached = changeableOf(tables, reach, table, alias);
  return reached && knownTable(tables, table).shared
    ? any([sql<SqlBool>`${column(alias, 'instance_id')} is null`, reached])
    : reached;
}

/** Tables that an account reaches on the side `files`. */
const FILES: ReadonlySet<string> = new Set(['files', 'file_variants', 'file_chunks']);

/**
 * Returns the condition for a table; undefined when all rows are reached. Throws for a table that the database lacks.
 */
export function changeableOf(
  tables: Tables,
  reach: Reach,
  table: string,
  alias: string,
): Condition | undefined {
  if (reach.side === 'files') return ofEitherSide(reach, table, alias);
  if (!belongsToInstance(tables, table)) return undefined;
  const instance = column(alias, 'instance_id');
  const part = isNarrowed(reach) ? narrowing(tables, reach, table, alias) : undefined;
  if (reach.everywhere)
    return part && any([sql<SqlBool>`${instance} is distinct from ${reach.home}::uuid`, part]);
  const own = all([sql<SqlBool>`${instance} = ${reach.home}::uuid`, ...(part ? [part] : [])]);
  if (reach.side === 'own') return own;
  const shared = sharedWith(tables, reach, table, alias);
  if (!shared) return own;
  // Records between parties belong to other instances; the rows they refer to may belong to the account's own.
  const { party, link } = waysOf(tables, table);
  return reach.side === 'linked' && (party.length > 0 || link) ? shared : any([own, shared]);
}

/**
 * Returns the condition for files of the account's own instance and of those it is linked to. Throws for other tables.
 */
function ofEitherSide({ everywhere, home, partners }: Reach, table: string, alias: string) {
  if (!FILES.has(table))
    throw new Error(`${table} holds no files: it is not reached beside the scope of its records`);
  return everywhere
    ? undefined
    : sql<SqlBool>`${column(alias, 'instance_id')} = ${anyId([home, ...partners])}`;
}

/**
 * Returns the condition for rows of other instances in which the account's instance is a party; undefined for tables
 * that are never shared.
 */
function sharedWith(tables: Tables, reach: Reach, table: string, alias: string): Condition | undefined {
  const { party, shownBy, link } = waysOf(tables, table);
  if (party.length === 0 && shownBy.length === 0 && !link) return undefined;
  if (reach.customers.length === 0) return sql<SqlBool>`false`;
  const stands = ({ column: name }: Reference, at: string) =>
    sql<SqlBool>`${column(at, name)} = ${anyId(reach.customers)}`;
  const ways = party.map((way) => along(way, alias, stands));
  const shown = shownBy.map(({ table: other, reference: { column: name, key } }) => {
    const at = inner(alias);
    const seen = waysOf(tables, other).party.map((way) => along(way, at, stands));
    return sql<SqlBool>`exists (select from ${sql.table(other)} as ${sql.ref(at)}
      where ${column(at, 'instance_id')} = ${column(alias, 'instance_id')}
        and ${column(at, name)} = ${column(alias, key)} and ${any(seen)})`;
  });
  const itself = link ? [sql<SqlBool>`${column(alias, 'id')} = ${anyId(reach.customers)}`] : [];
  const partner = sql<SqlBool>`${column(alias, 'instance_id')} = ${anyId(reach.partners)}`;
  const { draft } = knownTable(tables, table);
  const sent = draft && sql<SqlBool>`${column(alias, draft.column)} <> ${draft.state}`;
  return all([partner, ...(sent ? [sent] : []), any([...itself, ...ways, ...shown])]);
}

/**
 * Returns the condition for rows within the account's districts and divisions; rows without a place are seen by all.
 */
function narrowing(tables: Tables, reach: Reach, table: string, alias: string): Condition | undefined {
  const { district, division } = waysOf(tables, table);
  const within = (ids: readonly string[]) => (reference: Reference, at: string) => {
    const place = column(at, reference.column);
    return sql<SqlBool>`(${place} is null or ${placed(reach, reference, place, ids)})`;
  };
  const parts = [
    ...(reach.districts.length > 0 ? district.map((way) => along(way, alias, within(reach.districts))) : []),
    ...(reach.divisions.length > 0 ? division.map((way) => along(way, alias, within(reach.divisions))) : []),
  ];
  return parts.length > 0 ? all(parts) : undefined;
}

/** Returns the condition that a value of a reference to a place is one of the places. */
function placed(
  { home }: Reach,
  { table, key }: Reference,
  value: Expression<unknown>,
  ids: readonly string[],
) {
  if (key === 'id') return sql<SqlBool>`${value} = ${anyId(ids)}`;
  return sql<SqlBool>`${value} in (select place.${sql.ref(key)} from ${sql.table(table)} as place
    where place.instance_id = ${home}::uuid and place.id = ${anyId(ids)})`;
}

/** Returns the condition at the end of a path of references that starts at a row with the alias `alias`. */
function along(
  [reference, ...rest]: Way,
  alias: string,
  end: (last: Reference, alias: string) => Condition,
): Condition {
  if (!reference) throw new Error('A way has a reference at least');
  if (rest.length === 0) return end(reference, alias);
  const at = inner(alias);
  return sql<SqlBool>`exists (select from ${sql.table(reference.table)} as ${sql.ref(at)}
    where ${column(at, reference.key)} = ${column(alias, reference.column)}
      and ${column(at, 'instance_id')} = ${column(alias, 'instance_id')} and ${along(rest, at, end)})`;
}

/**
 * Returns the condition for writing a value to a reference: the referenced row must be visible, or be one of the
 * account's places. Undefined where the account is not narrowed in it.
 */
export function mayReferTo(
  tables: Tables,
  reach: Reach,
  reference: Reference,
  value: Expression<unknown>,
): Condition | undefined {
  const places = { locations: reach.districts, divisions: reach.divisions }[reference.table];
  if (places) return places.length > 0 ? placed(reach, reference, value, places) : undefined;
  if (!belongsToInstance(tables, reference.table)) return undefined;
  const at = inner(reference.table);
  const part = narrowing(tables, reach, reference.table, at);
  return (
    part &&
    sql<SqlBool>`exists (select from ${sql.table(reference.table)} as ${sql.ref(at)}
      where ${column(at, reference.key)} = ${value}
        and (${column(at, 'instance_id')} is distinct from ${reach.home}::uuid or ${part}))`
  );
}
