/** Hypotheses: what to plan, for which days, and how (V-068). */
import { sql } from 'kysely';
import type { SaveOf } from '../../records/record.ts';
import { shortNameOf } from '../../access/accounts.ts';
import { invalid, type FieldProblem } from '../../core/problems.ts';
import type { HypothesisStatus } from '../../database/tables/hypotheses.ts';
import type { Change } from '../../records/change.ts';
import { computed, word, type FieldMaker } from '../../records/fields.ts';
import { condition, oneOf } from '../../records/filters.ts';
import { record } from '../../records/record.ts';
import { columnRef, type OwnRow } from '../../records/rows.ts';
import { jsonList } from '../../records/ties.ts';
import { setting } from './settings.ts';
import { requireIdle } from './states.ts';

/** Most days of an interval: each may become a virtual day. */
const MOST_DAYS = 31;

const countOf = (table: string) =>
  computed(sql`(select count(*)::integer from ${sql.table(table)} x where x.hypothesis_id = t.id)`);

const vDays: FieldMaker = (property) => ({
  columns: [],
  computed: () =>
    jsonList(sql`select d.id, d.day as date from v_days d where d.hypothesis_id = t.id order by d.day`),
  show: (row) => row[property] ?? [],
});

export const hypotheses = record('hypothesis', {
  table: 'hypotheses',
  labels: ['hypothesis', 'hypothesis.setting'],
  fields: {
    status: word('hypothesisStatuses'),
    setting,
    vDays,
    unitCount: countOf('v_units'),
    solutionCount: countOf('solutions'),
  },
  search: ['name', 'comment', 'author'],
  order: '+beginDate',
  filters: {
    statuses: oneOf('status'),
    dateFrom: condition<string>(['end_date'], (day) => sql<boolean>`${columnRef('end_date')} >= ${day}`),
    dateTo: condition<string>(['begin_date'], (day) => sql<boolean>`${columnRef('begin_date')} <= ${day}`),
    mine: condition<boolean>(['author_id'], (mine, { id }) =>
      mine ? sql<boolean>`${columnRef('author_id')} = ${id}` : undefined,
    ),
  },
  unique: { hypotheses_name: 'name' },
  check: async (change) => {
    const { before, body } = change;
    if (before) requireIdle(before['status'] as HypothesisStatus);
    if (body.name.trim() !== body.name || body.name.trim() === '')
      throw invalid({ field: 'name', code: 'spaces', message: 'server.hypothesisNameSpaces' });
    if (daysOf(body) > MOST_DAYS) {
      const values = { limit: MOST_DAYS };
      throw invalid({ field: 'endDate', code: 'tooLong', message: 'server.hypothesisTooLong', values });
    }
    await requireDaysWithin(change);
  },
  sets: ({ before, account, action }) => ({
    ...(action !== 'delete' && { valid: false }),
    ...(!before && { author_id: account.id, author: shortNameOf(account) }),
  }),
  after: keepDays,
});

const DAY_MS = 86_400_000;
const daysOf = ({ beginDate, endDate }: SaveOf<'hypothesis'>) =>
  (Date.parse(endDate) - Date.parse(beginDate)) / DAY_MS + 1;

/** Throws if days with tasks or units are outside the new interval: they have to be cleared first. */
async function requireDaysWithin({ trx, before, body }: Change<SaveOf<'hypothesis'>>): Promise<void> {
  if (!before) return;
  const outside = await trx
    .selectFrom('v_days as d')
    .select('d.day')
    .where('d.hypothesis_id', '=', before.id)
    .where((eb) => eb.or([eb('d.day', '<', body.beginDate), eb('d.day', '>', body.endDate)]))
    .where(
      sql<boolean>`(exists (select from v_task_items i where i.v_day_id = d.id) or exists (select from v_units u where u.v_day_id = d.id))`,
    )
    .orderBy('d.day')
    .execute();
  if (outside.length === 0) return;
  const fault: FieldProblem = {
    field: outside.some(({ day }) => day < body.beginDate) ? 'beginDate' : 'endDate',
    code: 'daysInUse',
    message: 'server.hypothesisDaysInUse',
    values: { days: outside.map(({ day }) => day).join(', ') },
  };
  throw invalid(fault);
}

/** Creates a virtual day for each day of a new hypothesis; removes those outside a shortened interval. */
async function keepDays(
  row: OwnRow,
  { trx, before }: Change<SaveOf<'hypothesis'> | undefined>,
): Promise<void> {
  const { id, instance_id } = row;
  const [from, to] = [row['begin_date'] as string, row['end_date'] as string];
  if (!before) {
    const count = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
    const days = Array.from({ length: count }, (_, i) =>
      new Date(Date.parse(from) + i * DAY_MS).toISOString().slice(0, 10),
    );
    await trx
      .insertInto('v_days')
      .values(days.map((day) => ({ instance_id, hypothesis_id: id, day })))
      .execute();
    return;
  }
  await trx
    .deleteFrom('v_days')
    .where('hypothesis_id', '=', id)
    .where((eb) => eb.or([eb('day', '<', from), eb('day', '>', to)]))
    .execute();
}
