/** Totals of the filtered results: ordered, billed, approved and in dispute, over 92 days at most. */
import { sql, type SqlBool } from 'kysely';
import type { CsoriTotals } from '../../../schemas/generated/api.ts';
import type { InstanceCall } from '../../access/handler.ts';
import { invalid, type FieldProblem } from '../../core/problems.ts';
import { contains } from '../../database/paging.ts';
import type { BoundRecord } from '../../records/bind.ts';
import { columnRef, dynamic } from '../../records/rows.ts';

export const MOST_DAYS = 92;
const DAY_MS = 86_400_000;

interface PeriodInput {
  dateFrom?: string;
  dateTo?: string;
}

/** Throws, at the field, for a period that is missing, longer than 92 days, or reversed. */
export function requirePeriod({ dateFrom, dateTo }: PeriodInput): void {
  const errors: FieldProblem[] = [];
  const missing = (field: string) => ({ field, code: 'required', message: 'validation.required' });
  if (!dateFrom) errors.push(missing('filter.dateFrom'));
  if (!dateTo) errors.push(missing('filter.dateTo'));
  if (dateFrom && dateTo && Date.parse(dateTo) - Date.parse(dateFrom) >= MOST_DAYS * DAY_MS)
    errors.push({
      field: 'filter.dateTo',
      code: 'range',
      message: 'validation.tooManyDays',
      values: { days: MOST_DAYS },
    });
  if (errors.length > 0) throw invalid(...errors);
}

/** Returns totals of the same rows as the list, by the filters of the record. */
export async function totalsOf(record: BoundRecord, call: InstanceCall): Promise<CsoriTotals> {
  const { scope, account } = call;
  const { filter = {}, query } = call.parameters as { filter?: Record<string, unknown>; query?: string };
  requirePeriod(filter);
  let rows = dynamic(scope.db).selectFrom('csoris as t');
  for (const [name, value] of Object.entries(filter)) {
    const condition = value === undefined ? undefined : record.filters[name]!.where(value, account, filter);
    if (condition) rows = rows.where(condition);
  }
  if (query?.trim())
    rows = rows.where(contains(columnRef('address'), query) as ReturnType<typeof sql<SqlBool>>);
  const part = (name: string, when = sql<SqlBool>`true`) => {
    const [count, volume] = [sql.ref(`t.${name}_count`), sql.ref(`t.${name}_volume`)];
    return sql`json_build_object('count', coalesce(sum(${count}) filter (where ${when}), 0),
      'volume', coalesce(sum(${volume}) filter (where ${when}), 0),
      'sum', sum(round(${volume} * t.price, 2)) filter (where ${when}))`;
  };
  const disputed = sql<SqlBool>`t.status in ('CLAIM', 'CORRECTION')`;
  const found = await rows
    .select([
      sql<number>`count(*)`.as('results'),
      part('ordered').as('ordered'),
      part('billed').as('billed'),
      part('approved').as('approved'),
      part('billed', disputed).as('disputed'),
    ])
    .executeTakeFirstOrThrow();
  return found as unknown as CsoriTotals;
}
