/** Changes of a record: creating, saving and deleting. */
import { sql } from 'kysely';
import pg from 'pg';
import type { Account } from '../access/accounts.ts';
import type { ScopedTransaction } from '../access/scope.ts';
import type { InstanceCall } from '../access/handler.ts';
import { invalid, notFound, Problem } from '../core/problems.ts';
import type { BoundRecord } from './bind.ts';
import type { Change } from './change.ts';
import { readRecord } from './read.ts';
import type { RecordKind } from './record.ts';
import { columnOf, dynamic, type Columns, type OwnRow } from './rows.ts';
import { audit, requireFresh, requireMatch } from './saving.ts';
import { keepLinks, snapshotOf } from './snapshot.ts';
import { deletedWith, requireRoot, takeTurn } from './tree.ts';

type Body = Record<string, unknown> & { id?: string; version?: number };

/** Runs the save operation: creates a record without id, changes one that no one else has changed since. */
export function saveRecord(
  record: BoundRecord,
  call: Pick<InstanceCall, 'scope' | 'account' | 'locale' | 'body'>,
): Promise<unknown> {
  const { scope, account } = call;
  const body = call.body as Body;
  const { id } = body;
  return unique(record, () =>
    scope.transaction(async (trx) => {
      const parent = record.resource.parent
        ? await lockStanding(trx, record.parent!, body[record.resource.parent] as string, account)
        : undefined;
      if (id !== undefined) await takeTurn(trx, record, id, placeOf(record, body));
      const before = id === undefined ? undefined : await lock(trx, record, id, { account, parent });
      if (id !== undefined) {
        requireStanding(
          record,
          await requireFresh(before, body.version, () => readRecord(trx, record, id, call)),
        );
      }
      const instanceId =
        (before ?? parent)?.instance_id ??
        (await record.instance?.(trx, body, account)) ??
        account.instance.id;
      const action = before ? 'save' : 'create';
      const change: Change = { trx, account, action, body, instanceId, before, parent };
      if (parent) record.parent?.takes?.(parent, record.name, change);
      const after = await around(record, change, async () => {
        await requireRoot(record, change);
        await record.check?.(change);
        return write(record, change, () => columnsOf(record, change));
      });
      if (parent) await record.parent?.partChanged?.(parent, trx);
      return readRecord(trx, record, after.id, call);
    }),
  );
}

/** Runs the delete operation. */
export function deleteRecord(record: BoundRecord, call: InstanceCall): Promise<unknown> {
  const { scope, account, request } = call;
  const id = keyOf(record, call);
  return scope.transaction(async (trx) => {
    const parent = await lockParentOf(trx, record, id, account);
    await takeTurn(trx, record, id);
    const before = await lock(trx, record, id, { account });
    if (!before) throw notFound();
    await requireMatch(before, request.ifMatch, () => readRecord(trx, record, id, call));
    for (const row of [...(await deletedWith(trx, record, before)), before])
      await remove(record, { trx, account, parent }, row);
    if (parent) await record.parent?.partChanged?.(parent, trx);
  });
}

/** Returns the id of the record above, as given in a save. */
const placeOf = ({ tree }: BoundRecord, body: Body): string | null =>
  (tree && (body[tree.parent] as string | null | undefined)) ?? null;

async function remove(
  record: BoundRecord,
  given: Pick<Change, 'trx' | 'account' | 'parent'>,
  before: OwnRow,
): Promise<void> {
  const { trx, account } = given;
  const { instance_id: instanceId } = before;
  const change: Change = { ...given, action: 'delete', body: undefined, instanceId, before };
  await record.guard?.(change);
  await around(record, change, async () => {
    const snapshot = await snapshotOf(trx, record, before, account);
    await dynamic(trx).deleteFrom(record.table).where('id', '=', before.id).execute();
    for (const field of record.bound.values()) await field.removed?.(trx, before);
    await audit(trx, account, { entity: record.name, action: 'delete', before: snapshot });
  });
}

/** Runs the work inside the record's `around`. */
export function around<T>(record: BoundRecord, change: Change, work: () => Promise<T>): Promise<T> {
  return record.around ? record.around(change, work) : work();
}

export const keyOf = (record: BoundRecord, call: InstanceCall) =>
  (call.parameters as Record<string, string>)[record.resource.key]!;

/** Reads and locks a row for a change; no one else changes it, or its child records, until the transaction ends. */
export async function lock(
  trx: ScopedTransaction,
  record: RecordKind & { resource?: { parent?: string } },
  id: string,
  { account, parent }: { account?: Account; parent?: OwnRow | undefined } = {},
): Promise<OwnRow | undefined> {
  let rows = dynamic(trx).selectFrom(`${record.table} as t`).selectAll('t').where('t.id', '=', id);
  for (const [name, value] of Object.entries(record.only ?? {})) rows = rows.where(`t.${name}`, '=', value);
  if (parent) rows = rows.where(`t.${columnOf(record.resource!.parent!)}`, '=', parent.id);
  if (record.visible && !account) throw new Error(`Nobody says who locks a ${record.name}`);
  const visible = account && record.visible?.(account);
  if (visible) rows = rows.where(visible);
  return (await rows.forUpdate('t').executeTakeFirst()) as OwnRow | undefined;
}

async function lockStanding(
  trx: ScopedTransaction,
  kind: RecordKind,
  id: string,
  account: Account,
): Promise<OwnRow> {
  const row = await lock(trx, kind, id, { account });
  if (!row) throw notFound();
  requireStanding(kind, row);
  return row;
}

/** Locks the parent of a record; always before the record, so that two changes cannot deadlock. */
export async function lockParentOf(
  trx: ScopedTransaction,
  record: BoundRecord,
  id: string,
  account: Account,
): Promise<OwnRow | undefined> {
  const { parent, resource } = record;
  if (!parent) return undefined;
  const column = columnOf(resource.parent!);
  const row = await dynamic(trx)
    .selectFrom(record.table)
    .select(column)
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) throw notFound();
  return lockStanding(trx, parent, row[column] as string, account);
}

function requireStanding({ states }: RecordKind, row: OwnRow): void {
  if (states?.removed && row[states.column] === states.removed.status)
    throw new Problem(409, 'removed', { message: states.removed.message });
}

async function columnsOf(record: BoundRecord, change: Change): Promise<Columns> {
  const body = change.body as Body;
  const written = record.saved.map((property) => record.bound.get(property)!.write!(body[property], change));
  return Object.assign({}, ...(await Promise.all(written))) as Columns;
}

/** Writes the row, its audit log entry, and the further effects of the change. */
export async function write(
  record: BoundRecord,
  change: Change,
  columns: () => Columns | Promise<Columns>,
): Promise<OwnRow> {
  const { trx, account, action, before } = change;
  // Read first: computing some columns writes rows of other tables.
  const snapshotBefore = before && (await snapshotOf(trx, record, before, account));
  const moved = record.transitions?.of[action];
  const unbound = change as Change<undefined>;
  const values = { ...(await columns()), ...record.sets?.(change), ...moved?.sets?.(unbound) };
  const after = before ? await update(record, change, before, values) : await insert(record, change, values);
  await keepLinks(record, change, after);
  const entry = { entity: record.name, action, after: await snapshotOf(trx, record, after, account) };
  await audit(trx, account, snapshotBefore ? { ...entry, before: snapshotBefore } : entry);
  await record.after?.(after, change);
  await moved?.effect?.(after, unbound);
  return after;
}

async function insert(record: BoundRecord, { trx, parent, instanceId }: Change, columns: Columns) {
  const belongs = parent && { [columnOf(record.resource.parent!)]: parent.id };
  const rows = dynamic(trx)
    .insertInto(record.table)
    .values({ instance_id: instanceId, ...columns, ...belongs })
    .returningAll();
  return (await rows.executeTakeFirstOrThrow()) as OwnRow;
}

async function update(record: BoundRecord, { trx }: Change, before: OwnRow, columns: Columns) {
  const rows = dynamic(trx)
    .updateTable(record.table)
    .set({ ...columns, version: before.version + 1, change_time: sql`now()` })
    .where('id', '=', before.id)
    .returningAll();
  return (await rows.executeTakeFirstOrThrow()) as OwnRow;
}

/** Converts a uniqueness error of the database to a problem of its field. */
async function unique<T>(record: BoundRecord, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw placed(record, error) ?? error;
  }
}

/** Returns the problem, at its field, for a value or period that the database found to be a duplicate. */
function placed({ unique: taken, crossing }: RecordKind, error: unknown): Problem | undefined {
  if (!(error instanceof pg.DatabaseError)) return undefined;
  const by = error.constraint ?? '';
  if (error.code === '23505' && taken[by])
    return invalid({ field: taken[by], code: 'duplicate', message: 'validation.duplicate' });
  if (error.code === '23P01' && crossing[by])
    return invalid({ field: crossing[by], code: 'periodCrosses', message: 'server.periodCrosses' });
  return undefined;
}
