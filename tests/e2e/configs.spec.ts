/**
 * Generated tests of every screen's config, over replies generated from the API files. What a screen shows is compared
 * with a snapshot of its accessibility tree, in both languages, for accounts with and without access.
 */
import { readdirSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { asked, load, show } from './configs/samplePage.ts';
import {
  isSelectedScreen,
  isGated,
  isOpen,
  outlineOf,
  placeOf,
  shown,
  type Shown,
} from './configs/screens.ts';
import { treesOf } from './configs/trees.ts';
import { test } from './configs/test.ts';
import { expect } from './fixtures.ts';
import { LANGUAGES } from './texts.ts';
import { project } from './walk/visits.ts';

// A second worker costs more than a few screens.
test.describe.configure({ mode: process.env['SCREENS'] ? 'default' : 'parallel' });

const EVERYTHING = project.catalogue.permissions;

const screens = shown(project).filter(({ entry }) => isSelectedScreen(entry));

/** Number of tests that share the screens. */
const SHARES = Math.min(4, Math.ceil(screens.length / 8));
const shares = Array.from({ length: SHARES }, (_, i) => screens.filter((_one, at) => at % SHARES === i));

for (const [i, share] of shares.entries())
  test(`every screen matches its snapshot (${i + 1} of ${SHARES})`, async ({ page }) => {
    const parts = new Map(share.map((one) => [one.entry.id, [outlineOf(one).join('\n')]]));
    const [open, own] = [share.filter(isOpen), share.filter((one) => !isOpen(one))];
    for (const language of LANGUAGES) {
      const trees = [
        ...(await treesOf(page, { language, permissions: EVERYTHING }, own)),
        ...(await treesOf(page, { language, permissions: null }, open)),
      ];
      for (const [id, tree] of trees) parts.get(id)!.push(`${language}\n${tree}`);
    }
    for (const language of LANGUAGES)
      for (const [id, tree] of await refusals(page, language, share))
        parts.get(id)!.push(`${language}, whom it does not admit\n${tree}`);
    for (const [id, texts] of parts) expect.soft(`${texts.join('\n\n')}\n`).toMatchSnapshot([`${id}.txt`]);
  });

/** What accounts without access to a screen see; none of its data may be requested. */
async function refusals(page: Page, language: (typeof LANGUAGES)[number], share: readonly Shown[]) {
  const seen = new Map<string, string>();
  await load(page, { language, permissions: [] });
  for (const one of share.filter(isGated)) {
    const { id } = one.entry;
    // The page navigates from one refusal to the next.
    await show(page, placeOf(one), 'error', '/error/403');
    expect(await asked(page), id).toEqual([]);
    seen.set(id, await page.locator('main').ariaSnapshot());
  }
  return seen;
}

test('no snapshot is of a screen that no longer exists', () => {
  const ids = shown(project).map(({ entry }) => `${entry.id}.txt`);
  expect(readdirSync('tests/e2e/snapshots').filter((name) => !ids.includes(name))).toEqual([]);
});
