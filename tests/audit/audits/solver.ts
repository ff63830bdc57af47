/**
 * The routing solver on the public benchmark: 13 instances, 10 s of processor per hundred stops, the median of five
 * seeds.
 */
import { INSTANCES, instance } from '../../solver/instances.ts';
import { processorTime, tried, type Tried } from '../../solver/measure.ts';
import type { Audit } from '../audit.ts';

const SEEDS = [1, 2, 3, 4, 5];
const SECONDS_A_STOP = 0.1;
const EQUAL = 11;

interface Median {
  name: string;
  more: number;
  above: number;
  broken: number;
}

/** Fewest vehicles first, then distance. */
function medianOf(name: string, runs: readonly Tried[]): Median {
  const { vehicles, distance } = instance(name);
  const middle = runs.toSorted((a, b) => a.vehicles - b.vehicles || a.cost - b.cost)[runs.length >> 1]!;
  const broken = runs.reduce((sum, run) => sum + run.violations + run.unassigned, 0);
  return { name, more: middle.vehicles - vehicles, above: middle.cost / distance - 1, broken };
}

const audit: Audit = async (step) => {
  const medians: Median[] = [];
  for (const name of INSTANCES) {
    const runs: Tried[] = [];
    for (const seed of SEEDS)
      runs.push(
        await step(`${name}, seed ${seed}`, async () => {
          const { problem, stops } = instance(name);
          return tried(problem, { seed, milliseconds: stops * SECONDS_A_STOP * 1000, now: processorTime });
        }),
      );
    medians.push(medianOf(name, runs));
  }
  const equal = medians.filter(({ more }) => more <= 0);
  const percent = (share: number) => `${(share * 100).toFixed(2)} %`;
  const results = medians.map(
    ({ name, more, above }) => `${name} ${more > 0 ? `${more} more` : percent(above)}`,
  );
  return [
    {
      what: 'Routing solver: 13 public instances, 10 s a hundred stops on one core, median of five seeds',
      goal: `0 infeasible; at most one vehicle above the best known, equal on ≥ ${EQUAL}, there distance ≤ 2 % above`,
      reached:
        `${medians.reduce((sum, { broken }) => sum + broken, 0)} constraints broken; fleet equal on ${equal.length}; ` +
        results.join(', '),
      ok:
        equal.length >= EQUAL &&
        medians.every(({ more, broken }) => more <= 1 && broken === 0) &&
        equal.every(({ above }) => above <= 0.02),
    },
  ];
};
export default audit;
