/**
 * Stories of the static build, over the real server: each renders something, without a console error and without an
 * accessibility violation. A sample by `SEED`; all of them with `STORIES=all`.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Random } from '../../server/core/random.ts';
import { expect, test as base } from './fixtures.ts';
import { BUILT } from './stories/serve.ts';
import { SEED } from './walk/way.ts';
import { BUSY, expectAccessible, expectRest } from './watching.ts';

const SAMPLE = 12;

interface Story {
  id: string;
  title: string;
  name: string;
}

/** What a screen shows in each state of its data; a slow one ends up the same as a normal one. */
const SAYS: [state: string, part: string][] = [
  ['normal', 'tbody tr:has(td)'],
  ['loading', BUSY],
  ['empty', '[data-state=empty]'],
  ['one row', 'tbody tr:has(td):only-child'],
  ['many rows', 'table[aria-rowcount]'],
  ['slow', 'tbody tr:has(td)'],
  ['403', '[data-state], [role=alert]'],
  ['500', '[data-state=error], [role=alert]'],
  ['offline', '[data-state=error], [role=alert]'],
];

const index = JSON.parse(readFileSync(join(BUILT, 'index.json'), 'utf8')) as {
  entries: Record<string, Story>;
};
const all = Object.values(index.entries);

const test = base.extend({ baseURL: async ({ stories }, use) => use(stories) });

function chosen(): Story[] {
  if (process.env['STORIES'] === 'all') return all;
  const random = new Random(SEED);
  return all
    .map((story) => ({ story, at: random.next() }))
    .toSorted((a, b) => a.at - b.at)
    .slice(0, SAMPLE)
    .map(({ story }) => story);
}

test(`stories, ${chosen().length} of ${all.length}, seed ${SEED}`, async ({ page, stories, watch }) => {
  // The story of a broken view: the error is shown to the user.
  watch.allow(/No widget "hologram" is registered/);
  test.setTimeout(540_000 + chosen().length * 10_000);
  for (const { id, title, name } of chosen())
    await test.step(`${title}: ${name}`, async () => {
      await page.goto(`${stories}/iframe.html?viewMode=story&id=${id}`);
      await expect(page.locator('[data-story]').first()).toBeAttached();
      await expect(page.locator('[data-story]').locator('*').filter({ visible: true }).first()).toBeVisible();
      if (!id.endsWith('-loading')) await expectRest(page);
      await expect(page.getByRole('alert').filter({ hasText: 'Error' })).toHaveCount(0);
      await expectAccessible(page, '#storybook-root');
    });
});

test('each screen has a story and its documentation', () => {
  const screens = all.filter(({ title }) => title.startsWith('Screens/'));
  expect(screens.length).toBeGreaterThan(30);
  expect(screens.filter(({ name }) => name === 'Screen').length * 2).toBe(screens.length);
});

test('a story shows its screen in each state of the data, for the account and theme of the toolbars', async ({
  page,
  stories,
  watch,
}) => {
  // Some states are about refusals.
  watch.allow(/Failed to load resource|Failed to fetch/);
  const story = all.find(({ id }) => id.endsWith('contracts-contracts--screen'))!;
  const open = (globals: string) =>
    page.goto(`${stories}/iframe.html?viewMode=story&id=${story.id}&globals=${encodeURIComponent(globals)}`);
  for (const [state, part] of SAYS)
    await test.step(state, async () => {
      await open(`data:${state.replaceAll(' ', '+')}`);
      await expect(page.locator('main').locator(part).first()).toBeVisible();
    });
  const rowHeight = async () => (await page.locator('main tbody tr').nth(1).boundingBox())!.height;
  await open('density:comfortable');
  await expect(page.locator('main tbody tr').nth(1)).toBeVisible();
  const comfortable = await rowHeight();
  await open('density:compact');
  await expect(page.locator('main tbody tr').nth(1)).toBeVisible();
  await expect.poll(rowHeight).toBeLessThan(comfortable);
  await open('locale:en;theme:dark;account:carrier;instanceType:GW_WEIGHER');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Contracts');
  await expect(page.getByRole('complementary')).toContainText('ЧистоТранс');
  await expect
    .poll(() => page.evaluate(() => document.documentElement.style.getPropertyValue('--accent')))
    .toBe('#A951BB');
});
