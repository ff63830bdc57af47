/** A vehicle and a driver can have one shift at a time: finds the overlapping shift. */
import { sql } from 'kysely';
import type { Account } from '../../access/accounts.ts';
import type { ScopedDb } from '../../access/scope.ts';
import { invalid } from '../../core/problems.ts';
import { fullNameOf } from '../staff/person.ts';

interface Shift {
  vehicleId: string;
  driverId: string;
  begin: Date;
  end: Date;
  /** The shift that is being changed. */
  except?: string | undefined;
}

export interface Crossing {
  /** Which of the two is on another shift. */
  field: 'vehicle' | 'driver';
  /** Plate or name, and the local hours of the overlapping shift. */
  values: { name: string; period: string };
}

/** Returns the first shift of the vehicle or driver in that time. */
export async function crossingOf(
  db: ScopedDb,
  { instance: { timeZone } }: Account,
  { vehicleId, driverId, begin, end, except }: Shift,
): Promise<Crossing | undefined> {
  let crossing = db
    .selectFrom('units as u')
    .innerJoin('vehicles as v', 'v.id', 'u.vehicle_id')
    .innerJoin('staff as s', 's.id', 'u.driver_id')
    .select(['u.vehicle_id', 'v.reg_number', 's.last_name', 's.first_name', 's.middle_name'])
    .select(
      sql<string>`to_char(u.begin_time at time zone ${timeZone}, 'DD.MM.YYYY HH24:MI') || ' – '
        || to_char(u.end_time at time zone ${timeZone}, 'DD.MM.YYYY HH24:MI')`.as('period'),
    )
    .where((eb) => eb.or([eb('u.vehicle_id', '=', vehicleId), eb('u.driver_id', '=', driverId)]))
    .where('u.begin_time', '<', end)
    .where('u.end_time', '>', begin)
    .orderBy('u.begin_time')
    .limit(1);
  if (except) crossing = crossing.where('u.id', '<>', except);
  const found = await crossing.executeTakeFirst();
  if (!found) return undefined;
  const field = found.vehicle_id === vehicleId ? 'vehicle' : 'driver';
  const name = field === 'vehicle' ? found.reg_number : fullNameOf(found);
  return { field, values: { name, period: found.period } };
}

export async function requireFree(db: ScopedDb, account: Account, shift: Shift): Promise<void> {
  const crossing = await crossingOf(db, account, shift);
  if (!crossing) return;
  throw invalid({ ...crossing, code: 'taken', message: 'server.onAnotherShift' });
}
