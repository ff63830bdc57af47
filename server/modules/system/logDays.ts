/** Bounds of a log query, both days included, in the time zone of the account's instance. */
import { sql, type Expression, type SqlBool } from 'kysely';
import type { Account } from '../../access/accounts.ts';

interface Days {
  from?: string;
  to?: string;
}

/** Returns the condition on a time of the log, whose table is aliased `l`. */
export function within(column: string, { from, to }: Days, { instance }: Account): Expression<SqlBool> {
  const moment = sql.ref(`l.${column}`);
  const begin = (day: string, days: number) =>
    sql`((${day}::date + ${sql.lit(days)})::timestamp at time zone ${instance.timeZone})`;
  const parts = [
    ...(from === undefined ? [] : [sql<SqlBool>`${moment} >= ${begin(from, 0)}`]),
    ...(to === undefined ? [] : [sql<SqlBool>`${moment} < ${begin(to, 1)}`]),
  ];
  return parts.length > 0 ? sql<SqlBool>`${sql.join(parts, sql` and `)}` : sql<SqlBool>`true`;
}
