/** Reads records: from rows with what they are tied to, to the shape of the API files. */
import { sql } from 'kysely';
import type { Account } from '../access/accounts.ts';
import type { ScopedDb } from '../access/scope.ts';
import { notFound } from '../core/problems.ts';
import type { Locale } from '../core/texts.ts';
import type { BoundRecord } from './bind.ts';
import { loadCaptions, type Captions } from './captions.ts';
import type { Join, Reader } from './fields.ts';
import { columnRef, dynamic, type Row } from './rows.ts';

/** What a query takes of the ties of a record. */
interface Ties {
  /** The planner may start from this one, to read records in its order; none of them may lack it. */
  driving?: string | undefined;
  /** Those that the query names; all unless told. */
  named?: ReadonlySet<string>;
}

/** All records that the scope shows, as `t`, with what they are tied to. */
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

/** When a row of the tied table is the one that a record names. */
export function tieOf(name: string, { on, key = 'id' }: Join) {
  const tie = sql<boolean>`${sql.ref(`${name}.${key}`)} = ${columnRef(on)}`;
  const same = sql<boolean>`${sql.ref(`${name}.instance_id`)} = t.instance_id`;
  return key === 'id' ? tie : sql<boolean>`${tie} and ${same}`;
}

/** Selects what the properties are made of. */
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

/** A row in the shape of the API files. */
export function shown(record: BoundRecord, properties: readonly string[], row: Row, captions: Captions) {
  return Object.fromEntries(
    properties.map((property) => [property, record.bound.get(property)!.show(row, captions)]),
  );
}

/** One record as its get operation answers it; 404 when the scope shows none. */
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
