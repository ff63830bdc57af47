/** What every part of the seed that lies on the ground needs: where, when, how much. */
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
  /** A stream of its own: what lies on the ground does not change the customers and contracts. */
  random: Random;
  instanceId: string;
  city: City;
  /** Its roads, houses and places. */
  town: Town;
  today: Date;
  /** Until when things have happened: the morning of that day, or sooner while it is still night. */
  now: Date;
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

/** The zone of all demo instances. */
export const TIME_ZONE = 'Europe/Moscow';
/** It has no summer time. */
const ZONE_OFFSET_MS = 3 * HOUR_MS;

/** 08:00 UTC of the demo's day, or the current time if that is earlier. */
export function nowOf(today: Date, current = new Date()): Date {
  const morning = today.getTime() + 8 * HOUR_MS;
  // A future day, which only tests set, has its morning.
  const future = dayIn(TIME_ZONE, current) < dayFrom(today, 0);
  return new Date(future ? morning : Math.min(morning, current.getTime()));
}

/**
 * The moment at which the demo's day begins in its zone, which is never ahead of the clock: what has happened lies before
 * it. Midnight UTC of that day is up to three hours ahead.
 */
export const startOf = (today: Date): Date => new Date(today.getTime() - ZONE_OFFSET_MS);

/** `YYYY-MM-DD`, so many days from today. */
export const dayFrom = (today: Date, days: number) =>
  new Date(today.getTime() + days * DAY_MS).toISOString().slice(0, 10);
