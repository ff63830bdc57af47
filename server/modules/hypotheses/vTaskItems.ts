/** Virtual tasks: what is to be emptied where on a virtual day. */
import { sql, type RawBuilder, type SelectQueryBuilder, type SqlBool } from 'kysely';
import type {
  VTaskCount,
  VTaskItem,
  VTaskItemFilter,
  VTaskItemSave,
} from '../../../schemas/generated/api.ts';
import { handlers, instanceHandler } from '../../access/handler.ts';
import type { ScopedDb, ScopedTransaction } from '../../access/scope.ts';
import { readList } from '../../database/list.ts';
import { PAGE_LIMITS, type PageLimits } from '../../core/paging.ts';
import { anyOf, containing, countRows } from '../../database/paging.ts';
import { invalid, notFound, Problem, type FieldProblem } from '../../core/problems.ts';
import { loadCaptions, type Captions } from '../../records/captions.ts';
import { OverLimitCache } from '../../records/paging/caches.ts';
import { audit } from '../../records/saving.ts';
import { lockIdle } from './lock.ts';
import { fromTaskItems } from './fromTaskItems.ts';
import { grouped } from '../../core/grouped.ts';

const withStands = (db: ScopedDb) =>
  db
    .selectFrom('v_task_items as i')
    .innerJoin('evacuation_points as e', 'e.id', 'i.evacuation_point_id')
    .innerJoin('visit_points as p', 'p.id', 'e.stand_id');

/** Stands that are read in the order of their addresses for a search with many matches, before all matches are sorted. */
const FIRST_STANDS = 10_000;

const withFirstStands = (db: ScopedDb, direction: 'asc' | 'desc') => {
  const first = db.selectFrom('visit_points as p').select(['p.id', 'p.name', 'p.address', 'p.location_id']);
  return db
    .selectFrom(first.orderBy('p.address', direction).fetch(FIRST_STANDS, 'with ties').as('p'))
    .innerJoin('evacuation_points as e', 'e.stand_id', 'p.id')
    .innerJoin('v_task_items as i', 'i.evacuation_point_id', 'e.id')
    .select('i.id');
};

export const tasks = (db: ScopedDb) =>
  withStands(db)
    .innerJoin('v_days as d', 'd.id', 'i.v_day_id')
    .innerJoin('container_types as c', (join) =>
      join.onRef('c.instance_id', '=', 'i.instance_id').onRef('c.code', '=', 'i.container_type'),
    )
    .innerJoin('garbage_types as g', (join) =>
      join.onRef('g.instance_id', '=', 'e.instance_id').onRef('g.code', '=', 'e.garbage_type'),
    );

export const selectTasks = (found: ReturnType<typeof tasks>) =>
  found
    .select(['i.id', 'i.version', 'i.hypothesis_id', 'i.v_day_id', 'd.day', 'i.count', 'i.volume'])
    .select(['i.container_type', 'i.container_action', 'i.time_from', 'i.time_to', 'i.evacuation_point_id'])
    .select(['c.name as container_name', 'g.code as garbage', 'g.name as garbage_name', 'g.density'])
    .select([
      'e.name as point',
      'p.id as stand_id',
      'p.name as stand',
      'p.address',
      'p.latitude',
      'p.longitude',
    ]);

export type TaskRow = Awaited<ReturnType<ReturnType<typeof selectTasks>['execute']>>[number];

export const shownTask = (row: TaskRow, captions: Captions): VTaskItem => ({
  id: row.id,
  version: row.version,
  hypothesisId: row.hypothesis_id,
  vDay: { id: row.v_day_id, date: row.day },
  stand: { id: row.stand_id, name: row.stand, address: row.address },
  evacuationPoint: { id: row.evacuation_point_id, name: row.point },
  garbageType: { name: row.garbage, caption: row.garbage_name },
  containerType: { name: row.container_type, caption: row.container_name },
  containerAction: captions.value('containerActions', row.container_action),
  count: row.count,
  volume: row.volume,
  timeFrom: row.time_from?.slice(0, 5) ?? null,
  timeTo: row.time_to?.slice(0, 5) ?? null,
  latitude: row.latitude,
  longitude: row.longitude,
});

const SORTS = {
  address: { by: sql`p.address` },
  day: { by: sql`d.day` },
  containerType: { by: sql`c.name` },
  count: { by: sql`i.count` },
  volume: { by: sql`i.volume` },
};

/** Which lists are known to be longer than is counted. */
const overLimit = new OverLimitCache();

export const vTaskItemHandlers = (limits: PageLimits = PAGE_LIMITS) =>
  handlers({
    vTaskItemPaging: instanceHandler<'vTaskItemPaging'>(async (call) => {
      const { parameters, locale, account } = call;
      const { db } = call.scope;
      const { hypothesisId, filter = {} } = parameters;
      const query = parameters.query?.trim();
      await requireHypothesis(db, hypothesisId);
      const captions = await loadCaptions(db, locale);
      const order = parameters.order ?? '-address';
      const asked: Asked = {
        hypothesisId,
        filter,
        days: await daysOf(db, hypothesisId, filter),
        ...(query && { query }),
      };
      const rows = query
        ? narrowed(withStands(db), asked, JOINED)
        : narrowed(db.selectFrom('v_task_items as i'), asked);
      const count = () => {
        const reader = [account.instance.id, account.districts, account.divisions];
        const key = JSON.stringify([reader, hypothesisId, query, filter]);
        if (asked.days?.length === 0) return Promise.resolve(0);
        return overLimit.sizeOf(key, limits, countRows(db, rows, limits));
      };
      let counted: Promise<number> | undefined;
      const size = () => (counted ??= count());
      const list = {
        rows,
        size,
        shown: selectTasks(narrowed(tasks(db), asked, JOINED)),
        order,
        sorts: SORTS,
        id: sql.ref('i.id'),
        limits,
        find: async (limit: number, offset: number) => {
          const many = async () => (await size()) > limits.exact;
          const page = { order, limit, offset, many };
          const ids = asked.days?.length === 0 ? [] : await findTasks(db, asked, page);
          if (ids.length === 0) return [];
          const shown = await selectTasks(tasks(db)).where('i.id', 'in', ids).execute();
          const byId = new Map(shown.map((row) => [row.id, row]));
          return ids.map((id) => byId.get(id)).filter((row) => row !== undefined);
        },
      };
      return readList(db, call, list, (row) => shownTask(row, captions));
    }, Object.keys(SORTS)),

    vTaskItemStatistic: instanceHandler<'vTaskItemStatistic'>(
      async ({ scope, parameters, locale, translate }) => {
        const { hypothesisId, vDayId } = parameters;
        await requireHypothesis(scope.db, hypothesisId);
        const captions = await loadCaptions(scope.db, locale);
        const rows = await sumsOf(scope.db, hypothesisId, vDayId);
        const by = (key: (row: SumRow) => string) => {
          const groups = grouped(rows, key);
          return [...groups].map(([caption, list]) => countOf(caption, list));
        };
        return {
          total: countOf(translate('server.vTaskTotal'), rows),
          garbage: by((row) => row.garbage_name),
          container: by((row) => row.container_name),
          action: by((row) => captions.value('containerActions', row.container_action).caption),
          time: by((row) => windowOf(row) ?? translate('server.vTaskAnyTime')).toSorted((a, b) =>
            a.caption < b.caption ? -1 : 1,
          ),
        };
      },
    ),

    vTaskItemSaveList: instanceHandler<'vTaskItemSaveList'>(({ scope, account, body, locale }) =>
      scope.transaction(async (trx) => {
        const hypothesis = await lockIdle(trx, body.hypothesisId);
        const ids: string[] = [];
        for (const [i, item] of body.items.entries())
          ids.push(await saveItem(trx, hypothesis.id, hypothesis.instance_id, item, `items.${i}`));
        await audit(trx, account, {
          entity: 'hypothesis',
          action: 'tasks',
          before: hypothesis,
          after: hypothesis,
        });
        const captions = await loadCaptions(trx, locale);
        const rows = await selectTasks(tasks(trx)).where('i.id', 'in', ids).execute();
        const byId = new Map(rows.map((row) => [row.id, row]));
        return ids.map((id) => shownTask(byId.get(id)!, captions));
      }),
    ),

    vTaskItemDelete: instanceHandler<'vTaskItemDelete'>(({ scope, account, parameters }) =>
      scope.transaction(async (trx) => {
        const { hypothesisId, ids, vDayId } = parameters;
        // M-056: nothing was picked.
        if (!ids && !vDayId) throw new Problem(400, 'vTaskNonePicked');
        const hypothesis = await lockIdle(trx, hypothesisId);
        let gone = trx.deleteFrom('v_task_items').where('hypothesis_id', '=', hypothesis.id);
        if (ids) gone = gone.where('id', 'in', ids);
        if (vDayId) gone = gone.where('v_day_id', '=', vDayId);
        const deleted = await gone.returning('id').execute();
        if (ids && deleted.length < new Set(ids).size) throw notFound();
        await audit(trx, account, {
          entity: 'hypothesis',
          action: 'tasks',
          before: hypothesis,
          after: hypothesis,
        });
        return undefined;
      }),
    ),

    vTaskItemFromTaskItems: fromTaskItems,
  });

/** A condition on the point `e` of a task, or on its stand `p`. */
interface Asking {
  ofPoint(condition: RawBuilder<SqlBool>): RawBuilder<SqlBool>;
  ofStand(condition: RawBuilder<SqlBool>): RawBuilder<SqlBool>;
}

/** From the tasks on: most have a point that fulfils it. */
const FROM_TASKS: Asking = {
  ofPoint: (condition) =>
    sql`exists (select from evacuation_points e where e.id = i.evacuation_point_id and ${condition})`,
  ofStand: (condition) => sql`exists (select from evacuation_points e join visit_points p on p.id = e.stand_id
    where e.id = i.evacuation_point_id and ${condition})`,
};

/** Where the query joins both. */
const JOINED: Asking = {
  ofPoint: (condition) => condition,
  ofStand: (condition) => condition,
};

/** An array, so that the places within are found once and not for each stand. */
const inDistricts = (
  hypothesisId: string,
  districts: readonly string[],
) => sql<SqlBool>`p.location_id = any(array(
  with recursive below (id) as (
    select l.id from locations l join hypotheses h on h.instance_id = l.instance_id
    where h.id = ${hypothesisId} and l.code = ${anyOf([...districts], 'text')}
    union select l.id from locations l join below b on b.id = l.parent_id
  ) select id from below))`;

interface Asked {
  hypothesisId: string;
  query?: string;
  filter?: VTaskItemFilter;
  /** Ids of the days that the filter lets pass; undefined: all. */
  days?: string[] | undefined;
}

/** What the search and the filter ask of a task, called `i`. */
function conditionsOf(
  { hypothesisId, query, filter = {}, days }: Asked,
  { ofPoint, ofStand }: Asking,
): RawBuilder<SqlBool>[] {
  const { garbageTypes, containerTypes, districts } = filter;
  const text = query && containing(query);
  return [
    sql<SqlBool>`i.hypothesis_id = ${hypothesisId}`,
    ...(text ? [ofStand(sql`(p.name ilike ${text} or p.address ilike ${text})`)] : []),
    ...(days ? [sql<SqlBool>`i.v_day_id = ${anyOf(days, 'uuid')}`] : []),
    ...(garbageTypes ? [ofPoint(sql`e.garbage_type = ${anyOf(garbageTypes, 'text')}`)] : []),
    ...(containerTypes ? [sql<SqlBool>`i.container_type = ${anyOf(containerTypes, 'text')}`] : []),
    ...(districts ? [ofStand(inDistricts(hypothesisId, districts))] : []),
  ];
}

/** Days are few: which of them pass is found before, so that no index is walked for tasks of none. */
async function daysOf(
  db: ScopedDb,
  hypothesisId: string,
  { vDayIds, dateFrom, dateTo }: VTaskItemFilter,
): Promise<string[] | undefined> {
  if (!vDayIds && !dateFrom && !dateTo) return undefined;
  let days = db.selectFrom('v_days as d').select('d.id').where('d.hypothesis_id', '=', hypothesisId);
  if (vDayIds) days = days.where(sql<SqlBool>`d.id = ${anyOf(vDayIds, 'uuid')}`);
  if (dateFrom) days = days.where('d.day', '>=', dateFrom);
  if (dateTo) days = days.where('d.day', '<=', dateTo);
  return (await days.orderBy('d.day').execute()).map(({ id }) => id);
}

/** The tasks, called `i`, that the filter lets pass. */
function narrowed<DB, TB extends keyof DB, O>(
  rows: SelectQueryBuilder<DB, TB, O>,
  asked: Asked,
  asking = FROM_TASKS,
): SelectQueryBuilder<DB, TB, O> {
  return conditionsOf(asked, asking).reduce((some, condition) => some.where(condition), rows);
}

/**
 * The ids of a page. A hypothesis of a region has a million tasks: each order begins at the few rows that it goes by (days,
 * kinds of containers) or at the addresses, and takes no more tasks of each than the page needs.
 */
async function findTasks(
  db: ScopedDb,
  asked: Asked,
  { order, limit, offset, many }: { order: string; limit: number; offset: number; many(): Promise<boolean> },
): Promise<string[]> {
  const direction = order.startsWith('+') ? 'desc' : 'asc';
  const each = narrowed(db.selectFrom('v_task_items as i').select('i.id'), asked)
    .orderBy('i.id', direction)
    .limit(offset + limit);
  const by = SORTS[order.slice(1) as keyof typeof SORTS].by;
  const page = <DB, TB extends keyof DB, O extends { id: string }>(rows: SelectQueryBuilder<DB, TB, O>) =>
    rows.orderBy(by, direction).orderBy(sql.ref('i.id'), direction).limit(limit).offset(offset).execute();
  const found = await {
    day: () =>
      page(
        db
          .selectFrom('v_days as d')
          .innerJoinLateral(each.whereRef('i.v_day_id', '=', sql.ref('d.id')).as('i'), (on) => on.onTrue())
          .where('d.hypothesis_id', '=', asked.hypothesisId)
          .select('i.id'),
      ),
    containerType: () =>
      page(
        db
          .selectFrom('container_types as c')
          .innerJoinLateral(
            each
              .whereRef('i.instance_id', '=', sql.ref('c.instance_id'))
              .whereRef('i.container_type', '=', sql.ref('c.code'))
              .as('i'),
            (on) => on.onTrue(),
          )
          .select('i.id'),
      ),
    address: async () => {
      const all = withStands(db).select('i.id');
      if (!asked.query) return page(narrowed(all, asked, JOINED));
      // With few matches an index scan by address would read most stands for nothing, so the matches are found, then sorted.
      const first = (await many()) ? await page(narrowed(withFirstStands(db, direction), asked, JOINED)) : [];
      if (first.length === limit) return first;
      const found = narrowed(all.select('p.address'), asked, JOINED).offset(0).as('found');
      return db
        .selectFrom(found)
        .select('found.id')
        .orderBy('found.address', direction)
        .orderBy('found.id', direction)
        .limit(limit)
        .offset(offset)
        .execute();
    },
    count: () => page(narrowed(db.selectFrom('v_task_items as i').select('i.id'), asked)),
    volume: () => page(narrowed(db.selectFrom('v_task_items as i').select('i.id'), asked)),
  }[order.slice(1) as keyof typeof SORTS]();
  return found.map(({ id }) => id);
}

/** Sums of tasks that are alike, so that not every task has to be read. */
function sumsOf(db: ScopedDb, hypothesisId: string, vDayId: string | undefined) {
  return tasks(db)
    .where('i.hypothesis_id', '=', hypothesisId)
    .$if(vDayId !== undefined, (rows) => rows.where('i.v_day_id', '=', vDayId!))
    .select(['g.name as garbage_name', 'c.name as container_name', 'i.container_action'])
    .select(['i.time_from', 'i.time_to'])
    .select((eb) => [
      eb.fn.countAll<number>().as('tasks'),
      eb.fn.sum<number>('i.count').as('containers'),
      eb.fn.sum<number>('i.volume').as('volume'),
      sql<number>`sum(i.volume * coalesce(g.density, 0))`.as('mass'),
    ])
    .groupBy(['g.name', 'c.name', 'i.container_action', 'i.time_from', 'i.time_to'])
    .orderBy('g.name')
    .orderBy('c.name')
    .orderBy('i.container_action')
    .execute();
}

type SumRow = Awaited<ReturnType<typeof sumsOf>>[number];

/** The hours in which a task may be done, as people write them; null: any. */
export const windowOf = ({ time_from: from, time_to: to }: Pick<TaskRow, 'time_from' | 'time_to'>) =>
  from && to ? `${from.slice(0, 5)} – ${to.slice(0, 5)}` : null;

function countOf(caption: string, rows: readonly SumRow[]): VTaskCount {
  const sum = (value: (row: SumRow) => number) => rows.reduce((all, row) => all + Number(value(row)), 0);
  const rounded = (value: number) => Math.round(value * 1000) / 1000;
  return {
    caption,
    tasks: sum((row) => row.tasks),
    containers: sum((row) => row.containers),
    volume: rounded(sum((row) => row.volume)),
    mass: rounded(sum((row) => row.mass)),
  };
}

/** Answers 404 for a hypothesis that the account does not see. */
export async function requireHypothesis(db: ScopedDb, id: string): Promise<void> {
  const found = await db.selectFrom('hypotheses').select('id').where('id', '=', id).executeTakeFirst();
  if (!found) throw notFound();
}

async function saveItem(
  trx: ScopedTransaction,
  hypothesisId: string,
  instance_id: string,
  item: VTaskItemSave,
  at: string,
): Promise<string> {
  const refuse = (field: string, message: string, code = 'invalid'): never => {
    const fault: FieldProblem = { field: `${at}.${field}`, code, message };
    throw invalid(fault);
  };
  const { timeFrom = null, timeTo = null, count } = item;
  if ((timeFrom === null) !== (timeTo === null)) refuse('timeTo', 'validation.required', 'required');
  if (timeFrom !== null && timeTo !== null && timeFrom >= timeTo) refuse('timeTo', 'server.vTaskWindow');
  const day = trx.selectFrom('v_days').select('id').where('hypothesis_id', '=', hypothesisId);
  if (!(await day.where('id', '=', item.vDayId).executeTakeFirst()))
    refuse('vDayId', 'validation.unknownValue', 'unknownValue');
  const point = trx.selectFrom('evacuation_points').select('id').where('id', '=', item.evacuationPointId);
  if (!(await point.executeTakeFirst()))
    refuse('evacuationPointId', 'validation.unknownValue', 'unknownValue');
  const type = await trx
    .selectFrom('container_types')
    .select('volume')
    .where('instance_id', '=', instance_id)
    .where('code', '=', item.containerType.name)
    .executeTakeFirst();
  if (!type) return refuse('containerType', 'validation.unknownValue', 'unknownValue');
  const values = {
    v_day_id: item.vDayId,
    evacuation_point_id: item.evacuationPointId,
    container_type: item.containerType.name,
    container_action: item.containerAction.name,
    count,
    volume: item.volume ?? count * type.volume,
    time_from: timeFrom,
    time_to: timeTo,
  };
  const twice = trx
    .selectFrom('v_task_items')
    .select('id')
    .where('v_day_id', '=', values.v_day_id)
    .where('evacuation_point_id', '=', values.evacuation_point_id)
    .where('container_type', '=', values.container_type)
    .where('container_action', '=', values.container_action);
  const other = await twice.executeTakeFirst();
  if (other && other.id !== item.id) refuse('containerType', 'server.vTaskTwice', 'notUnique');
  if (!item.id) {
    const made = await trx
      .insertInto('v_task_items')
      .values({ ...values, instance_id, hypothesis_id: hypothesisId })
      .returning('id')
      .executeTakeFirstOrThrow();
    return made.id;
  }
  const saved = await trx
    .updateTable('v_task_items')
    .set((eb) => ({ ...values, version: eb('version', '+', 1), change_time: new Date() }))
    .where('id', '=', item.id)
    .where('hypothesis_id', '=', hypothesisId)
    .where('version', '=', item.version ?? 0)
    .returning('id')
    .executeTakeFirst();
  if (!saved) throw new Problem(412, 'stale', { current: null });
  return saved.id;
}
