/** Vehicles of an instance with their drivers, terminals and passes. */
import { dayFrom, DAY_MS, startOf, type Ground } from './ground.ts';
import { Inserter } from './insert.ts';
import * as names from './names.ts';
import { photosOf } from './photos.ts';
import type { SeedPlaces } from './places.ts';
import { Random } from '../core/random.ts';
import { trailersOf } from './trailers.ts';
import type { SeedCustomer, SeedVehicle } from './types.ts';
import { buildOf, detailsOf } from './vehicleDetails.ts';
import { placeAnywhere } from './whereabouts.ts';

export interface FleetOwners {
  owner: SeedCustomer;
  carriers: readonly SeedCustomer[];
}

export async function fleetOf(
  ground: Ground,
  vehicles: readonly SeedVehicle[],
  places: SeedPlaces,
  driverIds: readonly string[],
  owners: FleetOwners,
): Promise<void> {
  const table = new Inserter(ground.trx, 'vehicles');
  for (const [i, vehicle] of vehicles.entries())
    await table.add(vehicleRow(ground, vehicle, i, places, owners));
  await table.flush();
  await partsOf(ground, vehicles, driverIds);
  await ticketsOf(ground, vehicles, places, driverIds);
  const trailers = await trailersOf(ground, places, owners.owner);
  await terminalsOf(ground, [...vehicles, ...trailers]);
  await photosOf(ground, [...vehicles, ...trailers]);
}

function vehicleRow(
  ground: Ground,
  { id, regNumber, model, type }: SeedVehicle,
  index: number,
  places: SeedPlaces,
  owners: FleetOwners,
) {
  const { random } = ground;
  const parking = random.pick(places.parkings);
  const own = random.chance(0.6);
  const owner = own ? owners.owner : random.pick(owners.carriers);
  return {
    ...ground.row(),
    id,
    reg_number: regNumber,
    model,
    type,
    garage_number: random.chance(0.9) ? String(101 + index) : null,
    vin: `X${random.pick(['TC', '89', '96', '7M'])}${random.digits(14)}`,
    chassis: random.chance(0.7) ? `${random.digits(7)}` : null,
    production_year: random.int(2010, 2026),
    owner_customer_id: owner.id,
    carrier_customer_id: owner.id,
    parking_id: parking.id,
    start_address: parking.address,
    start_latitude: parking.latitude,
    start_longitude: parking.longitude,
    ...detailsOf(random, type),
  };
}

async function partsOf(
  ground: Ground,
  vehicles: readonly SeedVehicle[],
  driverIds: readonly string[],
): Promise<void> {
  const { random, instanceId: instance_id } = ground;
  const garbage = new Inserter(ground.trx, 'vehicle_garbage_types');
  const containers = new Inserter(ground.trx, 'vehicle_container_types');
  const drivers = new Inserter(ground.trx, 'vehicle_drivers');
  const works = new Inserter(ground.trx, 'vehicle_additional_works');
  for (const [i, { id: vehicle_id, type }] of vehicles.entries()) {
    const build = buildOf(type);
    const kinds = type === 'TIPPER' ? ['CONSTRUCTION', 'SOIL'] : type === 'WASHER' ? [] : ['MSW', 'BULKY'];
    for (const garbage_type of kinds) await garbage.add({ instance_id, vehicle_id, garbage_type });
    for (const container_type of build.containers) {
      await containers.add({ instance_id, vehicle_id, container_type });
    }
    const chosen = new Set([driverIds[i % driverIds.length], random.pick(driverIds)]);
    for (const driver_id of chosen) await drivers.add({ instance_id, vehicle_id, driver_id });
    for (const [kind, measure] of build.works) await works.add({ instance_id, vehicle_id, kind, measure });
  }
  for (const table of [garbage, containers, drivers, works]) await table.flush();
}

async function ticketsOf(
  ground: Ground,
  vehicles: readonly SeedVehicle[],
  places: SeedPlaces,
  driverIds: readonly string[],
): Promise<void> {
  const { random, today } = ground;
  const table = new Inserter(ground.trx, 'vehicle_polygon_tickets');
  for (const { id: vehicle_id } of vehicles) {
    const first = random.int(0, places.unloadingPoints.length - 1);
    for (let i = 0; i < random.int(1, 2); i += 1) {
      const begin = -random.int(10, 300);
      const point = places.unloadingPoints[(first + i) % places.unloadingPoints.length];
      await table.add({
        ...ground.row(),
        vehicle_id,
        unloading_point_id: point?.id,
        begin_date: dayFrom(today, begin),
        end_date: random.chance(0.8) ? dayFrom(today, begin + 364) : null,
        number: `П-${random.digits(5)}`,
        note: random.chance(0.15) ? 'Разовый въезд согласован' : null,
        source: random.pick(['Заявка', 'Договор', 'Письмо']),
        driver_id: random.chance(0.5) ? random.pick(driverIds) : null,
      });
    }
  }
  await table.flush();
}

async function terminalsOf(ground: Ground, vehicles: readonly Pick<SeedVehicle, 'id'>[]): Promise<void> {
  const { random, town, today } = ground;
  // A separate stream: positions of terminals do not change the data that follow.
  const places = new Random(random.int(1, 1e9));
  const terminals = new Inserter(ground.trx, 'terminals');
  const history = new Inserter(ground.trx, 'vehicle_terminals');
  const time = (days: number) => new Date(startOf(today).getTime() + days * DAY_MS).toISOString();
  for (const { id: vehicle_id } of vehicles) {
    // Some have no terminal any more: it was removed yesterday.
    const last = random.chance(0.08) ? -1 : null;
    const since = -random.int(30, 900);
    const spans = random.chance(0.25)
      ? [[since - 300, since] as const, [since, last] as const]
      : [[since, last] as const];
    for (const [begin, end] of spans) {
      const { address, ...last_place } = placeAnywhere(town, places);
      const terminal = {
        ...ground.row(),
        device_id: random.digits(8),
        imei: `35${random.digits(13)}`,
        ...last_place,
        location_time: time((end ?? 0) - random.next()),
        location_address: address,
        last_success_time: time((end ?? 0) - random.next()),
        last_failure_time: random.chance(0.3) ? time(begin + 1) : null,
      };
      await terminals.add(terminal);
      await history.add({
        ...ground.row(),
        vehicle_id,
        terminal_id: terminal.id,
        begin_time: time(begin),
        end_time: end === null ? null : time(end),
        author: names.initials(names.person(random)),
      });
    }
  }
  await terminals.flush();
  await history.flush();
}
