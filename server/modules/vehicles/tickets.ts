/** Passes of a vehicle to polygons; the database prevents overlapping ones for the same polygon. */
import { OF_VEHICLE } from '../../records/auditKinds.ts';
import { ref } from '../../records/fields.ts';
import { record } from '../../records/record.ts';
import { person } from '../staff/person.ts';
import { vehicles } from './vehicles.ts';

export const polygonTickets = record('polygonTicket', {
  table: 'vehicle_polygon_tickets',
  labels: ['ticket'],
  title: [OF_VEHICLE, 'number'],
  parent: vehicles,
  fields: {
    unloadingPoint: ref('visit_points', { id: 'id', name: 'name' }, 'name'),
    driver: person(),
  },
  search: ['number', 'note', 'source'],
  order: '+beginDate',
});
