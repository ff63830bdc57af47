/** Districts of a contract and their shares of its volume. */
import { sql } from 'kysely';
import { invalid } from '../../core/problems.ts';
import { OF_CONTRACT, byCode } from '../../records/auditKinds.ts';
import type { Change } from '../../records/change.ts';
import { record, type SaveOf } from '../../records/record.ts';
import { coded } from '../../records/rowFields.ts';
import { contracts } from './contracts.ts';

export const contractDistricts = record('contractDistrict', {
  table: 'contract_districts',
  title: [OF_CONTRACT, byCode('district', 'locations')],
  parent: contracts,
  fields: { district: coded('locations') },
  search: ['district', 'comment'],
  order: '-district',
  check: requireRoom,
});

/** Throws if the shares of a contract exceed 100 percent; its row is locked, so no concurrent share is added. */
async function requireRoom({ trx, body, before }: Change<SaveOf<'contractDistrict'>>): Promise<void> {
  let others = trx.selectFrom('contract_districts').where('contract_id', '=', body.contractId);
  if (before) others = others.where('id', '<>', before.id);
  const { rest, fits } = await others
    .select([
      sql<number>`100 - coalesce(sum(share), 0)`.as('rest'),
      sql<boolean>`coalesce(sum(share), 0) + ${body.share}::numeric <= 100`.as('fits'),
    ])
    .executeTakeFirstOrThrow();
  if (!fits) {
    const message = 'server.shareTotal';
    throw invalid({ field: 'share', code: 'shareTotal', message, values: { rest } });
  }
}
