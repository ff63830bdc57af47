/**
 * The map widget and the geometry field, drawn with WebGL by the built product under its content policy. Their screen
 * is made here and replaces one of the product's; every call is answered in the page.
 */
import type { Page } from '@playwright/test';
import type { CompiledScreen } from '../../engine/language/compiled.ts';
import { fieldScreen } from '../../stories/parts/screens.ts';
import { REPLIES } from './configs/replies.ts';
import { load } from './configs/samplePage.ts';
import { expect, test } from './fixtures.ts';
import { expectAccessible } from './watching.ts';

/** Eight places around one in the middle. */
const PLACES = [-1, 0, 1].flatMap((north) =>
  [-1, 0, 1].map((east) => ({
    id: `${north} ${east}`,
    name: `Place ${north} ${east}`,
    latitude: 55.75 + north / 50,
    longitude: 37.6 + east / 50,
  })),
);

const map: CompiledScreen['view'] = {
  type: 'widget',
  at: '/view/items/0/view',
  widget: 'map',
  options: {
    select: 'many',
    list: true,
    draw: ['area'],
    layers: [{ id: 'places', kind: 'points', title: 'Places', label: 'name' }],
  },
  inputs: { items: { object: { places: { const: PLACES } } } },
  on: {},
  operations: ['mapInfo'],
};

const FIELD = { filled: null, schema: { type: 'object' as const }, operations: ['mapInfo'] };

/** Maps have an empty base layer here: only what is drawn on it is tested. */
const MAP = { key: null, mapCenter: { latitude: 55.75, longitude: 37.6 }, pickedMark: null, styleUrl: null };

async function open(page: Page, screen: CompiledScreen): Promise<void> {
  const info = {
    operation: 'mapInfo',
    method: 'GET',
    path: '/mapInfo$',
    body: MAP,
    ofFrame: false,
    file: false,
  };
  const screens = { welcome: { ...screen, id: 'welcome' } };
  await load(page, { language: 'ru', permissions: [] }, { screens, replies: [info, ...REPLIES] });
  await expect(page.locator('[data-map=open]').first()).toBeVisible();
}

/** Presses at shares of the width and height of the map. */
async function press(page: Page, places: [x: number, y: number][]): Promise<void> {
  const { x, y, width, height } = (await page.locator('[data-part=map]').boundingBox())!;
  for (const [right, down] of places) {
    await page.mouse.move(x + width * right, y + height * down);
    await page.mouse.click(x + width * right, y + height * down);
    // Two quick presses are a double press, which zooms in.
    await page.waitForTimeout(350);
  }
}

test('a map shows, selects and draws, under the content policy and without an accessibility violation', async ({
  page,
}) => {
  const base = fieldScreen('geometry', FIELD);
  await open(page, { ...base, view: map });
  const list = page.getByRole('region', { name: 'Объекты на карте: Places' });
  const chosen = list.getByRole('checkbox', { checked: true });
  await test.step('a press shows the object', async () => {
    // The map was fitted: the middle object is in the middle of the map.
    await expect(async () => {
      await press(page, [[0.5, 0.5]]);
      await expect(page.getByRole('region', { name: 'Place 0 0', exact: true })).toBeVisible({
        timeout: 500,
      });
    }).toPass();
    await expect(chosen).toHaveAccessibleName('Place 0 0');
    await expectAccessible(page, '[data-screen]');
    await page.getByRole('button', { name: 'Закрыть карточку' }).click();
  });
  await test.step('a rectangle selects what is in it', async () => {
    const box = page.locator('[data-part=map-box]');
    // Retried presses may have zoomed in, and zooming out takes a moment.
    await expect(async () => {
      await page.getByRole('button', { name: 'Показать все объекты' }).click();
      if (!(await box.isVisible()))
        await page.getByRole('button', { name: 'Выбрать прямоугольником' }).click();
      const { x, y, width, height } = (await box.boundingBox({ timeout: 2000 }))!;
      await page.mouse.move(x + width * 0.4, y + height * 0.02);
      await page.mouse.down();
      await page.mouse.move(x + width * 0.6, y + height * 0.6, { steps: 4 });
      await page.mouse.up();
      await expect(chosen).toHaveCount(2, { timeout: 2000 });
    }).toPass();
  });
  await test.step('a drawn area selects what is in it', async () => {
    await page.getByRole('button', { name: 'Нарисовать область' }).click();
    await expect(page.getByText('Нажимайте на вершины области')).toBeVisible();
    await press(page, [
      [0.4, 0.4],
      [0.6, 0.4],
      [0.6, 0.97],
      [0.4, 0.97],
    ]);
    await page.keyboard.press('Enter');
    await expect(page.getByText('Нажимайте на вершины области')).toBeHidden();
    // Two were selected before, but not this one.
    await expect(list.getByRole('checkbox', { name: 'Place -1 0', exact: true })).toBeChecked();
    await expect(chosen).toHaveCount(2);
  });
});

test('a geometry is drawn in a form, and its vertices are its coordinates', async ({ page }) => {
  const screen = fieldScreen('geometry', FIELD);
  const [empty] = (screen.view as { items: unknown[] }).items;
  await open(page, { ...screen, view: { ...screen.view, items: [empty] } as CompiledScreen['view'] });
  await page.getByRole('combobox', { name: 'Вид объекта' }).selectOption('Область');
  await press(page, [
    [0.3, 0.3],
    [0.6, 0.3],
    [0.6, 0.8],
  ]);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Область, 3 вершины')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Вершина 3' })).toHaveValue(/^55\.\d+, 37\.\d+$/);
  await page.getByRole('textbox', { name: 'Вершина 3' }).fill('нигде');
  await page.getByRole('textbox', { name: 'Вершина 2' }).focus();
  await expect(page.getByText(/^Вершина 3: введите широту/).first()).toBeVisible();
  await expectAccessible(page, '[data-screen]');
});
