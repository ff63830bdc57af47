/** Stands. Only their photos are changed here; other changes come from inventories. */
import { computed, word } from '../../records/fields.ts';
import { record } from '../../records/record.ts';
import { files, words } from '../../records/rowFields.ts';
import { notFound } from '../../core/problems.ts';
import { STAND_FILTERS } from './filters.ts';
import {
  address,
  CONTAINER_COUNT,
  CONTAINERS,
  district,
  fill,
  lastVisits,
  loggedList,
  ofPlace,
  POINTS,
} from './shown.ts';

export const stands = record('stand', {
  table: 'stands',
  fields: {
    address: address(),
    district,
    status: word('standStatuses'),
    kind: word('standKinds'),
    residential: word('residentials'),
    sector: word('sectors'),
    responsible: word('inventoryStandResponsible'),
    surface: word('standSurfaces'),
    signs: words('hashNames'),
    latitude: ofPlace('latitude'),
    longitude: ofPlace('longitude'),
    containers: loggedList(CONTAINERS),
    containerCount: computed(CONTAINER_COUNT),
    fill,
    points: computed(POINTS),
    visits: lastVisits,
    photos: files('stand'),
  },
  filters: STAND_FILTERS,
  order: '-number',
  // Stands are created with their contracts, never here.
  check: async ({ before }) => {
    if (!before) throw notFound();
  },
});
