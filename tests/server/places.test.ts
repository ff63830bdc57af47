/** Every place of the seed is on a road of its town, at the house of its address. */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addressOf, type Town } from '../../server/roads/town.ts';
import { townNear } from '../../server/roads/towns.ts';
import { snapTo } from '../../server/travel/snap.ts';
import { startTestServer, type TestServer } from './support.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ scale: 0.1 });
});
afterAll(() => server.close());

interface Row {
  what: string;
  latitude: number;
  longitude: number;
  /** Null for a district or settlement, which is no house. */
  address: string | null;
}

/** Reads all columns of the database that contain a place. */
const rows = async () =>
  (
    await sql<Row>`
      select 'visit point ' || type || ' ' || name as what, latitude, longitude, address from visit_points
      union all select 'division ' || name, latitude, longitude, address from divisions
      union all select 'terminal ' || device_id, latitude, longitude, location_address from terminals
      union all select 'vehicle ' || reg_number, start_latitude, start_longitude, start_address from vehicles
        where start_latitude is not null
      union all select 'location ' || name, latitude, longitude, null from locations where kind <> 'REGION'`.execute(
      server.db,
    )
  ).rows;

const houses = new Map<Town, Map<string, number>>();
function houseAt(town: Town, address: string): number | undefined {
  let known = houses.get(town);
  if (!known) {
    known = new Map(Array.from({ length: town.houses.size }, (_, house) => [addressOf(town, house), house]));
    houses.set(town, known);
  }
  return known.get(address);
}

describe('the places of the seed', () => {
  it('are a few metres off a road, and their address is that of a house next to them', async () => {
    const wrong: string[] = [];
    const all = await rows();
    for (const { what, latitude, longitude, address } of all) {
      const town = townNear({ latitude, longitude });
      const point = town?.plane.toMetres({ latitude, longitude });
      // The name of a district is at its centre, wherever that is.
      const reach = what.startsWith('location') ? 400 : 30;
      if (!town || !point || !snapTo(town.graph, point, () => true, reach)) wrong.push(`${what}: no road`);
      else if (address !== null) {
        const house = houseAt(town, address);
        const [x, y] = house === undefined ? [Infinity, Infinity] : town.houses.pointOf(house);
        if (Math.hypot(x - point[0], y - point[1]) > 150) wrong.push(`${what}: ${address}`);
      }
    }
    expect(wrong).toEqual([]);
    expect(all.length).toBeGreaterThan(400);
  });

  it('of every type of visit point are where they are expected', async () => {
    const { rows: far } = await sql<{ name: string; type: string; km: number }>`
      select v.name, v.type, 111.195 * sqrt((v.latitude - c.lat) ^ 2 + ((v.longitude - c.lon) * cos(radians(c.lat))) ^ 2) km
      from visit_points v join (select instance_id, split_part(value, ', ', 1)::float lat, split_part(value, ', ', 2)::float lon
        from app_properties where name = 'map.center' and instance_id is not null) c using (instance_id)`.execute(
      server.db,
    );
    const of = (pattern: RegExp) => far.filter(({ name }) => pattern.test(name)).map(({ km }) => km);
    expect(Math.min(...of(/Полигон/))).toBeGreaterThan(22);
    expect(Math.max(...of(/Полигон/))).toBeLessThan(28);
    expect(Math.max(...of(/Автобаза|Мойка|Пункт погрузки|Перегрузочная/))).toBeLessThan(7);
    expect(Math.max(...of(/Контейнерная площадка/))).toBeLessThan(24);
  });

  it('have postal addresses of the town, for customers too', async () => {
    const customers = await server.db
      .selectFrom('customers')
      .select(['legal_address', 'actual_address'])
      .execute();
    for (const { legal_address, actual_address } of customers) {
      for (const address of [legal_address, actual_address]) {
        expect(address).toMatch(/^\d{6}, (г\.|пос\.|с\.|дер\.) [А-ЯЁ][^,]+, [^,]+, (д\. \d+|\d+-й км)/);
      }
    }
  });
});
