/** What every part of the seed that lies on the ground needs: where, when, how much. */
import type { Transaction } from 'kysely';
import type { Database } from '../database/schema.ts';
import type { DemoInstance } from './accounts.ts';
import { STREETS } from './names.ts';
import { Random } from './random.ts';

export const DAY_MS = 86_400_000;

export interface City {
  name: string;
  region: string;
  latitude: number;
  longitude: number;
}

/** Around these cities the instances lie, by key of the demo instance. */
const CITIES: Record<string, City> = {
  ecoregion: { name: 'г. Тула', region: 'Тульская область', latitude: 54.193, longitude: 37.617 },
  'chisty-kray': { name: 'г. Рязань', region: 'Рязанская область', latitude: 54.629, longitude: 39.736 },
  chistotrans: { name: 'г. Калуга', region: 'Калужская область', latitude: 54.514, longitude: 36.262 },
  'poligon-severny': {
    name: 'г. Владимир',
    region: 'Владимирская область',
    latitude: 56.129,
    longitude: 40.407,
  },
  ecology: { name: 'г. Тверь', region: 'Тверская область', latitude: 56.858, longitude: 35.9 },
  administration: {
    name: 'г. Ярославль',
    region: 'Ярославская область',
    latitude: 57.626,
    longitude: 39.884,
  },
};

export interface Ground {
  trx: Transaction<Database>;
  /** A stream of its own: what lies on the ground does not change the customers and contracts. */
  random: Random;
  instanceId: string;
  city: City;
  today: Date;
  /** How many of a kind, `full` being the number for the largest instance; at least `least`. */
  count(full: number, least?: number): number;
  /** The same, for what grows with the scale of the seed. */
  scaled(full: number, least?: number): number;
  /** What every row of an instance begins with. */
  row(): { id: string; instance_id: string; version: number; change_time: string };
}

/** Above 1 places grow slower than contracts do. */
export function groundOf(
  trx: Transaction<Database>,
  demo: DemoInstance,
  instanceId: string,
  today: Date,
  scale: number,
): Ground {
  const city = CITIES[demo.key];
  if (!city) throw new Error(`No city for the instance ${demo.key}`);
  const random = new Random(demo.prefix.charCodeAt(0) * 1000 + demo.prefix.charCodeAt(1));
  const size = demo.vehicles / 60;
  const factor = scale > 1 ? scale ** 0.5 : scale;
  return {
    trx,
    random,
    instanceId,
    city,
    today,
    count: (full, least = 2) => Math.max(least, Math.round(full * size)),
    scaled: (full, least = 2) => Math.max(least, Math.round(full * size * factor)),
    row: () => ({
      id: random.uuid(),
      instance_id: instanceId,
      version: 1,
      change_time: new Date(today.getTime() - random.next() * 300 * DAY_MS).toISOString(),
    }),
  };
}

/** `YYYY-MM-DD`, so many days from today. */
export const dayFrom = (today: Date, days: number) =>
  new Date(today.getTime() + days * DAY_MS).toISOString().slice(0, 10);

/** A place at most about `km` from another, more often near than far. */
export function near(random: Random, at: { latitude: number; longitude: number }, km: number) {
  const step = () => (random.next() + random.next() - 1) * (km / 111);
  const round = (degrees: number) => Math.round(degrees * 1e6) / 1e6;
  return {
    latitude: round(at.latitude + step()),
    longitude: round(at.longitude + step() / Math.cos((at.latitude * Math.PI) / 180)),
  };
}

export function addressIn(random: Random, city: City): string {
  const building = random.chance(0.15) ? `, корп. ${random.int(1, 4)}` : '';
  return `${city.name}, ул. ${random.pick(STREETS)}, д. ${random.int(1, 140)}${building}`;
}
