/** Vehicles that work under a contract. */
import { invalid } from '../../core/problems.ts';
import { OF_CONTRACT, OF_VEHICLE } from '../../records/auditKinds.ts';
import type { Change } from '../../records/change.ts';
import { column, word } from '../../records/fields.ts';
import { record, type SaveOf } from '../../records/record.ts';
import type { Columns } from '../../records/rows.ts';
import { plateOf } from '../../dictionaries/plate.ts';
import { contracts } from './contracts.ts';
import { requireUnlocked } from './locks.ts';

const requireManageable = requireUnlocked('vehicles');

export const contractVehicles = record('contractVehicle', {
  table: 'contract_vehicles',
  title: [OF_CONTRACT, OF_VEHICLE],
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
  unique: { contract_vehicles_primary: 'primary' },
  crossing: { contract_vehicles_period: 'regNumber' },
  check: async (change) => {
    await requireManageable(change);
    await requireOnePrimary(change);
  },
  guard: requireManageable,
});

/** Throws if the contract already has a primary vehicle; its row is locked, so no concurrent one is added. */
async function requireOnePrimary({ trx, body, before }: Change<SaveOf<'contractVehicle'>>): Promise<void> {
  if (!body.primary) return;
  let others = trx
    .selectFrom('contract_vehicles')
    .select('id')
    .where('contract_id', '=', body.contractId)
    .where('is_primary', '=', true);
  if (before) others = others.where('id', '<>', before.id);
  if (await others.limit(1).executeTakeFirst()) {
    throw invalid({ field: 'primary', code: 'duplicate', message: 'server.onePrimary' });
  }
}

async function vehicleOf(regNumber: unknown, { trx, instanceId }: Change): Promise<Columns> {
  const number = plateOf(String(regNumber));
  const vehicle = await trx
    .selectFrom('vehicles')
    .select('id')
    .where('instance_id', '=', instanceId)
    .where('reg_number', '=', number)
    .where('status', '=', 'ACTIVE')
    .executeTakeFirst();
  if (!vehicle) {
    const values = { number };
    throw invalid({ field: 'regNumber', code: 'unknownValue', message: 'server.plateUnknown', values });
  }
  return { vehicle_id: vehicle.id };
}
