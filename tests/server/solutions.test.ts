/** The calculation of hypotheses: its result, cancellation, a server that dies, recalculation, comparison. */
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type {
  ComparisonRow,
  Hypothesis,
  Solution,
  SolutionStep,
  UnplannedItem,
  VRoute,
  VRoutePosition,
  VRouteStop,
  VTaskItem,
  VUnit,
} from '../../schemas/generated/api.ts';
import { readWords } from '../../server/dictionaries/words.ts';
import { spec } from '../spec/spec.ts';
import { JobNodes } from './jobs/nodes.ts';
import { signIn, startTestServer, type Client, type TestServer } from './support.ts';

interface Page<T> {
  list: T[];
  size: number;
}

let server: TestServer;
let planner: Client;
let nodes: JobNodes;
let source: Hypothesis;
let counter = 0;

beforeAll(async () => {
  server = await startTestServer({ scale: 0.1 });
  planner = await signIn(server, 'planner');
  nodes = new JobNodes(server);
  const { body } = await planner.get<Page<Hypothesis>>('/hypothesis/paging', {
    filter: { statuses: ['SUCCESS'] },
  });
  source = body.list[0]!;
});
afterEach(() => nodes.close());
afterAll(() => server.close());

/** Copies the seeded plan, to be calculated for this many seconds. */
async function plan(seconds: number, change: object = {}): Promise<Hypothesis> {
  const name = `Расчёт ${(counter += 1)}`;
  const { body: copy } = await planner.post<Hypothesis>(`/hypothesis/${source.id}/clone`, { name });
  const { id, version, beginDate, endDate, setting } = copy;
  const save = { id, version, name, beginDate, endDate };
  const saved = await planner.post<Hypothesis>('/hypothesis', {
    ...save,
    setting: { ...setting, maxCalculationTime: seconds, ...change },
  });
  expect(saved.status).toBe(200);
  return saved.body;
}

const read = async (id: string) => (await planner.get<Solution>(`/solution/${id}`)).body;
const part = async <T>(id: string, path: string, query = {}) => {
  const answer = await planner.get<T>(`/solution/${id}/${path}`, query);
  expect([path, answer.status]).toEqual([path, 200]);
  return answer.body;
};
const calculate = async (hypothesisId: string) => {
  const answer = await planner.post<Solution>('/solution/calculate', { hypothesisId });
  expect([answer.status, answer.body]).toMatchObject([200, { status: { name: 'QUEUED' } }]);
  return answer.body;
};
const until = (id: string, holds: (solution: Solution) => boolean) =>
  vi.waitFor(
    async () => {
      const solution = await read(id);
      expect(holds(solution)).toBe(true);
      return solution;
    },
    { timeout: 60_000, interval: 60 },
  );
const ended = (id: string) =>
  until(id, ({ status }) => ['SUCCESS', 'ERROR', 'CANCELED'].includes(status.name));

describe('a calculation', () => {
  it('finds routes within the limits of tasks, shifts and bodies; every other task is unplanned with its reasons', async () => {
    spec('POST solution calculate', 'GET solution', 'GET solution paging', 'GET solution v-route list');
    spec(
      'GET solution unplanned v-task-items',
      'GET solution point-group list',
      'C-043',
      'S-004',
      'B-097',
      'B-062',
    );
    spec('GET solution configuration list');
    const { body: goals } = await planner.get<{ name: string }[]>('/solution/configuration/list');
    expect(goals.map(({ name }) => name).toSorted()).toEqual(
      readWords()
        .get('solutionConfigurations')!
        .map(({ name }) => name)
        .toSorted(),
    );
    await nodes.start();
    const hypothesis = await plan(1);
    const begun = await calculate(hypothesis.id);
    const busy = await planner.post('/solution/calculate', { hypothesisId: hypothesis.id });
    expect([busy.status, busy.body.code]).toEqual([409, 'hypothesisBusy']);
    const solution = await ended(begun.id);
    expect(nodes.errors).toEqual([]);
    expect(solution).toMatchObject({
      status: { name: 'SUCCESS' },
      progress: 1,
      needsRecalculation: false,
      error: null,
    });
    const routes = await part<VRoute[]>(solution.id, 'v-route/list');
    const stops = await part<VRouteStop[]>(solution.id, 'stop/list');
    const left = await part<UnplannedItem[]>(solution.id, 'unplanned-v-task-items');
    const page = async <T>(path: string) =>
      (await planner.get<Page<T>>(path, { hypothesisId: hypothesis.id, count: 200 })).body.list;
    const tasks = await page<VTaskItem>('/v-task-item/paging');
    const units = await page<VUnit>('/v-unit/paging');
    const served = stops.filter(({ kind }) => kind.name === 'TASK');
    expect(served.length + left.length).toBe(tasks.length);
    expect([solution.unplannedCount, solution.vehicleCount]).toEqual([left.length, routes.length]);
    expect(left.every(({ reasons, mend }) => reasons.length > 0 && mend.length > 10)).toBe(true);
    for (const route of routes) {
      const unit = units.find(({ vehicle }) => vehicle.id === route.vehicle.id)!;
      const own = stops.filter(({ vRouteId }) => vRouteId === route.id);
      expect(route.startTime >= unit.beginTime && route.finishTime <= unit.endTime).toBe(true);
      const orders = own.flatMap(({ order }) => order ?? []);
      expect(orders).toEqual(orders.map((_, i) => i + 1));
      const times = own.map(({ arrivalTime }) => arrivalTime);
      expect(times).toEqual(times.toSorted());
      expect(own.filter(({ kind }) => kind.name === 'UNLOADING')).toHaveLength(route.runCount);
      expect(route.vRuns.reduce((all, { taskCount }) => all + taskCount, 0)).toBe(route.taskCount);
      expect(route.line?.coordinates.length).toBeGreaterThan(10);
    }
    const groups = await part<{ taskCount: number }[]>(solution.id, 'point-group/list');
    expect(groups.map(({ taskCount }) => taskCount)).toEqual(routes.map(({ taskCount }) => taskCount));
    const descent = await part<SolutionStep[]>(solution.id, 'descent');
    expect(descent.at(-1)).toMatchObject({ unplanned: left.length, cost: solution.score });
    const positions = await part<VRoutePosition[]>(solution.id, 'position/list', { time: '09:30' });
    expect(positions.some(({ state }) => state.name !== 'PARKED')).toBe(true);
    expect((await planner.get<Hypothesis>(`/hypothesis/${hypothesis.id}`)).body.status.name).toBe('SUCCESS');
  });

  it('is canceled within two seconds, and its partial result stays', async () => {
    spec('POST solution cancel calculation');
    await nodes.start();
    const { id } = await calculate((await plan(120)).id);
    await until(id, ({ status, vehicleCount }) => status.name === 'IN_PROCESS' && vehicleCount > 0);
    const canceled = await planner.post<Solution>(`/solution/${id}/cancel`);
    expect([canceled.status, canceled.body.status.name]).toEqual([200, 'CANCELED']);
    const routes = await part<VRoute[]>(id, 'v-route/list');
    expect(routes.length).toBe(canceled.body.vehicleCount);
    const again = await planner.post(`/solution/${id}/cancel`);
    expect([again.status, again.body.code]).toEqual([409, 'transition']);
    // The slot is free again: another calculation runs.
    await ended((await calculate((await plan(1)).id)).id);
  });

  it('continues from its best result on another server when one dies', async () => {
    const child = await nodes.spawn(true);
    const { id } = await calculate((await plan(6)).id);
    const before = await until(id, ({ progress, score }) => progress >= 0.5 && score !== null);
    await nodes.kill(child.pid!);
    await nodes.start();
    const solution = await ended(id);
    expect(solution.status.name).toBe('SUCCESS');
    expect(solution.unplannedCount!).toBeLessThanOrEqual(before.unplannedCount!);
    const { rows } = await server.pool.query<{ attempt: number; partial: { elapsed: number } }>(
      `select attempt, partial from jobs where kind = 'solve' and input ->> 'solutionId' = $1`,
      [id],
    );
    expect(rows[0]!.attempt).toBe(2);
    // Half of the time had passed: the second server used only the rest, not another six seconds.
    expect(rows[0]!.partial.elapsed).toBeLessThan(8_900);
  });
});

describe('a solution', () => {
  const solutionsOf = async (hypothesisId: string) =>
    (await planner.get<Page<Solution>>('/solution/paging', { hypothesisId })).body.list;

  it('needs recalculation after any change, which starts from its routes', async () => {
    spec('POST solution recalculate', 'B-171', 'M-058');
    await nodes.start();
    const hypothesis = await plan(1);
    const first = await ended((await calculate(hypothesis.id)).id);
    expect(first.needsRecalculation).toBe(false);
    const { list } = (
      await planner.get<Page<VTaskItem>>('/v-task-item/paging', { hypothesisId: hypothesis.id })
    ).body;
    const query = new URLSearchParams({ hypothesisId: hypothesis.id, ids: JSON.stringify([list[0]!.id]) });
    expect((await planner.delete(`/v-task-item?${query}`)).status).toBe(204);
    expect((await read(first.id)).needsRecalculation).toBe(true);
    const begun = await planner.post<Solution>(`/solution/${first.id}/recalculate`);
    expect(begun.body).toMatchObject({ type: { name: 'RECALCULATED' }, start: { id: first.id } });
    const second = await ended(begun.body.id);
    expect(second).toMatchObject({ status: { name: 'SUCCESS' }, needsRecalculation: false });
    const admin = await signIn(server, 'admin');
    const correction = {
      containerType: { name: 'EURO_0660', caption: '' },
      countFrom: 9,
      countTo: null,
      seconds: 20,
    };
    const saved = await admin.post<{ id: string }>('/time-correction', correction);
    expect(saved.status).toBe(200);
    expect((await read(second.id)).needsRecalculation).toBe(true);
  });

  it('is compared with another one and with the real day, and exported in the field names of VROOM', async () => {
    spec('GET solution comparison', 'POST solution export-to-studio');
    const [newer, older] = (await solutionsOf(source.id)) as [Solution, Solution];
    const against = await part<ComparisonRow[]>(newer.id, 'comparison', { baseId: older.id });
    const byName = (rows: ComparisonRow[], name: string) => rows.find(({ indicator }) => indicator === name)!;
    expect(byName(against, 'vehicles')).toMatchObject({
      base: older.vehicleCount,
      solution: newer.vehicleCount,
    });
    expect(byName(against, 'kilometres').base).toBeCloseTo(older.distance, 1);
    expect(byName(against, 'roubles').solution).toBeCloseTo(newer.score!, 0);
    expect(byName(against, 'overtime').solution).toBe(0);
    const same = await part<ComparisonRow[]>(newer.id, 'comparison', { baseId: newer.id });
    expect(same.every(({ better }) => better === null)).toBe(true);
    const real = await part<ComparisonRow[]>(newer.id, 'comparison');
    expect(byName(real, 'vehicles').base).toBeGreaterThan(0);
    const file = await planner.call<string>('POST', `/api/v3/solution/${newer.id}/export-to-studio`);
    const json = (typeof file.body === 'string' ? JSON.parse(file.body) : file.body) as {
      code: number;
      routes: { distance: number; steps: { type: string; arrival: number }[] }[];
      unassigned: unknown[];
    };
    expect([json.code, json.routes.length, json.unassigned.length]).toEqual([
      0,
      newer.vehicleCount,
      newer.unplannedCount,
    ]);
    for (const { steps } of json.routes) {
      expect([steps[0]!.type, steps.at(-1)!.type]).toEqual(['start', 'end']);
      expect(steps.map(({ arrival }) => arrival)).toEqual(
        steps.map(({ arrival }) => arrival).toSorted((a, b) => a - b),
      );
    }
  });

  it('has its routes saved as point groups in the folder of the hypothesis, each once', async () => {
    spec('V-067');
    const [newer, older] = (await solutionsOf(source.id)) as [Solution, Solution];
    const routes = await part<VRoute[]>(newer.id, 'v-route/list');
    const save = (id: string, vRouteIds: string[]) =>
      planner.post<{ name: string; pointGroupId: string | null }[]>(`/solution/${id}/point-group/list`, {
        vRouteIds,
      });
    const saved = await save(newer.id, [routes[0]!.id]);
    expect([saved.status, saved.body[0]!.pointGroupId !== null]).toEqual([200, true]);
    const group = await planner.get<{ points: unknown[]; strictSequence: boolean }>(
      `/point-group/${saved.body[0]!.pointGroupId}`,
    );
    expect(group.body).toMatchObject({ strictSequence: true });
    const again = await save(newer.id, [routes[0]!.id]);
    expect([again.status, (again.body as never as { code: string }).code]).toEqual([
      409,
      'solutionGroupTwice',
    ]);
    expect((await save(older.id, [routes[0]!.id])).status).toBe(404);
    const { rows } = await server.pool.query<{ directory_id: string; root: string }>(
      `select distinct g.directory_id, g.root from solution_point_groups x join point_groups g on g.id = x.point_group_id`,
    );
    expect(rows).toMatchObject([{ root: 'HYPOTHESIS' }]);
  });

  it('fails with a readable reason where a task is far from all roads', async () => {
    spec('M-059');
    await nodes.start();
    const hypothesis = await plan(1);
    const { list } = (
      await planner.get<Page<VTaskItem>>('/v-task-item/paging', { hypothesisId: hypothesis.id })
    ).body;
    const { id: stand } = list[0]!.stand;
    const { rows } = await server.pool.query<{ latitude: number }>(
      'select latitude from visit_points where id = $1',
      [stand],
    );
    await server.pool.query('update visit_points set latitude = latitude + 3 where id = $1', [stand]);
    const failed = await ended((await calculate(hypothesis.id)).id);
    await server.pool.query('update visit_points set latitude = $2 where id = $1', [
      stand,
      rows[0]!.latitude,
    ]);
    expect(failed.status.name).toBe('ERROR');
    expect(failed.error).toMatch(/нет дороги/);
  });

  it('and its hypothesis can be deleted once no calculation is running', async () => {
    spec('DELETE solution', 'DELETE hypothesis');
    const hypothesis = await plan(1);
    const { id } = await calculate(hypothesis.id);
    const early = await planner.delete(`/solution/${id}`);
    expect([early.status, early.body.code]).toEqual([409, 'transition']);
    expect((await planner.delete(`/hypothesis/${hypothesis.id}`)).status).toBe(409);
    await nodes.start();
    await ended(id);
    expect((await planner.delete(`/solution/${id}`)).status).toBe(204);
    await vi.waitFor(async () => expect((await planner.get(`/solution/${id}`)).status).toBe(404), {
      timeout: 30_000,
    });
    expect((await planner.get<Hypothesis>(`/hypothesis/${hypothesis.id}`)).body.status.name).toBe('DRAFT');
    expect((await planner.delete(`/hypothesis/${hypothesis.id}`)).status).toBe(204);
    await vi.waitFor(
      async () => expect((await planner.get(`/hypothesis/${hypothesis.id}`)).status).toBe(404),
      { timeout: 30_000 },
    );
  });
});
