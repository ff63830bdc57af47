/** Days as an instance counts them: the database's own day is that of another time zone. */
import { sql, type RawBuilder } from 'kysely';

/** The day that it is where the instance of this id is. */
export const todayOf = (instanceId: RawBuilder<unknown>): RawBuilder<string> =>
  sql`(select (now() at time zone i.time_zone)::date from instances i where i.id = ${instanceId})`;

/** Somebody whose last day is not over. */
export const isEmployed = (alias: string): RawBuilder<boolean> =>
  sql`coalesce(${sql.ref(`${alias}.end_date`)} >= ${todayOf(sql.ref(`${alias}.instance_id`))}, true)`;

/** A day as people read it, in messages and events of either language: `2026-11-28` is 28.11.2026. */
export const printedDay = (day: string): string => day.split('-').toReversed().join('.');
