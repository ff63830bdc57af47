/** Context of all parts of the seed that have positions: town, day, quantities. */
import type { Transaction } from 'kysely';
import type { Database } from '../database/schema.ts';
import type { DemoInstance } from './accounts.ts';
import { CITIES, townOf, type City } from '../roads/towns.ts';
import type { Town } from '../roads/town.ts';
import { Random } from '../core/random.ts';
import { dayIn } from '../core/dayIn.ts';

export const DAY_MS = 86_400_000;

export interface Ground {
  trx: Transaction<Database>;
  /** A separate stream: positions do not change the customers and contracts. */
  random: Random;
  instanceId: string;
  city: City;
  /** Roads, houses and places of the city. */
  town: Town;
  today: Date;
  /** End of past events: the morning of that day, or the current time if that is earlier. */
  now: Date;
  /** Number of rows of a kind; `full` is the number for the largest instance; at least `least`. */
  count(full: number, least?: number): number;
  /** The same, for kinds that grow with the scale of the seed. */
  scaled(full: number, least?: number): number;
  /** Common columns of all rows of an instance. */
  row(): { id: string; instance_id: string; version: number; change_time: string };
}

/** With a scale above 1, places grow more slowly than contracts. */
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
    town: townOf(demo.key),
    today,
    now: nowOf(today),
    count: (full, least = 2) => Math.max(least, Math.round(full * size)),
    scaled: (full, least = 2) => Math.max(least, Math.round(full * size * factor)),
    row: () => ({
      id: random.uuid(),
      instance_id: instanceId,
      version: 1,
      change_time: new Date(startOf(today).getTime() - random.next() * 300 * DAY_MS).toISOString(),
    }),
  };
}

const HOUR_MS = 3_600_000;

/** The time zone of all demo instances. */
export const TIME_ZONE = 'Europe/Moscow';
/** The zone has no summer time. */
const ZONE_OFFSET_MS = 3 * HOUR_MS;

/** 08:00 UTC of the demo's day, or the current time if that is earlier. */
export function nowOf(today: Date, current = new Date()): Date {
  const morning = today.getTime() + 8 * HOUR_MS;
  // A future day, which only tests set, uses its morning.
  const future = dayIn(TIME_ZONE, current) < dayFrom(today, 0);
  return new Date(future ? morning : Math.min(morning, current.getTime()));
}

/**
 * Start of the demo's day in its time zone, which is never in the future: past events are before it. Midnight UTC of
 * that day is up to three hours ahead.
 */
export const startOf = (today: Date): Date => new Date(today.getTime() - ZONE_OFFSET_MS);

/** Returns the day that is `days` from today, as `YYYY-MM-DD`. */
export const dayFrom = (today: Date, days: number) =>
  new Date(today.getTime() + days * DAY_MS).toISOString().slice(0, 10);
