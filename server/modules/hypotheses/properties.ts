/** Settings of the instance that hypotheses follow (C-035, C-036). */
import { sql } from 'kysely';
import type { Db } from '../../database/connection.ts';
import { valueOf, type Interval } from '../system/propertyValue.ts';

/** Returns the value of the instance's own setting, or else of the common one. */
async function read(db: Db, instanceId: string, name: string) {
  const property = await db
    .withoutPlugins()
    .selectFrom('app_properties')
    .select(['value', 'type'])
    .where('name', '=', name)
    .where((eb) => eb.or([eb('instance_id', '=', instanceId), eb('instance_id', 'is', null)]))
    .orderBy(sql`instance_id is null`)
    .executeTakeFirst();
  return property && valueOf(name, property.type, property.value);
}

/** Returns a numeric setting; undefined where none is set. */
export async function readLimit(db: Db, instanceId: string, name: string): Promise<number | undefined> {
  const value = await read(db, instanceId, name);
  return typeof value === 'number' ? value : undefined;
}

const CLOCK = /^([01]\d|2[0-3]):[0-5]\d/;

/** Returns the default hours of virtual tasks; undefined where none are set. */
export async function readTaskWindow(db: Db, instanceId: string): Promise<Interval | undefined> {
  const value = await read(db, instanceId, 'hypothesis.vTaskItem.defaultTimeWindow');
  if (typeof value !== 'object' || !('start' in value)) return undefined;
  const { start, end } = value;
  return CLOCK.test(start) && CLOCK.test(end) && start < end ? value : undefined;
}
