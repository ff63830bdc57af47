/** Dates in the time zone of an instance: the database's own date is that of another time zone. */
import { sql, type RawBuilder } from 'kysely';

/** Returns the current date of the instance with this id. */
export const todayOf = (instanceId: RawBuilder<unknown>): RawBuilder<string> =>
  sql`(select (now() at time zone i.time_zone)::date from instances i where i.id = ${instanceId})`;

/** Returns the condition for a person whose last day of employment has not passed. */
export const isEmployed = (alias: string): RawBuilder<boolean> =>
  sql`coalesce(${sql.ref(`${alias}.end_date`)} >= ${todayOf(sql.ref(`${alias}.instance_id`))}, true)`;

/** Returns a date for display, in messages and events of either language: `2026-11-28` is 28.11.2026. */
export const printedDay = (day: string): string => day.split('-').toReversed().join('.');
