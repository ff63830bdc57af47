/** Vehicles of the customer that may bring waste under a contract; they are not part of the instance's fleet. */
import { OF_CONTRACT } from '../../records/auditKinds.ts';
import { column, word } from '../../records/fields.ts';
import { record } from '../../records/record.ts';
import { contracts } from './contracts.ts';
import { plateOf } from '../../dictionaries/plate.ts';

export const contractCustomerVehicles = record('contractCustomerVehicle', {
  table: 'contract_customer_vehicles',
  title: [OF_CONTRACT, 'regNumber'],
  parent: contracts,
  fields: {
    vehicleType: word('vehicleTypes'),
    regNumber: column('reg_number', {
      normalize: plateOf,
      write: (plate) => ({ reg_number: plateOf(String(plate)) }),
    }),
  },
  search: ['regNumber', 'model', 'driver', 'comment'],
  order: '-regNumber',
  crossing: { contract_customer_vehicles_period: 'regNumber' },
});
