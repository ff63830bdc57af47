/** Limits of a contract and their balance. */
import { sql } from 'kysely';
import type { Db } from '../../database/connection.ts';
import { instanceHandler, type Handlers } from '../../http/handler.ts';
import {
  anyOf,
  containing,
  countRows,
  ordered,
  rankOf,
  readPage,
  type PageQuery,
} from '../../http/paging.ts';
import { notFound } from '../../http/problems.ts';
import type { Locale } from '../../http/texts.ts';
import { loadCaptions, type Captions, type ClassifierValue } from '../../records/captions.ts';
import { audit, requireFresh } from '../../records/saving.ts';
import { lockParent, requireContract } from './contracts.ts';

interface LimitSave {
  id?: string;
  version?: number;
  contractId: string;
  type: ClassifierValue;
  unit: string;
  value: number;
  period: string;
  effectiveDate?: string | null;
  expirationDate?: string | null;
  comment?: string | null;
}

interface OneLimit {
  params: { limitId: string };
}

type LimitPaging = PageQuery & { contractId: string; filter?: { types?: string[] } };

export const contractLimitHandlers: Handlers = {
  contractLimitPaging: instanceHandler<{ query: LimitPaging }>(
    async ({ scope, query, locale }) => {
      await requireContract(scope.db, query.contractId);
      const captions = await loadCaptions(scope.db, locale, 'contractLimitTypes', 'limitPeriods');
      let rows = scope.db.selectFrom('contract_limits as l').where('l.contract_id', '=', query.contractId);
      if (query.filter?.types) rows = rows.where('l.type', '=', anyOf(query.filter.types, 'text'));
      if (query.query?.trim()) {
        const wanted = query.query.trim().toLowerCase();
        const types = captions
          .all('contractLimitTypes')
          .filter((type) => type.caption.toLowerCase().includes(wanted))
          .map((type) => type.name);
        const pattern = containing(query.query);
        rows = rows.where((eb) =>
          eb.or([eb('l.comment', 'ilike', pattern), eb('l.type', '=', anyOf(types, 'text'))]),
        );
      }
      const sorts = {
        type: { by: rankOf(captions.sorted('contractLimitTypes'), sql.ref('l.type')) },
        value: { by: sql.ref('l.value') },
        // From a day to no end, not by the alphabet.
        period: {
          by: rankOf(
            captions.all('limitPeriods').map((word) => word.name),
            sql.ref('l.period'),
          ),
        },
        effectiveDate: { by: sql.ref('l.effective_date'), nullable: true },
        balance: { by: sql.ref('l.balance'), nullable: true },
      };
      const page = ordered(rows.selectAll('l'), query.order ?? '-type', sorts, sql.ref('l.id'));
      return readPage(query, page, countRows(rows), (row) => limitReply(row, captions));
    },
    ['type', 'value', 'period', 'effectiveDate', 'balance'],
  ),

  contractLimitGet: instanceHandler<OneLimit>(({ scope, params, locale }) =>
    readLimit(scope.db, params.limitId, locale),
  ),

  contractLimitSave: instanceHandler<{ body: LimitSave }>(({ scope, body, locale }) =>
    scope.transaction(async (trx) => {
      const { id, version } = body;
      const contract = await lockParent(trx, body.contractId);
      if (id === undefined) {
        const after = await trx
          .insertInto('contract_limits')
          .values({ ...columnsOf(body), contract_id: contract.id, instance_id: contract.instance_id })
          .returningAll()
          .executeTakeFirstOrThrow();
        await audit(trx, scope.account, { entity: 'contractLimit', action: 'create', after });
        return readLimit(trx, after.id, locale);
      }
      const locked = await trx
        .selectFrom('contract_limits')
        .selectAll()
        .where('id', '=', id)
        .where('contract_id', '=', contract.id)
        .forUpdate()
        .executeTakeFirst();
      const before = await requireFresh(locked, version, () => readLimit(trx, id, locale));
      const after = await trx
        .updateTable('contract_limits')
        .set({ ...columnsOf(body), version: before.version + 1, change_time: sql<Date>`now()` })
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirstOrThrow();
      await audit(trx, scope.account, { entity: 'contractLimit', action: 'save', before, after });
      return readLimit(trx, id, locale);
    }),
  ),

  contractLimitDelete: instanceHandler<OneLimit>(({ scope, params }) =>
    scope.transaction(async (trx) => {
      const limit = await trx
        .selectFrom('contract_limits')
        .select('contract_id')
        .where('id', '=', params.limitId)
        .executeTakeFirst();
      if (!limit) throw notFound();
      await lockParent(trx, limit.contract_id);
      const before = await trx
        .deleteFrom('contract_limits')
        .where('id', '=', params.limitId)
        .returningAll()
        .executeTakeFirst();
      if (!before) throw notFound();
      await audit(trx, scope.account, { entity: 'contractLimit', action: 'delete', before });
    }),
  ),

  contractLimitBalance: instanceHandler<{ body: { limitIds: string[] } }>(({ scope, body }) =>
    scope.transaction(async (trx) => {
      const ids = body.limitIds.map((id) => id.toLowerCase());
      // Always locked in the same order, so that two calculations cannot wait for each other.
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
};

/** Where the running period of a limit begins; the other periods have no beginning. */
const PERIOD_UNITS: Record<string, string> = { DAY: 'day', MONTH: 'month', YEAR: 'year' };

/** How much of a limit is used up: in its running period, or over all the time that it holds. */
function consumption(
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

function columnsOf(body: LimitSave) {
  return {
    type: body.type.name,
    unit: body.unit,
    value: body.value,
    period: body.period,
    effective_date: body.effectiveDate ?? null,
    expiration_date: body.expirationDate ?? null,
    comment: body.comment ?? null,
  };
}

interface LimitRow {
  id: string;
  contract_id: string;
  version: number;
  type: string;
  unit: string;
  value: number;
  period: string;
  effective_date: string | null;
  expiration_date: string | null;
  balance: number | null;
  balance_time: Date | null;
  comment: string | null;
}

function limitReply(row: LimitRow, captions: Captions) {
  return {
    id: row.id,
    contractId: row.contract_id,
    version: row.version,
    type: captions.value('contractLimitTypes', row.type),
    unit: row.unit,
    value: row.value,
    period: row.period,
    effectiveDate: row.effective_date,
    expirationDate: row.expiration_date,
    balance: row.balance,
    balanceTime: row.balance_time?.toISOString() ?? null,
    comment: row.comment,
  };
}

async function readLimit(db: Db, id: string, locale: Locale) {
  const row = await db.selectFrom('contract_limits').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) throw notFound();
  return limitReply(row, await loadCaptions(db, locale, 'contractLimitTypes'));
}
