/** Locations, divisions, lists of the trade, and the places that are no stands. */
import { addressIn, near, type Ground } from './ground.ts';
import { Inserter } from './insert.ts';
import * as names from './names.ts';
import {
  CONTAINER_TYPES,
  DISTRICTS,
  GARBAGE_TYPES,
  SETTLEMENTS,
  TIME_CORRECTIONS,
  UNLOADING_POINTS,
} from './tradeLists.ts';

const DIVISIONS = [
  'Центральная',
  'Северная',
  'Южная',
  'Восточная',
  'Западная',
  'Заречная',
  'Пригородная',
  'Ремонтная',
];

export interface SeedPlace {
  id: string;
  name: string;
  latitude: number;
  longitude: number;
}

export interface SeedPlaces {
  /** Districts and settlements: where stands may lie. */
  locations: SeedPlace[];
  divisionIds: string[];
  parkings: SeedPlace[];
  unloadingPoints: SeedPlace[];
}

export async function placesOf(ground: Ground): Promise<SeedPlaces> {
  await listsOf(ground);
  const locations = await locationsOf(ground);
  const divisionIds = await divisionsOf(ground, locations);
  const points = new Inserter(ground.trx, 'visit_points');
  const parkings = await parkingsOf(ground, points, divisionIds);
  const unloadingPoints = await unloadingPointsOf(ground, points);
  for (let i = 1; i <= ground.count(6); i += 1) {
    await points.add(pointRow(ground, 'LOADING', `Пункт погрузки № ${i}`));
  }
  for (let i = 1; i <= 2; i += 1) await points.add(pointRow(ground, 'WASH', `Мойка № ${i}`));
  await points.flush();
  return { locations, divisionIds, parkings, unloadingPoints };
}

async function listsOf(ground: Ground): Promise<void> {
  const garbage = new Inserter(ground.trx, 'garbage_types');
  for (const [code, name, hazard_class, density] of GARBAGE_TYPES) {
    await garbage.add({ ...ground.row(), code, name, hazard_class, density });
  }
  await garbage.flush();
  const containers = new Inserter(ground.trx, 'container_types');
  for (const [code, name, volume, max_mass, processing_time] of CONTAINER_TYPES) {
    await containers.add({ ...ground.row(), code, name, volume, max_mass, processing_time });
  }
  await containers.flush();
  const corrections = new Inserter(ground.trx, 'container_time_corrections');
  for (const [container_type, count_from, count_to, processing_time] of TIME_CORRECTIONS) {
    await corrections.add({ ...ground.row(), container_type, count_from, count_to, processing_time });
  }
  await corrections.flush();
}

async function locationsOf(ground: Ground): Promise<SeedPlace[]> {
  const { random, city } = ground;
  const table = new Inserter(ground.trx, 'locations');
  const node = (kind: string, code: string, name: string, parent: SeedPlace | null, km: number) => {
    const at = near(random, parent ?? city, km);
    return { ...ground.row(), kind, code, name, parent_id: parent?.id ?? null, ...at };
  };
  const region = node('REGION', 'REGION', city.region, null, 1);
  await table.add(region);
  const districts: SeedPlace[] = [];
  for (const [code, name] of DISTRICTS) districts.push(node('DISTRICT', code, name, region, 14));
  for (const district of districts) await table.add(district);
  const settlements: SeedPlace[] = [];
  for (const [i, name] of SETTLEMENTS.entries()) {
    const parent = random.pick(districts);
    settlements.push(node('SETTLEMENT', `SETTLEMENT_${i + 1}`, name, parent, 4));
  }
  for (const settlement of settlements) await table.add(settlement);
  await table.flush();
  return [...districts, ...settlements];
}

async function divisionsOf(ground: Ground, locations: readonly SeedPlace[]): Promise<string[]> {
  const { random, city } = ground;
  const table = new Inserter(ground.trx, 'divisions');
  const ids: string[] = [];
  for (const name of DIVISIONS) {
    const location = random.pick(locations);
    const row = {
      ...ground.row(),
      name: `${name} автоколонна`,
      location_id: location.id,
      address: addressIn(random, city),
      ...near(random, location, 2),
      phone: names.phone(random),
    };
    ids.push(row.id);
    await table.add(row);
  }
  await table.flush();
  return ids;
}

function pointRow(ground: Ground, type: string, name: string, km = 12) {
  const { random, city } = ground;
  return {
    ...ground.row(),
    type,
    name,
    address: addressIn(random, city),
    location_id: null,
    ...near(random, city, km),
    owner_customer_id: null,
    time_from: random.chance(0.5) ? '06:00' : '00:00',
    time_to: random.chance(0.5) ? '22:00' : '23:59',
    phone: names.phone(random),
    comment: null,
    has_cameras: type === 'UNLOADING' && random.chance(0.6),
  };
}

async function parkingsOf(ground: Ground, points: Inserter, divisionIds: string[]): Promise<SeedPlace[]> {
  const { random } = ground;
  const table = new Inserter(ground.trx, 'parkings');
  const places: SeedPlace[] = [];
  for (let i = 1; i <= ground.count(12); i += 1) {
    const point = pointRow(ground, 'PARKING', `Автобаза № ${i}`);
    places.push(point);
    await points.add(point);
    await table.add({
      ...ground.row(),
      id: point.id,
      division_id: random.pick(divisionIds),
      capacity: random.int(10, 80),
      guarded: random.chance(0.8),
    });
  }
  await points.flush();
  await table.flush();
  return places;
}

async function unloadingPointsOf(ground: Ground, points: Inserter): Promise<SeedPlace[]> {
  const table = new Inserter(ground.trx, 'unloading_points');
  const accepted = new Inserter(ground.trx, 'unloading_point_garbage_types');
  const places: SeedPlace[] = [];
  for (const [name, kind, day_capacity, garbageTypes] of UNLOADING_POINTS) {
    const point = pointRow(ground, 'UNLOADING', name, 25);
    places.push(point);
    await points.add(point);
    const unloading_time = ground.random.int(8, 25) * 60;
    await table.add({ ...ground.row(), id: point.id, kind, day_capacity, unloading_time });
    for (const garbage_type of garbageTypes) {
      await accepted.add({ instance_id: ground.instanceId, unloading_point_id: point.id, garbage_type });
    }
  }
  await points.flush();
  await table.flush();
  await accepted.flush();
  return places;
}
