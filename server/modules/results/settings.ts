/** Numeric settings of results, of an instance or of the product. */
import { sql } from 'kysely';
import type { Db } from '../../database/connection.ts';

const DEFAULTS = {
  'results.trackRadius': 50,
  'results.staySeconds': 120,
  'results.judgeDays': 3,
  'telematics.keepDays': 90,
  'photos.keepDays': 1095,
} as const;

/** Returns a numeric setting; its default unless above zero. Without an instance: that of the product. */
export async function setting(
  db: Db,
  name: keyof typeof DEFAULTS,
  instanceId: string | null,
): Promise<number> {
  const { rows } = await sql<{ value: string | null }>`select p.value from app_properties p
    where p.name = ${name} and (p.instance_id is null or p.instance_id = ${instanceId}::uuid)
    order by p.instance_id is null limit 1`.execute(db);
  const value = Number(rows[0]?.value ?? NaN);
  return Number.isFinite(value) && value > 0 ? Math.round(value) : DEFAULTS[name];
}

/** Metres around a stand within which a vehicle counts as there. */
export const trackRadius = (db: Db, instanceId: string) => setting(db, 'results.trackRadius', instanceId);
