/** Snapshot of a record for the audit log: its row without secrets, with values in rows of other tables. */
import { sql } from 'kysely';
import type { Account } from '../access/accounts.ts';
import type { ScopedDb } from '../access/scope.ts';
import type { BoundRecord } from './bind.ts';
import type { Change } from './change.ts';
import { dynamic, type OwnRow } from './rows.ts';

const linksOf = ({ bound }: BoundRecord) => [...bound].filter(([, field]) => field.keep ?? field.logged);

/** Returns the row as it is logged; the linked rows are read now, as they are about to change or just did. */
export async function snapshotOf(
  trx: ScopedDb,
  record: BoundRecord,
  row: OwnRow,
  reader: Account,
): Promise<OwnRow> {
  const snapshot = { ...row };
  for (const name of record.secret ?? []) delete snapshot[name];
  const links = linksOf(record);
  if (links.length === 0) return snapshot;
  const linked = await dynamic(trx)
    .selectFrom(`${record.table} as t`)
    .where('t.id', '=', row.id)
    .select(links.map(([name, field]) => sql`${field.computed!(reader)}`.as(name)))
    .executeTakeFirst();
  return Object.assign(snapshot, linked);
}

/** Writes the lists of the body that are stored in separate tables. */
export async function keepLinks(record: BoundRecord, change: Change, row: OwnRow): Promise<void> {
  if (change.body === undefined) return;
  const body = change.body as Record<string, unknown>;
  for (const [name, field] of linksOf(record)) {
    if (record.saved.includes(name)) await field.keep?.(body[name], row, change);
  }
}
