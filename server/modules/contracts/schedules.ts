/**
 * Schedules: days and hours that are included, less those that are excluded. Periods of one kind never overlap and are
 * never reversed; the database enforces it (screens §5).
 */
import { sql } from 'kysely';
import type { PlanPeriod } from '../../../schemas/generated/api.ts';
import type { ScopedTransaction } from '../../access/scope.ts';
import type { Captions } from '../../records/captions.ts';
import type { Change } from '../../records/change.ts';
import type { Field, FieldMaker } from '../../records/fields.ts';
import type { Row } from '../../records/rows.ts';

/** Dictionary values of the stored numbers: week days are 1 to 7 from Monday, weeks 1 to 4 and 5 for the last. */
const DAYS = ['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY'];
const WEEKS = ['FIRST', 'SECOND', 'THIRD', 'FOURTH', 'LAST'];

/** A row of `schedule_periods`. */
export interface StoredPeriod {
  excluded: boolean;
  kind: string;
  week_days: number[];
  weeks: number[];
  time_from: string | null;
  time_to: string | null;
  begin_date: string | null;
  end_date: string | null;
}

const PERIODS = sql`(select coalesce(jsonb_agg(to_jsonb(p) - 'slots' order by p.excluded, p.begin_date, p.id), '[]')
  from schedule_periods p where p.instance_id = t.instance_id and p.schedule_id = t.schedule_id)`;
const stored = (row: Row, property: string) => (row[property] ?? []) as StoredPeriod[];
const hour = (time: string | null) => time?.slice(0, 5) ?? null;

/** Periods of the schedule in the column `schedule_id`; a save writes them to a schedule owned by the record. */
export const periods: FieldMaker = (property) => ({
  ...base,
  show: (row, captions) => stored(row, property).map((period) => shown(period, captions)),
  write: async (value, change) => ({ schedule_id: await writeSchedule(value as PlanPeriod[], change) }),
  removed: (trx, { schedule_id: id }) => dropUnused(trx, String(id)),
});

/** The periods as text, for a table cell. */
export const scheduleText: FieldMaker = (property) => ({
  ...base,
  logged: true,
  show: (row, captions) =>
    stored(row, property)
      .map((period) => textOf(period, captions))
      .join('; '),
});

const base = {
  columns: [],
  dictionaries: ['scheduleTypes', 'weekDays', 'monthWeeks'],
  computed: () => PERIODS,
} satisfies Partial<Field>;

/** Converts a stored period to the format of the API. */
export function shown(period: StoredPeriod, captions: Captions): PlanPeriod {
  return {
    excluded: period.excluded,
    kind: captions.value('scheduleTypes', period.kind) as PlanPeriod['kind'],
    weekDays: period.week_days.map((day) => captions.value('weekDays', DAYS[day - 1]!)),
    weeks: period.weeks.map((week) => captions.value('monthWeeks', WEEKS[week - 1]!)),
    timeFrom: hour(period.time_from),
    timeTo: hour(period.time_to),
    beginDate: period.begin_date,
    endDate: period.end_date,
  };
}

/** Returns `Каждую неделю: понедельник, среда, 07:00–12:00`; an exclusion is in parentheses. */
export function textOf(period: StoredPeriod, captions: Captions): string {
  const { kind, weekDays = [], weeks = [], timeFrom, timeTo } = shown(period, captions);
  const date = (day: string | null) => day?.split('-').reverse().join('.') ?? '…';
  // English week days stay capitalized within a sentence.
  const within = (caption: string) => (captions.locale === 'ru' ? caption.toLowerCase() : caption);
  const parts = [
    ...weeks.map(({ caption }) => caption.toLowerCase()),
    ...weekDays.map(({ caption }) => within(caption)),
  ];
  if (timeFrom || timeTo) parts.push(`${timeFrom ?? '00:00'}–${timeTo ?? '24:00'}`);
  if (period.begin_date || period.end_date) parts.push(`${date(period.begin_date)}–${date(period.end_date)}`);
  const text = parts.length > 0 ? `${kind.caption}: ${parts.join(', ')}` : kind.caption;
  return period.excluded ? `(− ${text})` : text;
}

/** Replaces the periods of the record's schedule and returns its id; creates one where it is missing or shared. */
async function writeSchedule(given: readonly PlanPeriod[], change: Change): Promise<string> {
  const { trx, instanceId, before } = change;
  const known = before && (await ownSchedule(trx, String(before['schedule_id'])));
  const id =
    known ??
    (
      await trx
        .insertInto('schedules')
        .values({ instance_id: instanceId })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id;
  await trx.deleteFrom('schedule_periods').where('schedule_id', '=', id).execute();
  for (const period of given)
    await trx
      .insertInto('schedule_periods')
      .values({ ...rowOf(period), instance_id: instanceId, schedule_id: id })
      .execute();
  return id;
}

const numbersOf = (words: readonly { name: string }[] | undefined, names: readonly string[]) =>
  (words ?? []).map(({ name }) => names.indexOf(name) + 1).toSorted((a, b) => a - b);

/** Returns the columns of a period. */
export function rowOf(period: PlanPeriod) {
  const kind = period.kind.name;
  return {
    excluded: period.excluded,
    kind,
    // Values that the kind does not use are not stored.
    week_days: kind === 'EVERYDAY' ? [] : numbersOf(period.weekDays, DAYS),
    weeks: kind === 'NUMBERED_WEEKS' ? numbersOf(period.weeks, WEEKS) : [],
    time_from: period.timeFrom ?? null,
    time_to: period.timeTo ?? null,
    begin_date: period.beginDate ?? null,
    end_date: period.endDate ?? null,
  };
}

/** Returns the schedule, unless other plans use it, too. */
async function ownSchedule(trx: ScopedTransaction, id: string): Promise<string | undefined> {
  const plans = await trx
    .selectFrom('contract_plans')
    .select('id')
    .where('schedule_id', '=', id)
    .limit(2)
    .execute();
  return plans.length > 1 ? undefined : id;
}

async function dropUnused(trx: ScopedTransaction, id: string): Promise<void> {
  await trx
    .deleteFrom('schedules')
    .where('id', '=', id)
    .where((eb) =>
      eb.not(eb.exists(eb.selectFrom('contract_plans').select('id').where('schedule_id', '=', id))),
    )
    .execute();
}
