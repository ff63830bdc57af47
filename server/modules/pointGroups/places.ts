/** Places in the tree of folders: a root by its name, or a folder by its id. */
import { sql, type SqlBool } from 'kysely';
import type { Account } from '../../access/accounts.ts';
import type { ScopedDb } from '../../access/scope.ts';
import { notFound } from '../../core/problems.ts';
import type { Translate } from '../../core/texts.ts';
import type { Root } from '../../database/tables/pointGroups.ts';
import { visibleDirectory } from './visible.ts';

export const ROOTS: readonly Root[] = ['PRIVATE', 'GENERAL', 'ARCHIVE', 'HYPOTHESIS'];
export const isRoot = (id: string): id is Root => (ROOTS as readonly string[]).includes(id);
export const rootWord = (name: Root, translate: Translate) => ({
  name,
  caption: translate(`server.pointGroups.root.${name}`),
});

/** The current or future place of an element. */
export interface Place {
  root: Root;
  /** Null at the root. */
  directoryId: string | null;
  owner_id: string | null;
  /** Folders from the root down. */
  path: { id: string; name: string }[];
}

/** Returns the requested place; throws 404 for a folder that the account does not see. */
export async function placeOf(db: ScopedDb, account: Account, id: string): Promise<Place> {
  if (isRoot(id))
    return { root: id, directoryId: null, owner_id: id === 'PRIVATE' ? account.id : null, path: [] };
  const row = await db
    .selectFrom('point_group_directories as t')
    .select(['t.id', 't.root', 't.owner_id'])
    .select(pathOf('t').as('names'))
    .where('t.id', '=', id)
    .where(visibleDirectory(account) as never)
    .executeTakeFirst();
  if (!row) throw notFound();
  return { root: row.root, directoryId: row.id, owner_id: row.owner_id, path: row.names };
}

/** The folders from the root down to a folder, including itself. */
export const pathOf = (alias: string) =>
  sql<
    { id: string; name: string }[]
  >`(select coalesce(jsonb_agg(jsonb_build_object('id', a.id, 'name', a.name)
      order by array_position(${sql.ref(`${alias}.path`)}, a.id)), '[]')
    from point_group_directories a where a.instance_id = ${sql.ref(`${alias}.instance_id`)}
      and a.id = any (${sql.ref(`${alias}.path`)}))`;

/** Name of the person whose account id is in the column. */
export const personOf = (column: string) =>
  sql<string | null>`(select p.last_name || coalesce(' ' || left(p.first_name, 1) || '.', '')
      || coalesce(' ' || left(p.middle_name, 1) || '.', '')
    from accounts p where p.id = ${sql.ref(column)})`;

/** Whether another element of the place already has the name; `id` is the element itself. */
export async function isTaken(
  db: ScopedDb,
  account: Account,
  kind: 'DIRECTORY' | 'POINT_GROUP',
  place: Pick<Place, 'root' | 'directoryId' | 'owner_id'>,
  { name, id }: { name: string; id?: string | undefined },
): Promise<boolean> {
  const table = kind === 'DIRECTORY' ? 'point_group_directories' : 'point_groups';
  const above = kind === 'DIRECTORY' ? 'parent_id' : 'directory_id';
  const instance = sql`${account.instance.id}::uuid`;
  const { rows } = await sql<{ taken: boolean }>`select exists (select from ${sql.table(table)} t
    where t.instance_id = ${instance} and t.root = ${place.root} and lower(t.name) = lower(${name.trim()}::text)
      and t.${sql.ref(above)} is not distinct from ${place.directoryId}::uuid
      and t.owner_id is not distinct from ${place.owner_id}::uuid
      and t.id is distinct from ${id ?? null}::uuid) as taken`.execute(db);
  return rows[0]!.taken;
}

/** Condition for folders within a place at any level, including the place itself. */
export const withinPlace = (alias: string, { root, directoryId }: Pick<Place, 'root' | 'directoryId'>) =>
  directoryId === null
    ? sql<SqlBool>`${sql.ref(`${alias}.root`)} = ${root}`
    : sql<SqlBool>`${sql.ref(`${alias}.path`)} @> array[${directoryId}]::uuid[]`;
