/** Events of the last days. */
import { DAY_MS, startOf, type Ground } from './ground.ts';
import { Inserter } from './insert.ts';
import type { SeedVehicle } from './types.ts';

const EXTERNAL = [
  ['Превышение скорости', 'WARNING'],
  ['Отклонение от маршрута', 'WARNING'],
  ['Нет связи с терминалом более 2 часов', 'AVERAGE'],
  ['Резкое снижение уровня топлива', 'HIGH'],
  ['Весы не отвечают', 'DISASTER'],
  ['Въезд на полигон', 'INFORMATION'],
  ['Выезд с полигона', 'INFORMATION'],
] as const;

const SOURCES = ['Телематика', 'Весовой комплекс', 'Видеонаблюдение'];

export async function eventsOf(
  ground: Ground,
  vehicles: readonly SeedVehicle[],
  driverIds: readonly string[],
): Promise<void> {
  const { random, today } = ground;
  const table = new Inserter(ground.trx, 'events');
  const count = ground.count(200, 10);
  for (let i = 0; i < count; i += 1) {
    await table.add({
      ...ground.row(),
      event_time: new Date(startOf(today).getTime() - random.next() * 20 * DAY_MS).toISOString(),
      status: random.chance(0.3) ? 'NEW' : 'SEEN',
      ...(random.chance(0.15) ? failure(ground) : message(ground, vehicles, driverIds)),
    });
  }
  await table.flush();
}

function message({ random }: Ground, vehicles: readonly SeedVehicle[], driverIds: readonly string[]) {
  const [text, severity] = random.pick(EXTERNAL);
  return {
    meta: 'EXTERNAL_MESSAGE',
    severity,
    source_type: 'EXTERNAL',
    source_name: random.pick(SOURCES),
    vehicle_id: random.pick(vehicles).id,
    driver_id: random.chance(0.7) ? random.pick(driverIds) : null,
    event_values: { text },
  };
}

function failure({ random }: Ground) {
  return {
    meta: 'INTEGRATION_FAILED',
    severity: 'HIGH',
    source_type: 'INTEGRATION',
    source_name: 'Талоны',
    vehicle_id: null,
    driver_id: null,
    event_values: { system: random.pick(['Талоны', '1С:Бухгалтерия']) },
  };
}
