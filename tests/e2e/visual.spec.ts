/**
 * Whether `npm run test:visual` finds differences: the pictures of a screen, the same twice, and with a mistake in it.
 */
import type { Page } from '@playwright/test';
import type { CompiledScreen, CompiledTable } from '../../engine/language/compiled.ts';
import { compare } from '../visual/compare.ts';
import { pictureOf } from '../visual/picture.ts';
import { load } from './configs/samplePage.ts';
import { shown } from './configs/screens.ts';
import { test } from './configs/test.ts';
import { expect } from './fixtures.ts';
import { project } from './walk/visits.ts';

const READER = { language: 'ru', permissions: project.catalogue.permissions } as const;
const accounts = shown(project).find(({ entry }) => entry.id === 'accounts')!;

/** The screen with its first column moved behind the second. */
function moved({ screen }: typeof accounts): Record<string, CompiledScreen> {
  const view = screen.view as CompiledTable;
  const [first, second, ...rest] = view.columns;
  return { [screen.id]: { ...screen, view: { ...view, columns: [second!, first!, ...rest] } } };
}

async function picture(page: Page, screens: Record<string, CompiledScreen> = {}): Promise<Buffer> {
  await load(page, READER, { screens });
  return pictureOf(page, accounts);
}

test('a moved column and a changed colour are detected, and nothing else is', async ({ page }) => {
  const before = await picture(page);
  expect(await compare(before, await picture(page))).toBeUndefined();
  const column = await compare(before, await picture(page, moved(accounts)));
  expect(column!.points).toBeGreaterThan(100);
  await picture(page);
  await page.addStyleTag({ content: ':root { --muted: #525b69 !important; }' });
  const colour = await compare(before, await pictureOf(page, accounts));
  expect(colour!.points).toBeGreaterThan(100);
  expect(colour!.share).toBeLessThan(0.2);
});
