/**
 * Which folders and point groups an account sees, and which it may change.
 *
 *   PRIVATE     the owner; with FOREIGN_POINT_GROUP_DIRECTORY everybody's
 *   GENERAL     editors and the author; others where every folder from the root down admits them
 *   ARCHIVE     editors; what was private as PRIVATE
 *   HYPOTHESIS  everybody
 */
import { sql, type Expression, type RawBuilder, type SqlBool } from 'kysely';
import type { Account } from '../../access/accounts.ts';
import type { ScopedDb } from '../../access/scope.ts';
import { notFound, Problem } from '../../core/problems.ts';
import type { Root } from '../../database/tables/pointGroups.ts';

export const EDITOR = 'ROUTE_GROUP_REGISTER_EDITOR';
export const FOREIGN = 'FOREIGN_POINT_GROUP_DIRECTORY';

const has = (account: Account, permission: string) => account.permissions.includes(permission);
const all = (parts: readonly Expression<SqlBool>[]) => sql<SqlBool>`(${sql.join(parts, sql` and `)})`;
const any = (parts: readonly Expression<SqlBool>[]) => sql<SqlBool>`(${sql.join(parts, sql` or `)})`;

/** The setting of the instance, or else of the product. */
const setting = (name: string, instance: Expression<unknown>) =>
  sql<string | null>`(select p.value from app_properties p where p.name = ${name}
    and (p.instance_id is null or p.instance_id = ${instance}) order by p.instance_id is null limit 1)`;

/** When schedules apply: `ALWAYS`, or only if the setting enables them. */
export interface Moment {
  at?: Date;
  schedules: 'ALWAYS' | 'BY_SETTING';
}
const NOW: Moment = { schedules: 'BY_SETTING' };

/** Whether the schedule of a folder includes the moment; one without a schedule is always open (C-037). */
function open(alias: string, { at, schedules }: Moment): RawBuilder<SqlBool> {
  const column = (name: string) => sql.ref(`${alias}.${name}`);
  const moment = at ? sql`${at.toISOString()}::timestamptz` : sql`now()`;
  const within = sql<SqlBool>`schedule_open(${column('schedule_id')}, ${column('instance_id')}, ${moment})`;
  const counts =
    schedules === 'ALWAYS'
      ? sql`true`
      : sql`coalesce(${setting('pointGroup.accessBySchedule', column('instance_id'))}, 'false') = 'true'`;
  return sql<SqlBool>`(${column('schedule_id')} is null or not (${counts}) or ${within})`;
}

/** Condition: one folder of the path admits the account; without an own setting it inherits that of its parent. */
function admits(account: Account, alias: string, moment: Moment): Expression<SqlBool> {
  const column = (name: string) => sql.ref(`${alias}.${name}`);
  const { divisions } = account;
  // An account without divisions counts as a member of all.
  const ofDivision =
    divisions.length === 0
      ? sql<SqlBool>`true`
      : sql<SqlBool>`exists (select from point_group_directory_divisions pd
          where pd.instance_id = ${column('instance_id')} and pd.directory_id = ${column('id')}
            and pd.division_id = any(${divisions}::uuid[]))`;
  return sql<SqlBool>`(${column('author_id')} = ${account.id}
    or case ${column('visibility')} when 'ALL' then ${open(alias, moment)}
      when 'DIVISIONS' then ${ofDivision} and ${open(alias, moment)}
      when 'NOBODY' then false else ${column('parent_id')} is not null end)`;
}

const ofOwner = (account: Account, alias: string) =>
  has(account, FOREIGN) ? sql<SqlBool>`true` : sql<SqlBool>`${sql.ref(`${alias}.owner_id`)} = ${account.id}`;

/** Conditions that make elements visible by their root, independent of the settings of folders. */
function byRoot(account: Account, alias: string): Expression<SqlBool>[] {
  const root = (word: Root) => sql<SqlBool>`${sql.ref(`${alias}.root`)} = ${word}`;
  const archived = has(account, EDITOR)
    ? any([sql<SqlBool>`${sql.ref(`${alias}.owner_id`)} is null`, ofOwner(account, alias)])
    : all([sql<SqlBool>`${sql.ref(`${alias}.owner_id`)} is not null`, ofOwner(account, alias)]);
  return [
    all([root('PRIVATE'), ofOwner(account, alias)]),
    all([root('ARCHIVE'), archived]),
    root('HYPOTHESIS'),
    all([
      root('GENERAL'),
      has(account, EDITOR)
        ? sql<SqlBool>`true`
        : sql<SqlBool>`${sql.ref(`${alias}.author_id`)} = ${account.id}`,
    ]),
  ];
}

/** Condition for folders visible to an account; `alias` is the table, `moment` the time. */
export function visibleDirectory(account: Account, alias = 't', moment: Moment = NOW): Expression<SqlBool> {
  const parts = byRoot(account, alias);
  if (!has(account, EDITOR))
    parts.push(sql<SqlBool>`(${sql.ref(`${alias}.root`)} = 'GENERAL' and not exists (
      select from point_group_directories above where above.instance_id = ${sql.ref(`${alias}.instance_id`)}
        and above.id = any (${sql.ref(`${alias}.path`)}) and not ${admits(account, 'above', moment)}))`);
  return any(parts);
}

/**
 * Condition for point groups visible to an account: by the rules of the root, or by a visible folder. `folders` are the ids of
 * the visible folders, if the query is limited to folders whose visibility is known; it saves evaluating all folders.
 */
export function visibleGroup(
  account: Account,
  alias = 't',
  folders?: readonly string[],
): Expression<SqlBool> {
  const parts = byRoot(account, alias);
  const folder = sql.ref(`${alias}.directory_id`);
  if (folders) parts.push(sql<SqlBool>`${folder} = any (${[...folders]}::uuid[])`);
  else if (!has(account, EDITOR))
    parts.push(sql<SqlBool>`${folder} in (select seen.id from point_group_directories seen
      where seen.root = 'GENERAL' and ${visibleDirectory(account, 'seen')})`);
  return any(parts);
}

/** Columns of either table that describe the place of a row. */
export interface Placed {
  root: string;
  owner_id: string | null;
}

/** Whether the account may change elements at the place. */
export const isEditable = (account: Account, { root, owner_id: owner }: Placed): boolean =>
  has(account, EDITOR) && (root === 'GENERAL' || (root === 'PRIVATE' && owner === account.id));

/** Throws 409 unless the account may change elements at the place, which is visible to it. */
export function requireEditable(account: Account, row: Placed): void {
  if (isEditable(account, row)) return;
  throw new Problem(409, row.root === 'PRIVATE' ? 'pointGroupForeign' : 'pointGroupReadOnly');
}

/** Throws 404 for a group that is not visible to the account: rows about it would disclose what is in it. */
export async function requireVisibleGroup(
  db: ScopedDb,
  account: Account,
  pointGroupId: string,
): Promise<void> {
  const seen = await db
    .selectFrom('point_groups as g')
    .select('g.id')
    .where('g.id', '=', pointGroupId)
    .where(visibleGroup(account, 'g') as never)
    .executeTakeFirst();
  if (!seen) throw notFound();
}
