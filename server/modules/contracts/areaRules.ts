/** Rules that assign stands to a contract: by district, sector, housing, kind of waste; the first match applies. */
import { OF_CONTRACT } from '../../records/auditKinds.ts';
import { word } from '../../records/fields.ts';
import { record } from '../../records/record.ts';
import { coded } from '../../records/rowFields.ts';
import { contracts } from './contracts.ts';

export const contractAreaRules = record('contractAreaRule', {
  table: 'contract_area_rules',
  title: [OF_CONTRACT, 'name'],
  parent: contracts,
  fields: {
    district: coded('locations'),
    sector: word('sectors'),
    residential: word('residentials'),
    garbageType: coded('garbage_types'),
  },
  search: ['name', 'district', 'sector', 'garbageType', 'comment'],
  order: '-priority',
  all: true,
  unique: { contract_area_rules_priority: 'priority' },
});
