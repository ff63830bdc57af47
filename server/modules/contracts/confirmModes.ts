/** How work under a contract is confirmed: by whom, after how many days; for one action and garbage one way a day. */
import { word } from '../../records/fields.ts';
import { record } from '../../records/record.ts';
import { coded } from '../../records/rowFields.ts';
import { contracts } from './contracts.ts';

export const contractConfirmModes = record('contractConfirmMode', {
  table: 'contract_confirm_modes',
  parent: contracts,
  fields: {
    mode: word('confirmModes'),
    containerAction: word('containerActions'),
    garbageType: coded('garbage_types'),
  },
  search: ['mode', 'containerAction', 'garbageType', 'comment'],
  order: '-beginDate',
  crossing: { contract_confirm_modes_period: 'beginDate' },
});
