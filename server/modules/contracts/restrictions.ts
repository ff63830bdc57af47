/** Restrictions of a contract: waste, containers or vehicles that are not accepted, hours, mass. */
import { OF_CONTRACT } from '../../records/auditKinds.ts';
import { word } from '../../records/fields.ts';
import { record } from '../../records/record.ts';
import { coded, time } from '../../records/rowFields.ts';
import { contracts } from './contracts.ts';

export const contractRestrictions = record('contractRestriction', {
  table: 'contract_restrictions',
  title: [OF_CONTRACT, 'type', 'beginDate'],
  parent: contracts,
  fields: {
    type: word('contractRestrictionTypes'),
    garbageType: coded('garbage_types'),
    containerType: coded('container_types'),
    vehicleType: word('vehicleTypes'),
    timeFrom: time,
    timeTo: time,
  },
  search: ['type', 'garbageType', 'containerType', 'vehicleType', 'comment'],
  order: '-type',
});
