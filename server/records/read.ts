/** Reads records: from rows with their joins to the shape in the API files. */
import { sql } from 'kysely';
import type { Account } from '../access/accounts.ts';
import type { ScopedDb } from '../access/scope.ts';
import { notFound } from '../core/problems.ts';
import type { Locale } from '../core/texts.ts';
import type { BoundRecord } from './bind.ts';
import { loadCaptions, type Captions } from './captions.ts';
import type { Join, Reader } from './fields.ts';
import { columnRef, dynamic, type Row } from './rows.ts';

/** Which joins of a record a query uses. */
interface Ties {
  /** The planner may start from this join, to read records in its order; every record must have a row of it. */
  driving?: string | undefined;
  /** Joins that the query uses; all unless given. */
  named?: ReadonlySet<string>;
}

/** Returns all records in the scope, as `t`, with their joins. */
export function rowsOf(db: ScopedDb, { table, tied, only }: BoundRecord, { driving, named }: Ties = {}) {
  let rows = dynamic(db).selectFrom(`${table} as t`);
  for (const [name, value] of Object.entries(only ?? {})) rows = rows.where(`t.${name}`, '=', value);
  for (const [name, join] of Object.entries(tied)) {
    if (named && !named.has(name)) continue;
    const on = tieOf(name, join);
    const side = `${join.table} as ${name}`;
    const joined =
      name === driving ? rows.innerJoin(side, (tie) => tie.on(on)) : rows.leftJoin(side, (tie) => tie.on(on));
    rows = joined as unknown as typeof rows;
  }
  return rows;
}

/** Returns the condition that a row of the joined table is the one that a record refers to. */
export function tieOf(name: string, { on, key = 'id' }: Join) {
  const tie = sql<boolean>`${sql.ref(`${name}.${key}`)} = ${columnRef(on)}`;
  const same = sql<boolean>`${sql.ref(`${name}.instance_id`)} = t.instance_id`;
  return key === 'id' ? tie : sql<boolean>`${tie} and ${same}`;
}

/** Selects the columns and expressions of the properties. */
export function selecting(
  rows: ReturnType<typeof rowsOf>,
  record: BoundRecord,
  properties: readonly string[],
  reader: Reader,
) {
  const names = new Set(properties.flatMap((property) => record.bound.get(property)!.columns));
  const columns = [...names].map((name) => sql`${columnRef(name)}`.as(name));
  const worked = properties.flatMap((property) => {
    const { computed } = record.bound.get(property)!;
    return computed ? [sql`${computed(reader)}`.as(property)] : [];
  });
  return rows.select([...columns, ...worked]);
}

/** Returns a row in the shape of the API files. */
export function shown(record: BoundRecord, properties: readonly string[], row: Row, captions: Captions) {
  return Object.fromEntries(
    properties.map((property) => [property, record.bound.get(property)!.show(row, captions)]),
  );
}

/** Returns one record as its get operation does; throws 404 when it is not visible in the scope. */
export async function readRecord(
  db: ScopedDb,
  record: BoundRecord,
  id: string,
  { account, locale }: { account: Account; locale: Locale },
) {
  const visible = record.visible?.(account);
  const reached = rowsOf(db, record).where('t.id', '=', id);
  const rows = visible ? reached.where(visible) : reached;
  const row = await selecting(rows, record, record.shown, account).executeTakeFirst();
  if (!row) throw notFound();
  return shown(record, record.shown, row, await loadCaptions(db, locale));
}
