/** Districts of a contract and their shares of its volume. */
import { sql } from 'kysely';
import type { ScopedTransaction } from '../../access/scope.ts';
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
import { invalid, notFound } from '../../http/problems.ts';
import type { Locale } from '../../http/texts.ts';
import { loadCaptions, type Captions, type ClassifierValue } from '../../records/captions.ts';
import { audit, requireFresh } from '../../records/saving.ts';
import { lockParent, requireContract } from './contracts.ts';

interface DistrictSave {
  id?: string;
  version?: number;
  contractId: string;
  district: ClassifierValue;
  share: number;
  effectiveDate: string;
  comment?: string | null;
}

interface OneDistrict {
  params: { districtId: string };
}

export const contractDistrictHandlers: Handlers = {
  contractDistrictPaging: instanceHandler<{ query: PageQuery & { contractId: string } }>(
    async ({ scope, query, locale }) => {
      await requireContract(scope.db, query.contractId);
      const captions = await loadCaptions(scope.db, locale, 'districts');
      let rows = scope.db.selectFrom('contract_districts as d').where('d.contract_id', '=', query.contractId);
      if (query.query?.trim()) {
        const wanted = query.query.trim().toLowerCase();
        const names = captions
          .all('districts')
          .filter((district) => district.caption.toLowerCase().includes(wanted))
          .map((district) => district.name);
        const pattern = containing(query.query);
        rows = rows.where((eb) =>
          eb.or([eb('d.comment', 'ilike', pattern), eb('d.district', '=', anyOf(names, 'text'))]),
        );
      }
      const sorts = {
        district: { by: rankOf(captions.sorted('districts'), sql.ref('d.district')) },
        share: { by: sql.ref('d.share') },
        effectiveDate: { by: sql.ref('d.effective_date') },
      };
      const page = ordered(rows.selectAll('d'), query.order ?? '-district', sorts, sql.ref('d.id'));
      return readPage(query, page, countRows(rows), (row) => districtReply(row, captions));
    },
    ['district', 'share', 'effectiveDate'],
  ),

  contractDistrictGet: instanceHandler<OneDistrict>(({ scope, params, locale }) =>
    readDistrict(scope.db, params.districtId, locale),
  ),

  contractDistrictSave: instanceHandler<{ body: DistrictSave }>(({ scope, body, locale }) =>
    scope.transaction(async (trx) => {
      const { id, version } = body;
      const contract = await lockParent(trx, body.contractId);
      if (id === undefined) {
        await requireRoom(trx, contract.id, body.share, undefined);
        const after = await trx
          .insertInto('contract_districts')
          .values({ ...columnsOf(body), contract_id: contract.id, instance_id: contract.instance_id })
          .returningAll()
          .executeTakeFirstOrThrow();
        await audit(trx, scope.account, { entity: 'contractDistrict', action: 'create', after });
        return readDistrict(trx, after.id, locale);
      }
      const locked = await trx
        .selectFrom('contract_districts')
        .selectAll()
        .where('id', '=', id)
        .where('contract_id', '=', contract.id)
        .forUpdate()
        .executeTakeFirst();
      const before = await requireFresh(locked, version, () => readDistrict(trx, id, locale));
      await requireRoom(trx, contract.id, body.share, id);
      const after = await trx
        .updateTable('contract_districts')
        .set({ ...columnsOf(body), version: before.version + 1, change_time: sql<Date>`now()` })
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirstOrThrow();
      await audit(trx, scope.account, { entity: 'contractDistrict', action: 'save', before, after });
      return readDistrict(trx, id, locale);
    }),
  ),

  contractDistrictDelete: instanceHandler<OneDistrict>(({ scope, params }) =>
    scope.transaction(async (trx) => {
      const district = await trx
        .selectFrom('contract_districts')
        .select('contract_id')
        .where('id', '=', params.districtId)
        .executeTakeFirst();
      if (!district) throw notFound();
      await lockParent(trx, district.contract_id);
      const before = await trx
        .deleteFrom('contract_districts')
        .where('id', '=', params.districtId)
        .returningAll()
        .executeTakeFirst();
      if (!before) throw notFound();
      await audit(trx, scope.account, { entity: 'contractDistrict', action: 'delete', before });
    }),
  ),
};

/** The shares of a contract come to 100 percent at most; its row is locked, so no other share slips in. */
async function requireRoom(
  trx: ScopedTransaction,
  contractId: string,
  share: number,
  exceptId: string | undefined,
): Promise<void> {
  let others = trx.selectFrom('contract_districts').where('contract_id', '=', contractId);
  if (exceptId !== undefined) others = others.where('id', '<>', exceptId);
  const { rest, fits } = await others
    .select([
      sql<number>`100 - coalesce(sum(share), 0)`.as('rest'),
      sql<boolean>`coalesce(sum(share), 0) + ${share}::numeric <= 100`.as('fits'),
    ])
    .executeTakeFirstOrThrow();
  if (!fits) {
    throw invalid({ field: 'share', code: 'shareTotal', message: 'server.shareTotal', values: { rest } });
  }
}

function columnsOf(body: DistrictSave) {
  return {
    district: body.district.name,
    share: body.share,
    effective_date: body.effectiveDate,
    comment: body.comment ?? null,
  };
}

interface DistrictRow {
  id: string;
  contract_id: string;
  version: number;
  district: string;
  share: number;
  effective_date: string;
  comment: string | null;
}

function districtReply(row: DistrictRow, captions: Captions) {
  return {
    id: row.id,
    contractId: row.contract_id,
    version: row.version,
    district: captions.value('districts', row.district),
    share: row.share,
    effectiveDate: row.effective_date,
    comment: row.comment,
  };
}

async function readDistrict(db: Db, id: string, locale: Locale) {
  const row = await db.selectFrom('contract_districts').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) throw notFound();
  return districtReply(row, await loadCaptions(db, locale, 'districts'));
}
