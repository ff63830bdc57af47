/** Fuel cards, with their vehicles and drivers. */
import { ref, word } from '../../records/fields.ts';
import { equals, oneOf } from '../../records/filters.ts';
import { record } from '../../records/record.ts';
import { person } from '../staff/person.ts';

export const fuelCards = record('fuelCard', {
  table: 'fuel_cards',
  fields: {
    fuelType: word('fuelTypes'),
    vehicle: ref('vehicles', { id: 'id', regNumber: 'reg_number' }, 'reg_number'),
    driver: person(),
  },
  search: ['number', 'provider', 'vehicle', 'driver'],
  filters: { fuelTypes: oneOf('fuel_type'), blocked: equals('blocked'), vehicleId: equals('vehicle_id') },
  order: '-number',
  unique: { fuel_cards_number: 'number' },
});
