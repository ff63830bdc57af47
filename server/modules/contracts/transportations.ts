/** Carriers of a contract, and what counts as a visit. A carrier has at most one row for any day. */
import { unknownValue } from '../../core/problems.ts';
import { OF_CONTRACT } from '../../records/auditKinds.ts';
import type { Change } from '../../records/change.ts';
import { ref, word } from '../../records/fields.ts';
import { record, type SaveOf } from '../../records/record.ts';
import { contracts } from './contracts.ts';

export const contractTransportations = record('contractTransportation', {
  table: 'contract_transportations',
  labels: ['transportation'],
  title: [OF_CONTRACT, { by: 'carrier_id', table: 'customers', text: 'short_name' }],
  parent: contracts,
  fields: {
    carrier: ref('customers', { id: 'id', name: 'name', shortName: 'short_name' }, 'short_name'),
    visitingRule: word('visitingRules'),
    visitRule: word('visitingRulesVisit'),
    sensorRule: word('visitingRulesSensors'),
    failureAction: word('failureActions'),
  },
  search: ['carrier', 'comment'],
  order: '-carrier',
  check: requireCarrier,
});

async function requireCarrier({ trx, body, instanceId }: Change<SaveOf<'contractTransportation'>>) {
  const carrier = await trx
    .selectFrom('customers')
    .select('id')
    .where('id', '=', body.carrier.id)
    .where('instance_id', '=', instanceId)
    .executeTakeFirst();
  if (!carrier) throw unknownValue('carrier');
}
