/**
 * Mistakes of meaning that rules make in real files: a seeded sample of a foreign product; `FULL=1` takes the product.
 */
import { expect, it } from 'vitest';
import { readProject } from '../../../engine/build/project.ts';
import { meaningMutants, missed, refused, type Mutant } from './mutants.ts';
import { ODD } from './odd.ts';

const SEED = Number(process.env.SEED ?? 20261122);
/** Most mutants of a rule. */
const MOST = process.env.FULL ? 6 : 2;
/** A few classes are still missed (docs/open.md); they weigh more in a small sample than in a large one. */
const RATE = process.env.FULL ? 0.95 : 0.9;

const files = process.env.FULL
  ? readProject({ root: '.', extend: ['tests/language/hard'] })
  : readProject({ root: 'tests/foreign' });

const counted = (mutants: readonly Mutant[]) => {
  const counts: Record<string, number> = {};
  for (const { rule } of mutants) counts[rule.class] = (counts[rule.class] ?? 0) + 1;
  return JSON.stringify(counts);
};

it('are reported', { timeout: 1_200_000 }, () => {
  const all = meaningMutants(files, SEED, MOST);
  const silent = missed(files, all);
  const rate = 1 - silent.length / all.length;
  console.log(`${all.length} mistakes of meaning, ${(100 * rate).toFixed(1)} % reported`);
  console.log(`by class ${counted(all)}, missed ${counted(silent)}`);
  for (const { rule, file, pointer } of silent)
    console.log(`missed ${rule.class}: ${rule.name} ${file} ${pointer}`);
  expect(all.length).toBeGreaterThan(process.env.FULL ? 300 : 80);
  expect(rate).toBeGreaterThanOrEqual(RATE);
});

it('do not include odd but valid files', { timeout: 300_000 }, () => {
  const all = meaningMutants(files, SEED, process.env.FULL ? 15 : 5, ODD);
  const alarms = refused(files, all);
  console.log(`${alarms.length} refused of ${all.length} odd and right`);
  expect(alarms.map(({ rule, file, pointer }) => `${rule.name} ${file} ${pointer}`)).toEqual([]);
});
