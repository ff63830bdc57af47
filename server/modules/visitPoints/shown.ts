/** References to related rows in records of visit points. */
import { ref } from '../../records/fields.ts';

export const PLACE = ref('visit_points', { id: 'id', name: 'name' }, 'name');
export const VEHICLE = ref('vehicles', { id: 'id', regNumber: 'reg_number', model: 'model' }, 'reg_number');
export const CUSTOMER = (column: string) =>
  ref('customers', { id: 'id', shortName: 'short_name' }, 'short_name', column);
