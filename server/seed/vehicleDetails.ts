/** Details of a vehicle's card, with values that fit its type. */
import type { Random } from '../core/random.ts';

interface Build {
  group: string;
  body: [number, number];
  compaction: [number, number];
  /** Maximum load and unladen mass, kg. */
  load: [number, number];
  weight: [number, number];
  loaders: number;
  containers: readonly string[];
  works: readonly (readonly [string, string])[];
}

const SMALL = ['EURO_0120', 'EURO_0240', 'EURO_0660', 'STEEL_0750', 'EURO_1100'];

const BUILDS: Record<string, Build> = {
  REAR_LOADER: {
    group: 'COLLECTION',
    body: [14, 24],
    compaction: [4, 6],
    load: [6000, 11000],
    weight: [11000, 15500],
    loaders: 2,
    containers: SMALL,
    works: [['BULKY_LOADING', 'M3']],
  },
  SIDE_LOADER: {
    group: 'COLLECTION',
    body: [10, 18],
    compaction: [2.5, 4],
    load: [4500, 7500],
    weight: [8500, 11500],
    loaders: 1,
    containers: ['STEEL_0750', 'EURO_1100'],
    works: [['SITE_CLEANING', 'PCS']],
  },
  HOOK_LIFT: {
    group: 'BULKY',
    body: [20, 35],
    compaction: [1, 1.5],
    load: [12000, 18000],
    weight: [12000, 15000],
    loaders: 0,
    containers: ['HOOK_20'],
    works: [['CONTAINER_TRANSFER', 'PCS']],
  },
  SKIP_LOADER: {
    group: 'BULKY',
    body: [8, 10],
    compaction: [1, 1],
    load: [5000, 8000],
    weight: [7000, 9500],
    loaders: 0,
    containers: ['SKIP_8'],
    works: [['CONTAINER_TRANSFER', 'PCS']],
  },
  TIPPER: {
    group: 'CONSTRUCTION',
    body: [10, 20],
    compaction: [1, 1],
    load: [10000, 20000],
    weight: [9500, 14000],
    loaders: 0,
    containers: ['SKIP_8'],
    works: [['SNOW_REMOVAL', 'M3']],
  },
  WASHER: {
    group: 'WASH',
    body: [6, 10],
    compaction: [1, 1],
    load: [4000, 7000],
    weight: [7500, 10000],
    loaders: 1,
    containers: SMALL,
    works: [['CONTAINER_WASH', 'PCS']],
  },
};

const between = (random: Random, [low, high]: readonly [number, number], digits = 0) =>
  Number((low + random.next() * (high - low)).toFixed(digits));

export function buildOf(type: string): Build {
  const build = BUILDS[type];
  if (!build) throw new Error(`Nothing is known of vehicles of type ${type}`);
  return build;
}

/** Returns every column of a vehicle except its identity, owner and parking. */
export function detailsOf(random: Random, type: string) {
  const build = buildOf(type);
  const load = between(random, build.load);
  const tablet = random.chance(0.85);
  const policy = random.chance(0.7);
  const details = {
    vehicle_group: build.group,
    loaders_count: build.loaders,
    attributes: ['REAR_CAMERA', 'GPS_SEAL', 'LOW_EMISSION'].filter(() => random.chance(0.4)),
    euro_export: random.chance(0.3),
    tablet_present: tablet,
    tablet_lack_reason: tablet ? null : random.pick(['REPAIR', 'NOT_ISSUED', 'LOST']),
    task_creation_allowed: random.chance(0.9),
    need_synch: false,
    accounting_policy: policy ? random.pick(['BY_TRACK', 'BY_SENSORS', 'BY_PHOTO']) : null,
    policy_parameters: policy ? `Радиус трека ${random.int(3, 12) * 10} м` : null,
    auto_confirmation: random.chance(0.4),
    event_fixation: random.chance(0.6),
    extra_equipment: ['RFID_READER', 'WEIGHING_SYSTEM', 'FUEL_SENSOR', 'VIDEO_RECORDER'].filter(() =>
      random.chance(0.35),
    ),
    ...fuelOf(random),
    weight: between(random, build.weight),
    body_volume: between(random, build.body, 1),
    compaction: between(random, build.compaction, 1),
    min_occupancy: random.int(2, 8) * 10,
    average_speed: random.int(18, 38),
    average_fuel: between(random, [22, 42], 1),
    tonnage: load / 1000,
    transfer_station_time: random.int(5, 30) * 60,
    technical_condition: random.weighted([
      ['GOOD', 80],
      ['REPAIR', 14],
      ['DECOMMISSIONED', 6],
    ]),
    standard: random.pick(['EURO_3', 'EURO_4', 'EURO_5']),
    ...costsOf(random),
  };
  return { ...details, max_mass: details.weight + load };
}

function fuelOf(random: Random) {
  const mileage = between(random, [24, 40], 1);
  const hour = between(random, [4, 9], 1);
  const action = between(random, [0.1, 0.4], 2);
  const run = between(random, [0, 2], 1);
  const winter = (norm: number) => Number((norm * 1.1).toFixed(2));
  return {
    equipment_type: random.pick(['MANIPULATOR', 'TAIL_LIFT', 'HOOK', 'PRESS']),
    fuel_type: random.weighted([
      ['DIESEL', 85],
      ['GAS', 15],
    ]),
    mechanism_model: random.pick(['МК-4512', 'КО-440', 'Zoeller Medium', 'Geesink GPM', 'Palfinger T20']),
    fuel_mileage_summer: mileage,
    fuel_mileage_winter: winter(mileage),
    fuel_run_summer: run,
    fuel_run_winter: winter(run),
    fuel_machine_hour_summer: hour,
    fuel_machine_hour_winter: winter(hour),
    fuel_container_action_summer: action,
    fuel_container_action_winter: winter(action),
  };
}

function costsOf(random: Random) {
  return {
    cost_fixed: random.int(20, 60) * 100,
    cost_hour: random.int(6, 14) * 100,
    cost_km: random.int(18, 45),
    cost_order_visit: random.int(5, 30),
    cost_run: random.int(2, 9) * 100,
    cost_tonne_km: random.int(2, 9),
    travel_time_multiplier: random.int(9, 15) / 10,
  };
}
