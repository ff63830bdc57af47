/** Tariffs of a contract: between operator and carrier, and for the customer. Periods never overlap. */
import { OF_CONTRACT, byCode } from '../../records/auditKinds.ts';
import { word } from '../../records/fields.ts';
import { coded } from '../../records/rowFields.ts';
import { record } from '../../records/record.ts';
import { contracts } from './contracts.ts';

const PRICED = {
  garbageType: coded('garbage_types'),
  unit: word('tariffUnits'),
  excessRule: word('tariffExcessRules'),
};

export const contractCollectionTariffs = record('contractCollectionTariff', {
  table: 'contract_collection_tariffs',
  labels: ['tariff'],
  title: [OF_CONTRACT, byCode('garbage_type', 'garbage_types'), 'type', 'beginDate'],
  parent: contracts,
  fields: { ...PRICED, type: word('collectionTariffTypes') },
  search: ['garbageType', 'type', 'comment'],
  order: '-garbageType',
});

export const contractCustomerTariffs = record('contractCustomerTariff', {
  table: 'contract_customer_tariffs',
  labels: ['tariff'],
  title: [OF_CONTRACT, byCode('garbage_type', 'garbage_types'), 'beginDate'],
  parent: contracts,
  fields: PRICED,
  search: ['garbageType', 'comment'],
  order: '-garbageType',
});
