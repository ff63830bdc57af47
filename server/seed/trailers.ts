/** Trailers: vehicles that others tow. */
import type { Ground } from './ground.ts';
import { Inserter } from './insert.ts';
import type { SeedPlaces } from './places.ts';
import type { SeedCustomer } from './types.ts';

const MODELS = ['НЕФАЗ-8332', 'СЗАП-8357', 'МАЗ-8561', 'Тонар-8430'];
const LETTERS = 'АВЕКМНОРСТУХ';

export async function trailersOf(
  ground: Ground,
  places: SeedPlaces,
  owner: SeedCustomer,
): Promise<{ id: string }[]> {
  const { random } = ground;
  const table = new Inserter(ground.trx, 'vehicles');
  const trailers: { id: string }[] = [];
  for (let i = 1; i <= ground.count(8); i += 1) {
    const letter = () => random.pick([...LETTERS]);
    const row = {
      ...ground.row(),
      reg_number: `${letter()}${letter()}${1000 + i * 37}50`,
      model: random.pick(MODELS),
      type: 'TRAILER',
      vehicle_group: 'SUPPORT',
      garage_number: `П-${i}`,
      owner_customer_id: owner.id,
      carrier_customer_id: owner.id,
      parking_id: random.pick(places.parkings).id,
      tablet_present: false,
      tablet_lack_reason: 'NOT_NEEDED',
      task_creation_allowed: false,
      weight: 4200,
      max_mass: 14_000,
    };
    trailers.push({ id: row.id });
    await table.add(row);
  }
  await table.flush();
  return trailers;
}
