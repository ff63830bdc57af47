/** How work under a contract is confirmed: by whom, after how many days; one mode a day for an action and a waste. */
import { invalid } from '../../core/problems.ts';
import { OF_CONTRACT } from '../../records/auditKinds.ts';
import type { Change } from '../../records/change.ts';
import { word } from '../../records/fields.ts';
import { record, type SaveOf } from '../../records/record.ts';
import { coded } from '../../records/rowFields.ts';
import { contracts } from './contracts.ts';

export const contractConfirmModes = record('contractConfirmMode', {
  table: 'contract_confirm_modes',
  title: [OF_CONTRACT, 'mode', 'beginDate'],
  parent: contracts,
  fields: {
    mode: word('confirmModes'),
    containerAction: word('containerActions'),
    garbageType: coded('garbage_types'),
  },
  search: ['mode', 'containerAction', 'garbageType', 'comment'],
  order: '-beginDate',
  crossing: { contract_confirm_modes_period: 'beginDate' },
  check: requireTimeForClaims,
});

/** Throws if work would be confirmed before the carrier's days of claim submission are over. */
async function requireTimeForClaims({ trx, body, parent }: Change<SaveOf<'contractConfirmMode'>>) {
  if (parent!['type'] !== 'COLLECTION' || body.mode.name === 'MANUAL') return;
  const carrier = await trx
    .selectFrom('customers')
    .select('claim_submission_days')
    .where('id', '=', String(parent!['supplier_id']))
    .executeTakeFirst();
  const days = carrier?.claim_submission_days ?? 0;
  if ((body.afterDays ?? 0) < days)
    throw invalid({
      field: 'afterDays',
      code: 'range',
      message: 'server.confirmBeforeClaims',
      values: { days },
    });
}
