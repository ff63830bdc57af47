/** Automatic checks under a contract and their consequences: incidents and claims. */
import { OF_CONTRACT } from '../../records/auditKinds.ts';
import { word } from '../../records/fields.ts';
import { record } from '../../records/record.ts';
import { contracts } from './contracts.ts';

export const contractIncidentRules = record('contractIncidentRule', {
  table: 'contract_incident_rules',
  labels: ['checkRule'],
  title: [OF_CONTRACT, 'rule'],
  parent: contracts,
  fields: { rule: word('checkRules') },
  search: ['rule', 'comment'],
  order: '-rule',
  unique: { contract_incident_rules_rule: 'rule' },
});

export const contractClaimRules = record('contractClaimRule', {
  table: 'contract_claim_rules',
  labels: ['checkRule'],
  title: [OF_CONTRACT, 'rule', 'reason'],
  parent: contracts,
  fields: { rule: word('checkRules'), reason: word('carrierClaimReasons') },
  search: ['rule', 'reason', 'comment'],
  order: '-rule',
  unique: { contract_claim_rules_rule: 'reason' },
});
