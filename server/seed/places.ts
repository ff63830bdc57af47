/** Locations, divisions, reference lists, and the places other than stands. */
import type { Ground } from './ground.ts';
import { Inserter } from './insert.ts';
import * as names from './names.ts';
import { DISTRICTS, SETTLEMENTS, UNLOADING_POINTS } from '../roads/placeNames.ts';
import { CONTAINER_TYPES, GARBAGE_TYPES, TIME_CORRECTIONS } from './tradeLists.ts';
import { placeAmong, placeIn, siteOf, type Whereabouts } from './whereabouts.ts';

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

/** A district or settlement. */
export interface SeedLocation {
  id: string;
  name: string;
}

export interface SeedPlace extends Whereabouts {
  id: string;
  name: string;
}

export interface SeedPlaces {
  /** Districts and settlements, where stands are placed. */
  locations: SeedLocation[];
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
    const at = placeAmong(ground.town, ground.random, 'industry');
    await points.add(pointRow(ground, 'LOADING', `Пункт погрузки № ${i}`, at));
  }
  for (let i = 1; i <= 2; i += 1) {
    const at = placeAmong(ground.town, ground.random, 'industry');
    await points.add(pointRow(ground, 'WASH', `Мойка № ${i}`, at));
  }
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

/** Adds locations; each settlement belongs to the district that contains it, or to the nearest. */
async function locationsOf(ground: Ground): Promise<SeedLocation[]> {
  const { city, town } = ground;
  const table = new Inserter(ground.trx, 'locations');
  const node = (kind: string, code: string, name: string, parent: SeedLocation | null) => {
    const area = town.areas.find((each) => each.name === name);
    const { latitude, longitude } = area ? town.plane.toDegrees([area.x, area.y]) : city;
    return { ...ground.row(), kind, code, name, parent_id: parent?.id ?? null, latitude, longitude };
  };
  const region = node('REGION', 'REGION', city.region, null);
  await table.add(region);
  const districts = new Map<string, SeedLocation>();
  for (const [code, name] of DISTRICTS) districts.set(name, node('DISTRICT', code, name, region));
  for (const district of districts.values()) await table.add(district);
  const settlements: SeedLocation[] = [];
  for (const [i, name] of SETTLEMENTS.entries()) {
    const parent = districts.get(town.areas.find((area) => area.name === name)?.district ?? '') ?? region;
    settlements.push(node('SETTLEMENT', `SETTLEMENT_${i + 1}`, name, parent));
  }
  for (const settlement of settlements) await table.add(settlement);
  await table.flush();
  return [...districts.values(), ...settlements];
}

async function divisionsOf(ground: Ground, locations: readonly SeedLocation[]): Promise<string[]> {
  const { random, town } = ground;
  const table = new Inserter(ground.trx, 'divisions');
  const ids: string[] = [];
  for (const name of DIVISIONS) {
    const location = random.pick(locations);
    const row = {
      ...ground.row(),
      name: `${name} автоколонна`,
      location_id: location.id,
      ...placeIn(town, random, location.name),
      phone: names.phone(random),
    };
    ids.push(row.id);
    await table.add(row);
  }
  await table.flush();
  return ids;
}

function pointRow(ground: Ground, type: string, name: string, at: Whereabouts) {
  const { random } = ground;
  return {
    ...ground.row(),
    type,
    name,
    location_id: null,
    ...at,
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
    const point = pointRow(ground, 'PARKING', `Автобаза № ${i}`, placeAmong(ground.town, random, 'industry'));
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
    const point = pointRow(ground, 'UNLOADING', name, siteOf(ground.town, name));
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
