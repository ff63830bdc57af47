/** Who sees a folder of point groups, and when. */
import { sql } from 'kysely';
import pg from 'pg';
import type {
  DirectoryPeriod,
  PlanPeriod,
  PointGroupDirectoryVisibility,
} from '../../../schemas/generated/api.ts';
import { handlers, instanceHandler, type InstanceCall } from '../../access/handler.ts';
import type { ScopedDb, ScopedTransaction } from '../../access/scope.ts';
import { invalid, notFound, Problem } from '../../core/problems.ts';
import { loadCaptions, type Captions } from '../../records/captions.ts';
import type { OwnRow } from '../../records/rows.ts';
import { lock } from '../../records/save.ts';
import { audit, requireFresh } from '../../records/saving.ts';
import { rowOf, shown, textOf, type StoredPeriod } from '../contracts/schedules.ts';
import { pointGroupDirectories } from './directories.ts';
import { rootWord } from './places.ts';
import { requireEditable, visibleDirectory } from './visible.ts';

const PERIODS = sql<StoredPeriod[]>`(select coalesce(jsonb_agg(to_jsonb(p) - 'slots'
    order by p.excluded, p.begin_date, p.id), '[]')
  from schedule_periods p where p.instance_id = t.instance_id and p.schedule_id = t.schedule_id)`;
const DIVISIONS = sql<
  { id: string; name: string }[]
>`(select coalesce(jsonb_agg(jsonb_build_object('id', v.id,
    'name', v.name) order by v.name), '[]')
  from point_group_directory_divisions d join divisions v on v.instance_id = d.instance_id and v.id = d.division_id
  where d.instance_id = t.instance_id and d.directory_id = t.id)`;

const settingOf = (db: ScopedDb, id: string) =>
  db
    .selectFrom('point_group_directories as t')
    .selectAll('t')
    .select([PERIODS.as('periods'), DIVISIONS.as('divisions')])
    .where('t.id', '=', id);

/** Returns a period without `excluded`: inclusions and exclusions are in separate lists. */
function periodOf(period: StoredPeriod, captions: Captions): DirectoryPeriod {
  const { excluded: _excluded, ...rest } = shown(period, captions);
  return rest;
}

async function read(call: Pick<InstanceCall, 'account' | 'translate' | 'locale'>, db: ScopedDb, id: string) {
  const { account, translate, locale } = call;
  const row = await settingOf(db, id)
    .where(visibleDirectory(account) as never)
    .executeTakeFirst();
  if (!row) throw notFound();
  const captions = await loadCaptions(db, locale);
  const word = (name: string | null) => captions.optional('directoryVisibilities', name);
  const above = await db
    .selectFrom('point_group_directories')
    .select(['name', 'visibility', 'parent_id'])
    .where('id', 'in', row.path.filter((each) => each !== row.id).concat(row.id))
    .where('id', '<>', row.id)
    .orderBy(sql`cardinality(path)`, 'desc')
    .execute();
  const from = above.find(({ visibility }) => visibility !== null);
  const top = above.at(-1);
  const hides =
    above.find(({ visibility }) => visibility === 'NOBODY') ?? (top?.visibility === null ? top : undefined);
  const periods = (excluded: boolean) =>
    row.periods.filter((period) => period.excluded === excluded).map((period) => periodOf(period, captions));
  const setting: PointGroupDirectoryVisibility = {
    directoryId: row.id,
    version: row.version,
    name: row.name,
    type: rootWord(row.root, translate),
    visibility: word(row.visibility),
    divisions: row.divisions,
    schedule: { includes: periods(false), excludes: periods(true) },
    inheritedFrom: from?.name ?? null,
    inherited: word(from?.visibility ?? (top ? null : 'NOBODY')),
    hiddenBy: row.root === 'GENERAL' ? (hides?.name ?? null) : null,
  };
  return setting;
}

/** Returns a setting as the audit log contains it. */
async function loggedRow(trx: ScopedTransaction, row: OwnRow, captions: Captions): Promise<OwnRow> {
  const setting = await settingOf(trx, row.id).executeTakeFirstOrThrow();
  return {
    ...row,
    divisions: setting.divisions.map(({ name }) => name),
    schedule: setting.periods.map((period) => textOf(period, captions)).join('; ') || null,
  };
}

export const visibilityHandlers = handlers({
  pointGroupDirectoryVisibilityGet: instanceHandler<'pointGroupDirectoryVisibilityGet'>((call) =>
    read(call, call.scope.db, call.parameters.directoryId),
  ),

  pointGroupDirectoryVisibilitySave: instanceHandler<'pointGroupDirectoryVisibilitySave'>((call) => {
    const { scope, account, parameters, body, locale } = call;
    const { directoryId } = parameters;
    return crossing(() =>
      scope.transaction(async (trx) => {
        const found = await lock(trx, pointGroupDirectories, directoryId, { account });
        const row = await requireFresh(found, body.version, () => read(call, trx, directoryId));
        requireEditable(account, row as never);
        if (row['root'] !== 'GENERAL') throw new Problem(409, 'pointGroupVisibilityPrivate');
        const captions = await loadCaptions(trx, locale);
        const before = await loggedRow(trx, row, captions);
        const visibility = (body.visibility?.name ?? null) as 'NOBODY' | 'ALL' | 'DIVISIONS' | null;
        const divisions = visibility === 'DIVISIONS' ? (body.divisions ?? []) : [];
        if (visibility === 'DIVISIONS' && divisions.length === 0)
          throw invalid({
            field: 'divisions',
            code: 'required',
            message: 'pointGroupVisibility.rule.divisions',
          });
        const shows = visibility === 'ALL' || visibility === 'DIVISIONS';
        const scheduleId = await writeSchedule(trx, row, shows ? body.schedule : undefined);
        await trx
          .deleteFrom('point_group_directory_divisions')
          .where('directory_id', '=', directoryId)
          .execute();
        if (divisions.length > 0)
          await trx
            .insertInto('point_group_directory_divisions')
            .values(
              divisions.map(({ id }) => ({
                instance_id: row.instance_id,
                directory_id: directoryId,
                division_id: id,
              })),
            )
            .execute();
        const after = (await trx
          .updateTable('point_group_directories')
          .set({
            visibility,
            schedule_id: scheduleId,
            version: row.version + 1,
            change_time: sql<Date>`now()`,
          })
          .where('id', '=', directoryId)
          .returningAll()
          .executeTakeFirstOrThrow()) as unknown as OwnRow;
        if (scheduleId === null && row['schedule_id'])
          await trx.deleteFrom('schedules').where('id', '=', String(row['schedule_id'])).execute();
        const entity = pointGroupDirectories.name;
        await audit(trx, account, {
          entity,
          action: 'visibility',
          before,
          after: await loggedRow(trx, after, captions),
        });
        return read(call, trx, directoryId);
      }),
    );
  }),
});

/** Replaces the periods of the folder's schedule; returns null where there are none. */
async function writeSchedule(
  trx: ScopedTransaction,
  row: OwnRow,
  given: { includes: DirectoryPeriod[]; excludes: DirectoryPeriod[] } | undefined,
): Promise<string | null> {
  const { includes = [], excludes = [] } = given ?? {};
  if (includes.length + excludes.length === 0) return null;
  if (includes.length === 0)
    throw invalid({
      field: 'schedule.includes',
      code: 'required',
      message: 'server.pointGroupVisibility.fault.excludesAlone',
    });
  const { instance_id } = row;
  const id =
    (row['schedule_id'] as string | null) ??
    (await trx.insertInto('schedules').values({ instance_id }).returning('id').executeTakeFirstOrThrow()).id;
  await trx.deleteFrom('schedule_periods').where('schedule_id', '=', id).execute();
  const all = [
    ...includes.map((period) => ({ ...period, excluded: false })),
    ...excludes.map((period) => ({ ...period, excluded: true })),
  ];
  for (const period of all)
    await trx
      .insertInto('schedule_periods')
      .values({ ...rowOf(period as PlanPeriod), instance_id, schedule_id: id })
      .execute();
  return id;
}

/** Reports two overlapping periods at their list (M-055). */
async function crossing<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.constraint === 'schedule_periods_period')
      throw invalid({ field: 'schedule.includes', code: 'periodCrosses', message: 'server.periodCrosses' });
    throw error;
  }
}
