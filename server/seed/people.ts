/** Staff of an instance, drivers first. */
import { dayFrom, type Ground } from './ground.ts';
import { Inserter } from './insert.ts';
import * as names from './names.ts';

const ROLES = [
  ['DISPATCHER', 4],
  ['LOADER', 5],
  ['MASTER', 2],
  ['MECHANIC', 2],
  ['INSPECTOR', 2],
] as const;

/** Inserts the staff and returns the ids of the drivers. */
export async function staffOf(ground: Ground, divisionIds: readonly string[]): Promise<string[]> {
  const { random } = ground;
  const table = new Inserter(ground.trx, 'staff');
  const drivers = ground.count(25, 4);
  const all = ground.count(40, 8);
  const driverIds: string[] = [];
  for (let i = 0; i < all; i += 1) {
    const { lastName, firstName, middleName } = names.person(random);
    const row = {
      ...ground.row(),
      last_name: lastName,
      first_name: firstName,
      middle_name: middleName,
      role: i < drivers ? 'DRIVER' : random.weighted(ROLES),
      division_id: random.pick(divisionIds),
      personnel_number: String(1001 + i),
      phone: names.phone(random),
      begin_date: dayFrom(ground.today, -random.int(100, 3000)),
      end_date: i >= drivers && random.chance(0.1) ? dayFrom(ground.today, -random.int(1, 90)) : null,
    };
    if (i < drivers) driverIds.push(row.id);
    await table.add(row);
  }
  await table.flush();
  return driverIds;
}
