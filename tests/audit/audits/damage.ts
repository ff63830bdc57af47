/** Damaged files of every kind, reported by the checker; what can still be compiled is rendered by the real runtime. */
import type { Audit, Step } from '../audit.ts';
import { run } from '../command.ts';

/**
 * Products, each with a number of runs and of files per run, by seed; a quarter as many compiled screens come on top.
 */
const PRODUCTS = [
  { product: 'the product of specimens', runs: 10, files: 300 },
  { product: 'the product with the hard screens', runs: 10, files: 200 },
];
const GOAL = 5000;

const TEST = ['node_modules/vitest/vitest.mjs', 'run', '--project', 'unit*', 'tests/damage/damage.test.tsx'];

const FIGURES = ['tried', 'told', 'stood', 'raw', 'nowhere', 'blank', 'uncaught'] as const;
type Figures = Record<(typeof FIGURES)[number], number>;

/** The output of a run for each kind of file. */
const PRINTED =
  /damaged (\w+): (\d+), told (\d+), stood (\d+), broken \d+; raw (\d+), nowhere (\d+), blank (\d+), uncaught (\d+)/g;

const NONE: Figures = { tried: 0, told: 0, stood: 0, raw: 0, nowhere: 0, blank: 0, uncaught: 0 };
const sum = (list: readonly Figures[]): Figures =>
  list.reduce((total, one) => {
    const added = FIGURES.map((key) => [key, total[key] + one[key]] as const);
    return Object.fromEntries(added) as Figures;
  }, NONE);

/** Figures of every run, by kind of file. */
async function tried(step: Step): Promise<[kind: string, Figures][]> {
  const all: [string, Figures][] = [];
  for (const { product, runs, files } of PRODUCTS)
    for (let seed = 1; seed <= runs; seed++) {
      const { printed } = await step(`${product}, seed ${seed}`, () =>
        run(TEST, { PRODUCT: product, DAMAGED: String(files), SEED: String(seed) }),
      );
      const found = [...printed.matchAll(PRINTED)];
      if (!found.length) throw new Error('The test printed no figures');
      for (const [, kind, ...counts] of found)
        all.push([kind!, Object.fromEntries(FIGURES.map((key, i) => [key, Number(counts[i])])) as Figures]);
    }
  return all;
}

const audit: Audit = async (step) => {
  const runs = await tried(step);
  const of = (is: (kind: string) => boolean) => sum(runs.flatMap(([kind, one]) => (is(kind) ? [one] : [])));
  const files = of((kind) => kind !== 'compiled');
  const kinds = [...new Set(runs.map(([kind]) => kind))].map(
    (kind) => `${kind} ${of((one) => one === kind).tried}`,
  );
  const { raw, nowhere, blank, uncaught } = of(() => true);
  return [
    {
      what: 'Damaged files, rendered for real',
      goal: `${GOAL.toLocaleString('en')}: no raw exception, no blank page, no uncaught error`,
      reached:
        `${files.tried} files, of ${files.told} an error reported, of ${files.stood} the screen shown: ${raw} raw exceptions, ` +
        `${nowhere} errors without a place, ${blank} blank pages, ${uncaught} uncaught errors (${kinds.join(', ')})`,
      ok: files.tried >= GOAL && raw + nowhere + blank + uncaught === 0,
    },
  ];
};
export default audit;
