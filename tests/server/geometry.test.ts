/** Points, lines and areas in the database: found by a box, refused when invalid. */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Problem, problemBody } from '../../server/core/problems.ts';
import { loadLocales } from '../../server/core/projectFiles.ts';
import { translator } from '../../server/core/texts.ts';
import { boxMeets, pointWithin } from '../../server/geometry/bounds.ts';
import { requireShape } from '../../server/geometry/require.ts';
import type { Shape } from '../../server/geometry/shapes.ts';
import { VALID, WRONG } from '../geometry/samples.ts';
import { ROOT, startTestServer, type TestServer } from './support.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ scale: 0.1 });
});
afterAll(() => server.close());

const BOUNDS = { west: 37.6, south: 54.17, east: 37.65, north: 54.2 };

describe('visit points', () => {
  it('are found by a box, with the index', async () => {
    const { db } = server;
    const found = await db
      .selectFrom('visit_points')
      .where(pointWithin('visit_points', BOUNDS))
      .select('id')
      .execute();
    const all = await db.selectFrom('visit_points').select(['id', 'latitude', 'longitude']).execute();
    const inside = all.filter(
      ({ latitude, longitude }) =>
        latitude >= BOUNDS.south &&
        latitude <= BOUNDS.north &&
        longitude >= BOUNDS.west &&
        longitude <= BOUNDS.east,
    );
    expect(found.map(({ id }) => id).sort()).toEqual(inside.map(({ id }) => id).sort());
    expect(found.length).toBeGreaterThan(3);
    expect(found.length).toBeLessThan(all.length);
    const { instance_id } = await db
      .selectFrom('visit_points')
      .select('instance_id')
      .executeTakeFirstOrThrow();
    const plan = await db.transaction().execute(async (trx) => {
      // With so few rows a scan is as fast; the test is whether the index can answer.
      await sql`set local enable_seqscan = off`.execute(trx);
      const query = trx
        .selectFrom('visit_points')
        .where('instance_id', '=', instance_id)
        .where(pointWithin('visit_points', BOUNDS))
        .select('id');
      return query.explain('text');
    });
    expect(JSON.stringify(plan)).toContain('visit_points_point');
  });
});

describe('shapes', () => {
  beforeAll(async () => {
    await server.pool.query(`
      create table drawn (
        id integer primary key,
        shape geo_shape not null,
        bounds box generated always as (geo_box(shape)) stored
      );
      create index drawn_bounds on drawn using gist (bounds)`);
  });

  const add = (id: number, shape: unknown) =>
    server.pool.query('insert into drawn (id, shape) values ($1, $2)', [id, JSON.stringify(shape)]);

  it.each(VALID.map(([name, shape], id) => [name, shape, id] as const))('accept %s', async (_, shape, id) => {
    await expect(add(id, shape)).resolves.toMatchObject({ rowCount: 1 });
  });

  it.each(WRONG)('refuse %s', async (_, shape) => {
    await expect(add(1000, shape)).rejects.toMatchObject({ code: '23514' });
  });

  it.each([
    ['a point', { type: 'Point', coordinates: [1, 1] }],
    ['nothing', {}],
    ['a word', 'LineString'],
    [
      'coordinates that are texts',
      {
        type: 'LineString',
        coordinates: [
          ['1', '1'],
          ['2', '2'],
        ],
      },
    ],
    ['no coordinates', { type: 'LineString' }],
    [
      'an area with a hole',
      {
        type: 'Polygon',
        coordinates: [
          [
            [0, 0],
            [9, 0],
            [0, 9],
            [0, 0],
          ],
          [
            [1, 1],
            [2, 1],
            [1, 2],
            [1, 1],
          ],
        ],
      },
    ],
    ['an area without an outline', { type: 'Polygon', coordinates: [] }],
    ['an empty outline', { type: 'Polygon', coordinates: [[]] }],
    [
      'a height',
      {
        type: 'LineString',
        coordinates: [
          [1, 1, 5],
          [2, 2, 5],
        ],
      },
    ],
  ])('refuse %s', async (_, shape) => {
    await expect(add(1001, shape)).rejects.toMatchObject({ code: '23514' });
  });

  it('of a thousand vertices are checked fast', async () => {
    const ring = Array.from({ length: 999 }, (_, k) => {
      const angle = (k / 999) * 2 * Math.PI;
      return [37 + Math.cos(angle), 54 + Math.sin(angle)];
    });
    const begun = performance.now();
    await add(2000, { type: 'Polygon', coordinates: [[...ring, ring[0]]] });
    expect(performance.now() - begun).toBeLessThan(3000);
  });

  it('are found by their bounding boxes', async () => {
    const near = { west: 36.9, south: 53.9, east: 37.05, north: 54.05 };
    const { rows } = await sql<{
      id: number;
    }>`select id from drawn where ${boxMeets('drawn.bounds', near)} order by id`.execute(server.db);
    const names = rows.filter(({ id }) => id < 1000).map(({ id }) => VALID[id]![0]);
    expect(names).toEqual(['a line', 'sides of a few centimetres']);
  });
});

describe('a request with a wrong shape', () => {
  it.each([
    ['ru', 'Контур пересекает себя: сторона от вершины 1 и сторона от вершины 3'],
    ['en', 'The outline crosses itself: the side from vertex 1 and the side from vertex 3'],
  ])('is refused with the vertex in %s', (locale, message) => {
    const bowTie = WRONG.find(([name]) => name === 'a bow tie')![1];
    let thrown: unknown;
    try {
      requireShape('geometry', bowTie);
    } catch (error) {
      thrown = error;
    }
    const body = problemBody(thrown as Problem, translator(loadLocales(ROOT), locale as 'ru'));
    expect(body).toMatchObject({
      status: 400,
      details: { errors: [{ field: 'geometry', code: 'shape.crosses', message }] },
    });
  });

  it('has a text for every error in both languages', () => {
    for (const locale of ['ru', 'en'] as const) {
      const translate = translator(loadLocales(ROOT), locale);
      for (const [, , { code, ...values }] of WRONG) {
        expect(translate(`validation.shape.${code}`, values)).not.toMatch(/validation\.|\{\{/);
      }
    }
  });

  it('is accepted when the shape is valid', () => {
    for (const [, shape] of VALID) expect(() => requireShape('geometry', shape as Shape)).not.toThrow();
  });
});
