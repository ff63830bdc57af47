/**
 * Actions that move folders and groups (S-012, B-197).
 *
 *   PRIVATE ◄─PRIVATE─ / ─PUBLISH─► GENERAL     each ─ARCHIVE─► ARCHIVE ─REESTABLISH─► previous place
 *   MOVE stays in its root; CLONE copies into the account's own PRIVATE, from HYPOTHESIS too
 */
import { sql } from 'kysely';
import pg from 'pg';
import { handlers, instanceHandler, type InstanceCall } from '../../access/handler.ts';
import type { Account } from '../../access/accounts.ts';
import type { ScopedTransaction } from '../../access/scope.ts';
import { notFound, Problem } from '../../core/problems.ts';
import type { Root } from '../../database/tables/pointGroups.ts';
import { inBatch } from '../../records/batch.ts';
import { cloneTree } from '../../records/cloneTree.ts';
import { dynamic, type OwnRow } from '../../records/rows.ts';
import { lock } from '../../records/save.ts';
import { audit, requireMatch } from '../../records/saving.ts';
import { takeTurn } from '../../records/tree.ts';
import { pointGroupDirectories } from './directories.ts';
import { pointGroups } from './groups.ts';
import { isTaken, placeOf, type Place } from './places.ts';
import { requireEditable } from './visible.ts';

export type Action = 'PUBLISH' | 'ARCHIVE' | 'MOVE' | 'PRIVATE' | 'REESTABLISH' | 'CLONE';
type Kind = 'DIRECTORY' | 'POINT_GROUP';

interface Element {
  id: string;
  elementType: Kind;
  version?: number | null;
}

interface ElementRow extends OwnRow {
  root: Root;
  name: string;
  owner_id: string | null;
  parent_id?: string | null;
  directory_id?: string | null;
  archived_root: Root | null;
  archived_parent_id: string | null;
}

const RECORDS = { DIRECTORY: pointGroupDirectories, POINT_GROUP: pointGroups };
const ABOVE = { DIRECTORY: 'parent_id', POINT_GROUP: 'directory_id' } as const;
/** Tree of folders, for the lock of moves. */
const TREE = { table: 'point_group_directories', tree: { parent: 'parentId', onDelete: 'refuse' } } as const;
/** Longest allowed name. */
const LONGEST = 100;

/** Input of a step of an action. */
interface Step {
  trx: ScopedTransaction;
  account: Account;
  call: Pick<InstanceCall, 'translate'>;
  kind: Kind;
  row: ElementRow;
  target: Place | undefined;
}

/** The new place, and the place to restore from the archive. */
interface Move {
  place: Pick<Place, 'root' | 'directoryId' | 'owner_id'>;
  archived?: { root: Root; parent: string | null };
}

const wrong = (action: Action) =>
  new Problem(409, 'pointGroupAction', { message: `server.pointGroupAction.${action}` });

const STEPS: Record<Exclude<Action, 'CLONE'>, (step: Step) => Move | Promise<Move>> = {
  MOVE({ account, row, target }) {
    requireEditable(account, row);
    if (target!.root !== row.root || target!.owner_id !== row.owner_id) throw wrong('MOVE');
    return { place: target! };
  },
  PUBLISH({ account, row, target }) {
    if (row.root !== 'PRIVATE') throw wrong('PUBLISH');
    requireEditable(account, row);
    const place = target ?? { root: 'GENERAL', directoryId: null, owner_id: null };
    if (place.root !== 'GENERAL') throw wrong('PUBLISH');
    return { place };
  },
  PRIVATE({ account, row }) {
    if (row.root !== 'GENERAL') throw wrong('PRIVATE');
    return { place: { root: 'PRIVATE', directoryId: null, owner_id: account.id } };
  },
  ARCHIVE({ account, row, kind }) {
    if (row.root === 'ARCHIVE') throw wrong('ARCHIVE');
    requireEditable(account, row);
    return {
      place: { root: 'ARCHIVE', directoryId: null, owner_id: row.owner_id },
      archived: { root: row.root, parent: row[ABOVE[kind]] ?? null },
    };
  },
  async REESTABLISH({ trx, account, row }) {
    if (row.root !== 'ARCHIVE' || !row.archived_root) throw wrong('REESTABLISH');
    requireEditable(account, { root: row.archived_root, owner_id: row.owner_id });
    const parent =
      row.archived_parent_id &&
      (await trx
        .selectFrom('point_group_directories')
        .select('id')
        .where('id', '=', row.archived_parent_id)
        .where('root', '=', row.archived_root)
        .where('owner_id', 'is not distinct from', row.owner_id)
        .executeTakeFirst());
    return {
      place: { root: row.archived_root, directoryId: parent ? parent.id : null, owner_id: row.owner_id },
    };
  },
};

/** Runs an action on one element and returns its row afterwards; for a clone, the copy's. */
export function actOnElement(
  call: Pick<InstanceCall, 'scope' | 'account' | 'translate'>,
  action: Action,
  element: Element,
  targetId?: string,
): Promise<OwnRow> {
  const { scope, account } = call;
  const kind = element.elementType;
  const record = RECORDS[kind];
  return named(() =>
    scope.transaction(async (trx) => {
      // Take the advisory lock of the tree before locking rows: one move of folders at a time.
      if (kind === 'DIRECTORY') await takeTurn(trx, TREE, element.id);
      const row = (await lock(trx, record, element.id, { account })) as ElementRow | undefined;
      if (!row) throw notFound();
      await requireMatch(row, element.version ?? undefined, async () => undefined);
      const target = targetId === undefined ? undefined : await placeOf(trx, account, targetId);
      const step: Step = { trx, account, call, kind, row, target };
      if (action === 'CLONE') return clone(step);
      return put(step, action, await STEPS[action](step));
    }),
  );
}

async function put(
  { trx, account, kind, row }: Step,
  action: Action,
  { place, archived }: Move,
): Promise<OwnRow> {
  const record = RECORDS[kind];
  const after = (await dynamic(trx)
    .updateTable(record.table)
    .set({
      root: place.root,
      [ABOVE[kind]]: place.directoryId,
      owner_id: place.owner_id,
      archived_root: archived?.root ?? null,
      archived_parent_id: archived?.parent ?? null,
      version: row.version + 1,
      change_time: sql`now()`,
    })
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirstOrThrow()) as OwnRow;
  await audit(trx, account, { entity: record.name, action, before: row, after });
  return after;
}

/** Copies into the account's own folders, with contents. */
async function clone({ trx, account, call, kind, row }: Step): Promise<OwnRow> {
  const top = { root: 'PRIVATE' as const, directoryId: null, owner_id: account.id };
  const name = await freeName(trx, account, kind, top, row.name, call);
  const own = {
    author_id: account.id,
    owner_id: account.id,
    archived_root: null,
    archived_parent_id: null,
    create_time: sql`now()`,
  };
  if (kind === 'POINT_GROUP')
    return copyGroup(trx, account, row.id, { ...own, name, root: 'PRIVATE', directory_id: null });
  const copies = await cloneTree(trx, account, {
    entity: pointGroupDirectories.name,
    table: 'point_group_directories',
    id: row.id,
    top: { parent_id: null, root: 'PRIVATE', name },
    each: { ...own, visibility: null, schedule_id: null },
  });
  const groups = await trx
    .selectFrom('point_groups')
    .select(['id', 'directory_id'])
    .where('directory_id', 'in', [...copies.keys()])
    .execute();
  for (const group of groups)
    await copyGroup(trx, account, group.id, { ...own, directory_id: copies.get(group.directory_id!) });
  const copy = await dynamic(trx)
    .selectFrom('point_group_directories')
    .selectAll()
    .where('id', '=', copies.get(row.id)!)
    .executeTakeFirstOrThrow();
  return copy as OwnRow;
}

async function copyGroup(
  trx: ScopedTransaction,
  account: Account,
  id: string,
  place: Record<string, unknown>,
): Promise<OwnRow> {
  const {
    id: _id,
    version: _version,
    change_time: _time,
    area,
    ...columns
  } = await dynamic(trx)
    .selectFrom('point_groups')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const copy = (await dynamic(trx)
    .insertInto('point_groups')
    .values({ ...columns, area: area ? JSON.stringify(area) : null, ...place })
    .returningAll()
    .executeTakeFirstOrThrow()) as OwnRow;
  await sql`insert into point_group_elements (instance_id, point_group_id, evacuation_point_id, position, time_from,
      time_to, garbage_types, container_types)
    select instance_id, ${copy.id}::uuid, evacuation_point_id, position, time_from, time_to, garbage_types, container_types
    from point_group_elements where point_group_id = ${id}::uuid`.execute(trx);
  await audit(trx, account, { entity: pointGroups.name, action: 'CLONE', after: copy });
  return copy;
}

/** Returns "Север (копия)", or with a number where that is taken. */
async function freeName(
  trx: ScopedTransaction,
  account: Account,
  kind: Kind,
  place: Pick<Place, 'root' | 'directoryId' | 'owner_id'>,
  name: string,
  { translate }: Pick<InstanceCall, 'translate'>,
): Promise<string> {
  for (let number = 1; ; number += 1) {
    const suffix =
      number === 1
        ? translate('server.pointGroups.copy')
        : translate('server.pointGroups.copyNumber', { number });
    const tried = `${name.slice(0, LONGEST - suffix.length - 1).trimEnd()} ${suffix}`;
    if (!(await isTaken(trx, account, kind, place, { name: tried }))) return tried;
  }
}

const NAMES = ['point_groups_name', 'point_group_directories_name'];

/** Converts a unique violation of a name at the new place to a problem (V-062). */
async function named<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === '23505' && NAMES.includes(error.constraint ?? ''))
      throw new Problem(409, 'pointGroupNameTaken');
    throw error;
  }
}

export const pointGroupActionHandlers = handlers({
  pointGroupAction: instanceHandler<'pointGroupAction'>((call) => {
    const { action, elements, targetId } = call.body;
    return inBatch(call.scope.db, call.translate, elements, (element) =>
      actOnElement(call, action, element, targetId),
    );
  }),
  pointGroupMove: instanceHandler<'pointGroupMove'>(async (call) => {
    const { id, directoryId, version } = call.body;
    await actOnElement(call, 'MOVE', { id, elementType: 'POINT_GROUP', version }, directoryId);
    return call.operations.read('pointGroupGet', { pointGroupId: id }) as never;
  }),
  pointGroupDirectoryMove: instanceHandler<'pointGroupDirectoryMove'>(async (call) => {
    const { id, parentId, version } = call.body;
    await actOnElement(call, 'MOVE', { id, elementType: 'DIRECTORY', version }, parentId);
    return call.operations.read('pointGroupDirectoryGet', { directoryId: id }) as never;
  }),
});
