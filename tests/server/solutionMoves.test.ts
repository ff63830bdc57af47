/** Stops of a solution moved manually: the cost of a move, violated rules, permissions, and undo. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type {
  Solution,
  SolutionMovePreview,
  SolutionMoveTarget,
  UnplannedItem,
  VRoute,
  VRouteStop,
} from '../../schemas/generated/api.ts';
import { spec } from '../spec/spec.ts';
import { meanwhile } from './meanwhile.ts';
import { Plans } from './plans.ts';
import { signIn, startTestServer, type Client, type TestServer } from './support.ts';

let server: TestServer;
let planner: Client;
let plans: Plans;
/** The calculated solution, with two routes at least. */
let calculated: Solution;
let source: Solution;

beforeAll(async () => {
  server = await startTestServer({ scale: 0.1 });
  planner = await signIn(server, 'planner');
  plans = new Plans(planner);
  const { body } = await planner.get<{ list: Solution[] }>('/solution/paging', {
    hypothesisId: (await plans.source()).id,
  });
  calculated = body.list.find(({ type }) => type.name === 'CALCULATED')!;
  expect(calculated.needsRecalculation).toBe(false);
  const stops = await plans.part<VRouteStop[]>(calculated.id, 'stop/list');
  const [first, ...rest] = stops.filter(({ kind, routeNumber }) => kind.name === 'TASK' && routeNumber === 1);
  const unit = (await targets(calculated.id, first!.vTaskItemId!)).find(
    ({ routeNumber }) => routeNumber !== 1,
  )!;
  let { id } = calculated;
  for (const { vTaskItemId } of [first!, rest[5]!, rest[9]!]) {
    source = await moved(id, { vTaskItemId, vUnitId: unit.id });
    id = source.id;
  }
});
afterAll(() => server.close());

const routesOf = (id: string) => plans.part<VRoute[]>(id, 'v-route/list');
const stopsOf = async (id: string) => {
  const stops = await plans.part<VRouteStop[]>(id, 'stop/list');
  return (route: number) =>
    stops.filter(({ routeNumber, kind }) => routeNumber === route && kind.name === 'TASK');
};
const preview = async (id: string, query: object) => {
  const answer = await planner.get<SolutionMovePreview>(`/solution/${id}/move/preview`, { ...query });
  expect([answer.status, answer.body]).toMatchObject([200, {}]);
  return answer.body;
};
const move = (id: string, body: object) => planner.post<Solution>(`/solution/${id}/move`, body);
const moved = async (id: string, body: object) => {
  const answer = await move(id, body);
  expect([answer.status, answer.body]).toMatchObject([200, { type: { name: 'MANUAL' } }]);
  return answer.body;
};
const targets = async (id: string, vTaskItemId: string) =>
  plans.part<SolutionMoveTarget[]>(id, 'move/target/list', { vTaskItemId });

/** Returns a stop of the first route that is alone at its stand, so that it is moved alone. */
async function lonely(id: string, route = 1): Promise<VRouteStop> {
  const stops = (await stopsOf(id))(route);
  const all = await plans.part<VRouteStop[]>(id, 'stop/list');
  return stops.find(({ name }) => all.filter((stop) => stop.name === name).length === 1)!;
}

/** Figures that are equal for two solutions with the same routes. */
async function figures(id: string) {
  const { distance, score, vehicleCount, runCount, unplannedCount, duration } = await plans.read(id);
  const stops = await plans.part<VRouteStop[]>(id, 'stop/list');
  return {
    distance,
    score,
    vehicleCount,
    runCount,
    unplannedCount,
    duration,
    stops: stops.map(({ routeNumber, order, name, arrivalTime, loadVolume, distance: way, colour }) =>
      JSON.stringify([routeNumber, order, name, arrivalTime, loadVolume, way, colour]),
    ),
  };
}

describe('a stop', () => {
  it('moves to another route at the requested place, as previewed; the calculated solution is unchanged', async () => {
    spec('S-004', 'B-171');
    const untouched = await figures(calculated.id);
    expect(source).toMatchObject({ start: { id: calculated.id }, type: { name: 'MANUAL' }, moveCount: 3 });
    const before = await figures(source.id);
    const stop = await lonely(source.id);
    const choice = await targets(source.id, stop.vTaskItemId!);
    expect(choice.map(({ routeNumber }) => routeNumber)).toContain(1);
    const target = choice.find(({ routeNumber }) => routeNumber === 2)!;
    const asked = { vTaskItemId: stop.vTaskItemId, vUnitId: target.id, position: 3 };
    const then = await stopsOf(source.id);
    const told = await preview(source.id, asked);
    expect(told).toMatchObject({ allowed: true, violations: [], unplannedChange: 0, stopCount: 1 });
    expect(told.to).toMatchObject({ taskCountBefore: target.taskCount, taskCount: target.taskCount + 1 });
    const made = await moved(source.id, asked);
    expect(made).toMatchObject({
      id: source.id,
      moveCount: 4,
      unplannedCount: source.unplannedCount,
    });
    expect(made.score! - source.score!).toBeCloseTo(told.costChange!, 1);
    expect(made.distance - source.distance).toBeCloseTo(told.distanceChange!, 1);
    const now = await stopsOf(made.id);
    expect(now(2)[2]).toMatchObject({ vTaskItemId: stop.vTaskItemId, order: 3 });
    const ids = (stops: VRouteStop[]) => stops.map(({ vTaskItemId }) => vTaskItemId);
    expect(ids(now(2)).toSpliced(2, 1)).toEqual(ids(then(2)));
    expect(ids(now(1))).toEqual(ids(then(1)).filter((id) => id !== stop.vTaskItemId));
    // Times, unloadings and lines follow the new order.
    for (const route of await routesOf(made.id)) {
      const stops = (await plans.part<VRouteStop[]>(made.id, 'stop/list')).filter(
        ({ vRouteId }) => vRouteId === route.id,
      );
      const times = stops.map(({ arrivalTime }) => arrivalTime);
      expect(times).toEqual(times.toSorted());
      expect(stops.filter(({ kind }) => kind.name === 'UNLOADING')).toHaveLength(route.runCount);
      expect(route.line!.coordinates.length).toBeGreaterThan(10);
    }
    expect(await figures(calculated.id)).toEqual(untouched);

    // Moves are undone one after the other, exactly.
    const once = await figures(made.id);
    const again = await moved(made.id, { ...asked, position: 1, version: made.version });
    expect([again.id, again.moveCount]).toEqual([made.id, 5]);
    expect((await stopsOf(made.id))(2)[0]!.vTaskItemId).toBe(stop.vTaskItemId);
    const undo = () => planner.post<Solution>(`/solution/${made.id}/move/undo`);
    expect((await undo()).body).toMatchObject({ moveCount: 4 });
    expect(await figures(made.id)).toEqual(once);
    expect((await undo()).body).toMatchObject({ moveCount: 3 });
    expect(await figures(made.id)).toEqual(before);
    const empty = await planner.post(`/solution/${calculated.id}/move/undo`);
    expect([empty.status, empty.body]).toMatchObject([409, { code: 'moveNoneLeft' }]);
  });

  it('is removed from its route, and inserted again where it costs least', async () => {
    const stop = await lonely(source.id);
    const { vTaskItemId } = stop;
    const told = await preview(source.id, { vTaskItemId });
    expect(told).toMatchObject({ allowed: true, unplannedChange: 1, to: null });
    expect(told.distanceChange).toBeLessThanOrEqual(0);
    const out = await moved(source.id, { vTaskItemId, vUnitId: null });
    expect(out.unplannedCount).toBe(source.unplannedCount! + 1);
    const left = await plans.part<UnplannedItem[]>(out.id, 'unplanned-v-task-items');
    expect(left.find(({ id }) => id === vTaskItemId)).toMatchObject({ byHand: true, reasons: [] });
    const nothing = await move(out.id, { vTaskItemId, vUnitId: null });
    expect([nothing.status, nothing.body]).toMatchObject([409, { code: 'moveNothing' }]);
    const home = (await targets(out.id, vTaskItemId!)).find(({ routeNumber }) => routeNumber === 1)!;
    const best = await preview(out.id, { vTaskItemId, vUnitId: home.id });
    const last = await preview(out.id, { vTaskItemId, vUnitId: home.id, position: 9999 });
    expect(best.costChange!).toBeLessThanOrEqual(last.costChange ?? Infinity);
    const back = await moved(out.id, { vTaskItemId, vUnitId: home.id });
    expect(back.unplannedCount).toBe(source.unplannedCount);
    // At least as good as what the search had found for this route.
    expect(back.score!).toBeLessThanOrEqual(source.score! + 1);
    await planner.post(`/solution/${out.id}/move/undo`);
    const again = await plans.part<UnplannedItem[]>(out.id, 'unplanned-v-task-items');
    expect(again.find(({ id }) => id === vTaskItemId)).toMatchObject({ byHand: true });
    await planner.post(`/solution/${out.id}/move/undo`);
  });

  it('is not moved where it breaks a rule; the reasons are those of excluded points', async () => {
    spec('C-043');
    const stop = await lonely(source.id);
    const { vTaskItemId } = stop;
    const target = (await targets(source.id, vTaskItemId!)).find(({ routeNumber }) => routeNumber === 2)!;
    const asked = { vTaskItemId, vUnitId: target.id };
    const run = (text: string, values: unknown[]) => server.pool.query(text, values);
    const fresh = () => run('update solutions set needs_recalculation = false where id = $1', [source.id]);
    const refused = async (reason: string, words: RegExp) => {
      await fresh();
      const told = await preview(source.id, asked);
      expect(told).toMatchObject({ allowed: false, costChange: null, violations: [{ name: reason }] });
      expect(told.mend).toMatch(/\S/);
      const answer = await planner.post(`/solution/${source.id}/move`, asked);
      expect([answer.status, answer.body.code]).toEqual([409, 'moveViolates']);
      expect(answer.body.message).toMatch(words);
    };
    await run(`update v_task_items set time_from = '00:05', time_to = '00:10' where id = $1`, [vTaskItemId]);
    await refused('OUTSIDE_WORK_WINDOW', /врем|час/i);
    await run('update v_task_items set time_from = null, time_to = null where id = $1', [vTaskItemId]);
    const { rows } = await run('select vehicle_id, instance_id from v_units where id = $1', [target.id]);
    const [{ vehicle_id: vehicle, instance_id: instance }] = rows as [
      { vehicle_id: string; instance_id: string },
    ];
    const { rows: types } = await run(
      'delete from vehicle_container_types where vehicle_id = $1 returning container_type',
      [vehicle],
    );
    await run(
      `insert into vehicle_container_types (instance_id, vehicle_id, container_type)
       select instance_id, $1, code from container_types where instance_id = $2 and code <> $3 limit 1`,
      [vehicle, instance, stop.containerType!.name],
    );
    await fresh();
    const told = await preview(source.id, asked);
    expect(told.violations.map(({ name }) => name)).toContain('UNSUPPORTED_CONTAINER_TYPE');
    await run('delete from vehicle_container_types where vehicle_id = $1', [vehicle]);
    for (const { container_type: type } of types as { container_type: string }[])
      await run(
        'insert into vehicle_container_types (instance_id, vehicle_id, container_type) values ($1, $2, $3)',
        [instance, vehicle, type],
      );
    await fresh();
    // In a shift of 40 minutes an additional stop is too late.
    await run(`update v_units set end_time = begin_time + interval '40 minutes' where id = $1`, [target.id]);
    await fresh();
    const short = await preview(source.id, asked);
    expect([short.allowed, short.violations.map(({ name }) => name)]).toEqual([false, ['INSUFFICIENT_TIME']]);
    await run(`update v_units set end_time = begin_time + interval '9 hours' where id = $1`, [target.id]);
    await fresh();
  });

  it('is not moved into routes that changed during the calculation of the move', async () => {
    const { vTaskItemId } = await lonely(source.id);
    const before = await figures(source.id);
    const answer = await meanwhile(
      server,
      ['update solutions set version = version + 1 where id = $1', source.id],
      () => planner.post(`/solution/${source.id}/move`, { vTaskItemId, vUnitId: null }),
    );
    expect([answer.status, answer.body.code]).toEqual([412, 'stale']);
    expect(await figures(source.id)).toEqual(before);
  });

  it('is moved by planners only, in an up-to-date solution, within its day', async () => {
    const stop = await lonely(source.id);
    const { vTaskItemId } = stop;
    const target = (await targets(source.id, vTaskItemId!)).find(({ routeNumber }) => routeNumber === 2)!;
    const asked = { vTaskItemId, vUnitId: target.id };
    const guest = await signIn(server, 'guest');
    expect((await guest.post(`/solution/${source.id}/move`, asked)).status).toBe(403);
    expect((await guest.post(`/solution/${source.id}/move/undo`)).status).toBe(403);
    const other = await signIn(server, 'carrier');
    const foreign = [
      await other.get(`/solution/${source.id}/move/preview`, { vTaskItemId: vTaskItemId! }),
      await other.post(`/solution/${source.id}/move`, asked),
      await other.post(`/solution/${source.id}/move/undo`),
    ];
    for (const { status } of foreign) expect([403, 404]).toContain(status);
    const stale = await move(source.id, { ...asked, version: source.version + 70 });
    expect(stale.status).toBe(412);
    const { rows } = await server.pool.query<{ id: string; task: string }>(
      `select u.id, (select i.id from v_task_items i where i.hypothesis_id = u.hypothesis_id limit 1) as task
       from v_units u join hypotheses h on h.id = u.hypothesis_id where h.name = 'Неделя: хватит ли машин'
       and h.instance_id = (select instance_id from solutions where id = $1) limit 1`,
      [source.id],
    );
    const elsewhere = await planner.post(`/solution/${source.id}/move`, { ...asked, vUnitId: rows[0]!.id });
    expect([elsewhere.status, elsewhere.body.details?.errors?.[0]?.code]).toEqual([400, 'otherDay']);
    const unknown = await planner.post(`/solution/${source.id}/move`, {
      ...asked,
      vTaskItemId: rows[0]!.task,
    });
    expect(unknown.status).toBe(404);
    await server.pool.query('update solutions set needs_recalculation = true where id = $1', [source.id]);
    const old = await planner.post(`/solution/${source.id}/move`, asked);
    expect([old.status, old.body.code]).toEqual([409, 'solutionOld']);
    // Routes whose tasks may have been deleted are not restored either.
    const undone = await planner.post(`/solution/${source.id}/move/undo`);
    expect([undone.status, undone.body.code]).toEqual([409, 'solutionOld']);
    await server.pool.query('update solutions set needs_recalculation = false where id = $1', [source.id]);
    await server.pool.query(`update solutions set status = 'ERROR' where id = $1`, [source.id]);
    const failed = await planner.post(`/solution/${source.id}/move`, asked);
    await server.pool.query(`update solutions set status = 'SUCCESS' where id = $1`, [source.id]);
    expect([failed.status, failed.body.code]).toEqual([409, 'transition']);
  });
});
