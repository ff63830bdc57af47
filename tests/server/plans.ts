/** Hypotheses to be calculated in a test: small copies of the seeded one. */
import { expect, vi } from 'vitest';
import type { Hypothesis, Solution, VTaskItem, VUnit } from '../../schemas/generated/api.ts';
import type { Client } from './support.ts';

interface Page<T> {
  list: T[];
}

/** Options of a copy. */
interface Keeps {
  /** Seconds of calculation. */
  seconds?: number;
  tasks?: number;
  units?: number;
  setting?: object;
}

let counter = 0;

export class Plans {
  constructor(private readonly planner: Client) {}

  /** The seeded hypothesis with solutions. */
  async source(): Promise<Hypothesis> {
    const filter = { statuses: ['SUCCESS'] };
    const { body } = await this.planner.get<Page<Hypothesis>>('/hypothesis/paging', {
      filter,
      query: 'основной',
    });
    return body.list[0]!;
  }

  /** Clones the hypothesis with this many tasks and units, all by default. */
  async copy({ seconds = 1, tasks, units, setting = {} }: Keeps = {}): Promise<Hypothesis> {
    const { planner } = this;
    const source = await this.source();
    const name = `План ${(counter += 1)} ${Date.now()}`;
    const { body } = await planner.post<Hypothesis>(`/hypothesis/${source.id}/clone`, { name });
    const { id, version, beginDate, endDate } = body;
    const saved = await planner.post<Hypothesis>('/hypothesis', {
      id,
      version,
      name,
      beginDate,
      endDate,
      setting: { ...body.setting, maxCalculationTime: seconds, ...setting },
    });
    expect(saved.status).toBe(200);
    if (tasks !== undefined) {
      const extra = (await this.tasks(id)).slice(tasks).map((task) => task.id);
      const query = new URLSearchParams({ hypothesisId: id, ids: JSON.stringify(extra) });
      expect((await planner.delete(`/v-task-item?${query}`)).status).toBe(204);
    }
    for (const unit of units === undefined ? [] : (await this.units(id)).slice(units))
      expect((await planner.delete(`/v-unit/${unit.id}`)).status).toBe(204);
    return saved.body;
  }

  tasks(hypothesisId: string): Promise<VTaskItem[]> {
    return this.#all<VTaskItem>('/v-task-item/paging', hypothesisId);
  }

  units(hypothesisId: string): Promise<VUnit[]> {
    return this.#all<VUnit>('/v-unit/paging', hypothesisId);
  }

  async #all<T>(path: string, hypothesisId: string): Promise<T[]> {
    return (await this.planner.get<Page<T>>(path, { hypothesisId, count: 200 })).body.list;
  }

  async read(id: string): Promise<Solution> {
    return (await this.planner.get<Solution>(`/solution/${id}`)).body;
  }

  /** Reads a list of a solution. */
  async part<T>(id: string, path: string, query = {}): Promise<T> {
    const answer = await this.planner.get<T>(`/solution/${id}/${path}`, query);
    expect([path, answer.status]).toEqual([path, 200]);
    return answer.body;
  }

  /** Calculates and waits for the end, whatever the result. */
  async solve(hypothesisId: string): Promise<Solution> {
    const begun = await this.planner.post<Solution>('/solution/calculate', { hypothesisId });
    expect([begun.status, begun.body]).toMatchObject([200, { status: { name: 'QUEUED' } }]);
    return this.ended(begun.body.id);
  }

  ended(id: string): Promise<Solution> {
    return vi.waitFor(
      async () => {
        const solution = await this.read(id);
        expect(['SUCCESS', 'ERROR', 'CANCELED']).toContain(solution.status.name);
        return solution;
      },
      { timeout: 60_000, interval: 60 },
    );
  }
}
