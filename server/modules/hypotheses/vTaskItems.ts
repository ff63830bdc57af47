/** Virtual tasks: what to empty and where on a virtual day. */
import { sql, type RawBuilder, type SelectQueryBuilder, type SqlBool } from 'kysely';
import type {
  VTaskCount,
  VTaskItem,
  VTaskItemFilter,
  VTaskItemSave,
} from '../../../schemas/generated/api.ts';
import { handlers, instanceHandler, type InstanceCall } from '../../access/handler.ts';
import { isNarrowed } from '../../access/reach.ts';
import type { ScopedDb, ScopedTransaction } from '../../access/scope.ts';
import { readList } from '../../database/list.ts';
import { PAGE_LIMITS, type PageLimits } from '../../core/paging.ts';
import { anyOf, containing, countRows } from '../../database/paging.ts';
import { asPreparedStatement, executePrepared } from '../../database/prepared.ts';
import { invalid, notFound, Problem, type FieldProblem } from '../../core/problems.ts';
import { loadCaptions, type Captions } from '../../records/captions.ts';
import { OverLimitCache, QueryCache } from '../../records/paging/caches.ts';
import { queryKeyOf, readerKeyOf } from '../../records/paging/list.ts';
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
const FIRST_STANDS = 2_000;

const withFirstStands = (db: ScopedDb, direction: 'asc' | 'desc', stands = FIRST_STANDS) => {
  const all = db.selectFrom('visit_points as p').select(['p.id', 'p.name', 'p.address', 'p.location_id']);
  // A literal number is known to the planner even in a generic plan, a parameter is not.
  const first = sql`fetch first ${sql.lit(stands)} rows with ties`;
  return db
    .selectFrom(all.orderBy('p.address', direction).modifyEnd(first).as('p'))
    .innerJoin('evacuation_points as e', 'e.stand_id', 'p.id')
    .innerJoin('v_task_items as i', 'i.evacuation_point_id', 'e.id')
    .select('i.id');
};

/** The offset is an optimization fence: stands are sorted first, and tasks are read only for those of the page. */
const withStandsFound = (db: ScopedDb, query: string, direction?: 'asc' | 'desc') => {
  const all = db.selectFrom('visit_points as p').select(['p.id', 'p.address', 'p.location_id']);
  const found = all.where(standFoundBy(query)).offset(0);
  return db
    .selectFrom((direction ? found.orderBy('p.address', direction) : found).as('p'))
    .innerJoin('evacuation_points as e', 'e.stand_id', 'p.id')
    .innerJoin('v_task_items as i', 'i.evacuation_point_id', 'e.id');
};

function standFoundBy(query: string): RawBuilder<SqlBool> {
  const text = containing(query);
  return sql<SqlBool>`(p.name ilike ${text} or p.address ilike ${text})`;
}

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

/** Lists that are known to exceed the limit of counting. */
const overLimit = new OverLimitCache();
const firstPages = new QueryCache<TaskRow>();
const displays = new QueryCache<TaskRow>();

/** Placeholders for the number of rows, and for their ids. */
const COUNT = Symbol('count');
const IDS = Symbol('ids');

export const vTaskItemHandlers = (limits: PageLimits = PAGE_LIMITS) =>
  handlers({
    vTaskItemPaging: instanceHandler<'vTaskItemPaging'>(async (call) => {
      const { parameters, locale, walk } = call;
      const { db } = call.scope;
      const { hypothesisId, filter = {} } = parameters;
      const query = parameters.query?.trim();
      const order = parameters.order ?? '-address';
      const key = JSON.stringify([readerKeyOf(call), hypothesisId, query, filter]);
      const isWhole = !query && Object.keys(filter).length === 0;
      const first = isWhole && !walk && overLimit.has(key) ? await firstPage(call, order, limits) : undefined;
      if (!first) await requireHypothesis(db, hypothesisId);
      const captions = await loadCaptions(db, locale);
      const requested: TaskSelection = {
        hypothesisId,
        filter,
        days: await daysOf(db, hypothesisId, filter),
        ...(query && { query }),
      };
      const rows = query
        ? narrowed(withStandsFound(db, query), withoutQuery(requested), JOINED)
        : narrowed(db.selectFrom('v_task_items as i'), requested);
      const count = () => {
        if (requested.days?.length === 0) return Promise.resolve(0);
        // The group sums have no stands.
        const inGroups = !query && !filter.districts && !isNarrowed(call.scope.reach);
        const counting = inGroups ? () => sizeOfGroups(db, requested) : countRows(db, rows, limits);
        return overLimit.sizeOf(key, limits, counting);
      };
      let counted: Promise<number> | undefined;
      const size = () => (counted ??= count());
      const list = {
        rows,
        size,
        shown: selectTasks(narrowed(tasks(db), requested, JOINED)),
        order,
        sorts: SORTS,
        id: sql.ref('i.id'),
        limits,
        find: async (limit: number, offset: number) => {
          if (first) return first;
          const many = async () => (await size()) > limits.exact;
          const page = { order, limit, offset, many };
          const ids = requested.days?.length === 0 ? [] : await findTasks(db, requested, page);
          return displayed(call, ids);
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
        // M-056: nothing was selected.
        if (!ids && !vDayId) throw new Problem(400, 'vTaskNonePicked');
        const hypothesis = await lockIdle(trx, hypothesisId);
        let deletion = trx.deleteFrom('v_task_items').where('hypothesis_id', '=', hypothesis.id);
        if (ids) deletion = deletion.where('id', 'in', ids);
        if (vDayId) deletion = deletion.where('v_day_id', '=', vDayId);
        const deleted = await deletion.returning('id').execute();
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
interface Joins {
  ofPoint(condition: RawBuilder<SqlBool>): RawBuilder<SqlBool>;
  ofStand(condition: RawBuilder<SqlBool>): RawBuilder<SqlBool>;
}

/** For queries from tasks: most tasks have a matching point. */
const FROM_TASKS: Joins = {
  ofPoint: (condition) =>
    sql`exists (select from evacuation_points e where e.id = i.evacuation_point_id and ${condition})`,
  ofStand: (condition) => sql`exists (select from evacuation_points e join visit_points p on p.id = e.stand_id
    where e.id = i.evacuation_point_id and ${condition})`,
};

/** For queries that already join both. */
const JOINED: Joins = {
  ofPoint: (condition) => condition,
  ofStand: (condition) => condition,
};

/** An array, so that the districts below are determined once and not per stand. */
const inDistricts = (
  hypothesisId: string,
  districts: readonly string[],
) => sql<SqlBool>`p.location_id = any(array(
  with recursive below (id) as (
    select l.id from locations l join hypotheses h on h.instance_id = l.instance_id
    where h.id = ${hypothesisId} and l.code = ${anyOf([...districts], 'text')}
    union select l.id from locations l join below b on b.id = l.parent_id
  ) select id from below))`;

interface TaskSelection {
  hypothesisId: string;
  query?: string;
  filter?: VTaskItemFilter;
  /** Ids of the days that match the filter; undefined: all. */
  days?: string[] | undefined;
}

const withoutQuery = ({ query: _, ...rest }: TaskSelection): TaskSelection => rest;

/** Returns the conditions of search and filter on a task, aliased `i`. */
function conditionsOf(
  { hypothesisId, query, filter = {}, days }: TaskSelection,
  { ofPoint, ofStand }: Joins,
): RawBuilder<SqlBool>[] {
  const { garbageTypes, containerTypes, districts } = filter;
  return [
    sql<SqlBool>`i.hypothesis_id = ${hypothesisId}`,
    ...(query ? [ofStand(standFoundBy(query))] : []),
    ...(days ? [sql<SqlBool>`i.v_day_id = ${anyOf(days, 'uuid')}`] : []),
    ...(garbageTypes ? [ofPoint(sql`e.garbage_type = ${anyOf(garbageTypes, 'text')}`)] : []),
    ...(containerTypes ? [sql<SqlBool>`i.container_type = ${anyOf(containerTypes, 'text')}`] : []),
    ...(districts ? [ofStand(inDistricts(hypothesisId, districts))] : []),
  ];
}

/** Returns the matching days. They are few: found first, so that no index is scanned for days without tasks. */
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

/** Restricts a query to the tasks, aliased `i`, that match. */
function narrowed<DB, TB extends keyof DB, O>(
  rows: SelectQueryBuilder<DB, TB, O>,
  requested: TaskSelection,
  joins = FROM_TASKS,
): SelectQueryBuilder<DB, TB, O> {
  return conditionsOf(requested, joins).reduce((some, condition) => some.where(condition), rows);
}

/** Returns the number of matching tasks, for lists whose conditions do not involve stands. */
async function sizeOfGroups(
  db: ScopedDb,
  { hypothesisId, filter = {}, days }: TaskSelection,
): Promise<number> {
  const { garbageTypes, containerTypes } = filter;
  let groups = db.selectFrom('v_task_groups as g').where('g.hypothesis_id', '=', hypothesisId);
  if (days) groups = groups.where(sql<SqlBool>`g.v_day_id = ${anyOf(days, 'uuid')}`);
  if (garbageTypes) groups = groups.where(sql<SqlBool>`g.garbage_type = ${anyOf(garbageTypes, 'text')}`);
  if (containerTypes)
    groups = groups.where(sql<SqlBool>`g.container_type = ${anyOf(containerTypes, 'text')}`);
  const sum = groups.select(sql<number>`coalesce(sum(g.tasks), 0)`.as('size'));
  return (await sum.executeTakeFirstOrThrow()).size;
}

/** Orders that an index provides. */
const INDEXED: ReadonlySet<string> = new Set(['address', 'count', 'volume']);

/**
 * Reads the first rows of a long list without search and filter, the most frequent request, with one prepared
 * statement. Returns undefined for other pages, for a shorter list, for a hypothesis that the account does not see, and
 * where the first stands (at most as many as tasks) have too few tasks: the planner would have to guess their number.
 */
async function firstPage(
  call: InstanceCall<'vTaskItemPaging'>,
  order: string,
  { firstPage: most }: PageLimits,
): Promise<TaskRow[] | undefined> {
  const { hypothesisId, page = 0, count = 10 } = call.parameters;
  const { db, reach } = call.scope;
  if (!INDEXED.has(order.slice(1)) || page !== 0 || count < 1 || count > most) return undefined;
  const query = firstPages.get(JSON.stringify([order, hypothesisId, queryKeyOf(call)]), reach, () => {
    const seen = db
      .selectFrom('hypotheses as h')
      .where('h.id', '=', hypothesisId)
      .select(sql<boolean>`true`.as('seen'));
    // Literal limits make the planner use the index of the order; the placeholder only ends the scan sooner.
    const first = <DB, TB extends keyof DB, O>(rows: SelectQueryBuilder<DB, TB, O>) =>
      inOrder(narrowed(rows, { hypothesisId }).where(seen), order).limit(sql.lit(most));
    const ids = order.endsWith('address')
      ? first(withFirstStands(db, directionOf(order), most))
      : first(db.selectFrom('v_task_items as i').select('i.id'));
    const found = sql<string>`any(array(select first.id from (${ids}) as first limit ${COUNT}))`;
    return asPreparedStatement(inOrder(selectTasks(tasks(db)).where('i.id', '=', found), order).compile());
  });
  const { rows } = await executePrepared(db, query, COUNT, count);
  return rows.length === count ? rows : undefined;
}

/** Reads tasks by id in the order of the ids; leaves out those deleted meanwhile. */
async function displayed(call: InstanceCall<'vTaskItemPaging'>, ids: readonly string[]): Promise<TaskRow[]> {
  if (ids.length === 0) return [];
  const { db, reach } = call.scope;
  const query = displays.get(queryKeyOf(call), reach, () => {
    const rows = tasks(db).where('i.id', '=', sql<string>`any(${IDS}::uuid[])`);
    return asPreparedStatement(selectTasks(rows).compile());
  });
  const { rows } = await executePrepared(db, query, IDS, ids);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.map((id) => byId.get(id)).filter((row) => row !== undefined);
}

const directionOf = (order: string) => (order.startsWith('+') ? 'desc' : 'asc');

function inOrder<DB, TB extends keyof DB, O>(rows: SelectQueryBuilder<DB, TB, O>, order: string) {
  const direction = directionOf(order);
  const { by } = SORTS[order.slice(1) as keyof typeof SORTS];
  return rows.orderBy(by, direction).orderBy(sql.ref('i.id'), direction);
}

/**
 * Finds the ids of a page. A hypothesis of a region has a million tasks: each order starts with the few rows it sorts
 * by (days, container types) or with the addresses, and reads no more tasks of each than the page needs.
 */
async function findTasks(
  db: ScopedDb,
  requested: TaskSelection,
  { order, limit, offset, many }: { order: string; limit: number; offset: number; many(): Promise<boolean> },
): Promise<string[]> {
  const direction = directionOf(order);
  const each = narrowed(db.selectFrom('v_task_items as i').select('i.id'), requested)
    .orderBy('i.id', direction)
    .limit(offset + limit);
  const page = <DB, TB extends keyof DB, O extends { id: string }>(rows: SelectQueryBuilder<DB, TB, O>) =>
    inOrder(rows, order).limit(limit).offset(offset).execute();
  const found = await {
    day: () =>
      page(
        db
          .selectFrom('v_days as d')
          .innerJoinLateral(each.whereRef('i.v_day_id', '=', sql.ref('d.id')).as('i'), (on) => on.onTrue())
          .where('d.hypothesis_id', '=', requested.hypothesisId)
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
      if (!requested.query) return page(narrowed(withStands(db).select('i.id'), requested, JOINED));
      // With few matches, an index scan by address would read most stands needlessly: find them first, then sort.
      const first = (await many())
        ? await page(narrowed(withFirstStands(db, direction), requested, JOINED))
        : [];
      if (first.length === limit) return first;
      const found = withStandsFound(db, requested.query, direction).select('i.id');
      return page(narrowed(found, withoutQuery(requested), JOINED));
    },
    count: () => page(narrowed(db.selectFrom('v_task_items as i').select('i.id'), requested)),
    volume: () => page(narrowed(db.selectFrom('v_task_items as i').select('i.id'), requested)),
  }[order.slice(1) as keyof typeof SORTS]();
  return found.map(({ id }) => id);
}

/** Sums of similar tasks, so that not every task has to be read. */
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

/** Formats the hours of a task; null: any. */
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

/** Throws 404 for a hypothesis that the account does not see. */
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
