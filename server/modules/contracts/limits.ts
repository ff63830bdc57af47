/** Limits of a contract and their balance. */
import { sql, type SqlBool } from 'kysely';
import { handlers, instanceHandler } from '../../access/handler.ts';
import type { Db } from '../../database/connection.ts';
import { anyOf } from '../../database/paging.ts';
import { invalid, notFound } from '../../core/problems.ts';
import { OF_CONTRACT } from '../../records/auditKinds.ts';
import type { Change } from '../../records/change.ts';
import { code, word } from '../../records/fields.ts';
import { oneOf } from '../../records/filters.ts';
import { record, type SaveOf } from '../../records/record.ts';
import { audit } from '../../records/saving.ts';
import { contracts } from './contracts.ts';

export const contractLimits = record('contractLimit', {
  table: 'contract_limits',
  labels: ['limit'],
  title: [OF_CONTRACT, 'type', 'period', 'effectiveDate'],
  parent: contracts,
  // A period is sorted by length, from a day to unlimited, not alphabetically.
  fields: { type: word('contractLimitTypes'), period: code('limitPeriods') },
  search: ['type', 'comment'],
  filters: { types: oneOf('type') },
  order: '-type',
  check: requireOnce,
});

/** Throws if another limit of the kind and period applies on one of the days. The contract's row is locked. */
async function requireOnce({ trx, body, before }: Change<SaveOf<'contractLimit'>>): Promise<void> {
  const days = sql`daterange(${body.effectiveDate ?? null}::date, ${body.expirationDate ?? null}::date, '[]')`;
  let twins = trx
    .selectFrom('contract_limits')
    .select('id')
    .where('contract_id', '=', body.contractId)
    .where('type', '=', body.type.name)
    .where('period', '=', body.period)
    .where(sql<SqlBool>`daterange(effective_date, expiration_date, '[]') && ${days}`);
  if (before) twins = twins.where('id', '<>', before.id);
  if (await twins.limit(1).executeTakeFirst())
    throw invalid({ field: 'type', code: 'duplicate', message: 'server.limitTwice' });
}

export const contractLimitHandlers = handlers({
  contractLimitBalance: instanceHandler<'contractLimitBalance'>(({ scope, body }) =>
    scope.transaction(async (trx) => {
      const ids = body.limitIds.map((id) => id.toLowerCase());
      // Locked in a fixed order, so that two calculations cannot deadlock.
      const limits = await trx
        .selectFrom('contract_limits')
        .selectAll()
        .where('id', '=', anyOf(ids, 'uuid'))
        .orderBy('id')
        .forUpdate()
        .execute();
      const { timeZone } = scope.account.instance;
      const balances = new Map<string, number>();
      for (const before of limits) {
        const after = await trx
          .updateTable('contract_limits')
          .set({
            balance: sql<number>`value - (${consumption(trx, before, timeZone)})`,
            balance_time: sql<Date>`now()`,
            version: before.version + 1,
            change_time: sql<Date>`now()`,
          })
          .where('id', '=', before.id)
          .returningAll()
          .executeTakeFirstOrThrow();
        await audit(trx, scope.account, { entity: 'contractLimit', action: 'balance', before, after });
        balances.set(after.id, after.balance ?? 0);
      }
      return ids.map((limitId) => {
        const balance = balances.get(limitId);
        if (balance === undefined) throw notFound();
        return { limitId, balance };
      });
    }),
  ),
});

/** Unit of the current period of a limit; other periods have no start. */
const PERIOD_UNITS: Record<string, string> = { DAY: 'day', MONTH: 'month', YEAR: 'year' };

/** Returns the usage of a limit: in its current period, or over its whole validity. */
export function consumption(
  db: Db,
  limit: { id: string; period: string; effective_date: string | null; expiration_date: string | null },
  timeZone: string,
) {
  let usage = db
    .selectFrom('contract_limit_usage as u')
    .select(sql<number>`coalesce(sum(u.amount), 0)`.as('used'))
    .where('u.limit_id', '=', limit.id);
  const unit = PERIOD_UNITS[limit.period];
  if (unit) {
    const begin = sql<string>`date_trunc(${unit}, now() at time zone ${timeZone})::date`;
    usage = usage.where('u.usage_date', '>=', begin);
  }
  if (limit.effective_date) usage = usage.where('u.usage_date', '>=', limit.effective_date);
  if (limit.expiration_date) usage = usage.where('u.usage_date', '<=', limit.expiration_date);
  return usage;
}
