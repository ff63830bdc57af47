/**
 * Whether the snapshots catch mistakes: valid but wrong edits of configs, each rendered in the built product and
 * compared with the committed snapshots. `MUTANTS=100` sets their number, `SEED` selects others.
 */
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { Random } from '../../server/core/random.ts';
import { mutants, type Mutant } from './configs/mutants.ts';
import { outlineOf, shown } from './configs/screens.ts';
import { test } from './configs/test.ts';
import { treesOf } from './configs/trees.ts';
import { expect } from './fixtures.ts';
import { project } from './walk/visits.ts';

const COUNT = Number(process.env.MUTANTS ?? 6);
const SEED = Number(process.env.SEED ?? 1);
const RATE = 0.98;

/** The parts of a screen's snapshot that no longer match. */
async function untrue(page: Page, { screen, project: mutated }: Mutant): Promise<string[]> {
  const all = shown(mutated);
  const own = all.find(({ entry }) => entry.id === screen)!;
  // The page that a tab belongs to shows the tab.
  const looked = all.filter((one) => one === own || one.entry.id === own.entry.parent);
  const reader = {
    language: 'ru',
    permissions: own.entry.public ? null : project.catalogue.permissions,
  } as const;
  const other = { entries: mutated.entries, screens: { [screen]: own.screen } };
  const trees = await treesOf(page, reader, own.entry.public ? [own] : looked, other);
  return [
    ...[...trees].flatMap(([id, tree]) => (tree === committed(id).tree ? [] : ['tree'])),
    // The access rules of a dialog are listed where it is opened.
    ...all.flatMap((one) =>
      outlineOf(one).join('\n') === committed(one.entry.id).outline ? [] : ['outline'],
    ),
  ];
}

/** The committed snapshot of a screen: its outline (not visible to users), and its tree in Russian. */
function committed(id: string): { outline: string | undefined; tree: string | undefined } {
  const [outline, tree] = readFileSync(`tests/e2e/snapshots/${id}.txt`, 'utf8').split(/\n\nru\n|\n\nen\n/);
  return { outline, tree };
}

test('a mistake in a config that the checker cannot find fails a snapshot', async ({ page, watch }) => {
  test.setTimeout(300_000 + COUNT * 10_000);
  // A mistake may cause console errors.
  watch.allow(/./);
  const missed: string[] = [];
  let [tried, byTree] = [0, 0];
  for (const mutant of mutants(new Random(SEED))) {
    const mismatches = await untrue(page, mutant);
    if (mismatches.includes('tree')) byTree += 1;
    if (!mismatches.length) missed.push(`${mutant.screen}: ${mutant.what}`);
    if (++tried === COUNT) break;
  }
  console.log(`${tried} mutants, ${tried - missed.length} caught, ${byTree} by what is shown`);
  for (const one of missed) console.log(`missed ${one}`);
  expect(missed.length / tried).toBeLessThanOrEqual(1 - RATE);
});
