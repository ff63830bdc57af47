/** Vehicles that work under a contract. */
import { unknownValue } from '../../http/problems.ts';
import type { Change } from '../../records/change.ts';
import { column, word } from '../../records/fields.ts';
import { record } from '../../records/record.ts';
import type { Columns } from '../../records/rows.ts';
import { contracts } from './contracts.ts';

export const contractVehicles = record('contractVehicle', {
  table: 'contract_vehicles',
  parent: contracts,
  joins: { vehicle: 'vehicles' },
  fields: {
    regNumber: column('vehicle.reg_number', { normalize: plateOf, write: vehicleOf }),
    model: 'vehicle.model',
    vehicleType: word('vehicleTypes', 'vehicle.type'),
    primary: 'is_primary',
  },
  search: ['regNumber', 'model'],
  order: '-regNumber',
});

/** Plates bear only letters that the Latin and Cyrillic alphabets share; either is accepted when typed. */
const LATIN = 'ABEKMHOPCTYX';
const CYRILLIC = 'АВЕКМНОРСТУХ';

function plateOf(text: string): string {
  return text
    .toUpperCase()
    .replace(/[\s-]/g, '')
    .replace(/[A-Z]/g, (letter) => CYRILLIC[LATIN.indexOf(letter)] ?? letter);
}

async function vehicleOf(regNumber: unknown, { trx, instanceId }: Change): Promise<Columns> {
  const vehicle = await trx
    .selectFrom('vehicles')
    .select('id')
    .where('instance_id', '=', instanceId)
    .where('reg_number', '=', plateOf(String(regNumber)))
    .executeTakeFirst();
  if (!vehicle) throw unknownValue('regNumber');
  return { vehicle_id: vehicle.id };
}
