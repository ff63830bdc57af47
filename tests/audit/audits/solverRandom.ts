/** The routing solver on 2,000 random problems of the full model, half a second each. */
import { check } from '../../../server/solver/check.ts';
import { solve } from '../../../server/solver/solve.ts';
import { violations } from '../../solver/checkSolution.ts';
import { processorTime } from '../../solver/measure.ts';
import { randomProblem } from '../../solver/randomProblem.ts';
import type { Audit } from '../audit.ts';

const PROBLEMS = 2000;
const A_STEP = 100;
const MILLISECONDS = 500;
const OVERRUN = 250;

interface Figures {
  broken: string[];
  crashed: string[];
  /** The longest time beyond the limit, in milliseconds of processor. */
  overrun: number;
}

function figures(from: number): Figures {
  const all: Figures = { broken: [], crashed: [], overrun: 0 };
  for (let seed = from; seed < from + A_STEP; seed++) {
    try {
      const problem = check(randomProblem(seed));
      const began = processorTime();
      const solution = solve(problem, { seed, milliseconds: MILLISECONDS, now: processorTime });
      all.overrun = Math.max(all.overrun, processorTime() - began - MILLISECONDS);
      all.broken.push(...violations(problem, solution).map((one) => `${seed}: ${one}`));
    } catch (error) {
      all.crashed.push(`${seed}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  return all;
}

const audit: Audit = async (step) => {
  const parts: Figures[] = [];
  for (let from = 1; from <= PROBLEMS; from += A_STEP)
    parts.push(await step(`problems from ${from}`, async () => figures(from)));
  const broken = parts.flatMap((part) => part.broken);
  const crashed = parts.flatMap((part) => part.crashed);
  const overrun = Math.max(...parts.map((part) => part.overrun));
  for (const line of [...broken, ...crashed]) console.log(line);
  return [
    {
      what: `Routing solver: ${PROBLEMS} random problems of the full model, ${MILLISECONDS} ms each`,
      goal: `no constraint broken, no crash, at most ${OVERRUN} ms beyond the limit`,
      reached: `${broken.length} constraints broken, ${crashed.length} crashes, at most ${Math.round(overrun)} ms beyond`,
      ok: !broken.length && !crashed.length && overrun <= OVERRUN,
    },
  ];
};
export default audit;
