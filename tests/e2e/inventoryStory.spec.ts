/**
 * The life of an inventory, on a desktop and on a phone: a manager draws an area, an inspector checks its stands with
 * photos and a lost connection, the manager decides; the stands change, and their history shows why.
 */
import type { Page } from '@playwright/test';
import { enter, expect, expectRest, rowsOf, saveOffline, settled, test, toast, totalOf } from './fixtures.ts';
import type { Product } from './product.ts';
import { choosePicture } from './steps.ts';
import type { Texts } from './texts.ts';
import { spec } from '../spec/spec.ts';

const STANDS = 300;
/** Number of checked stands that have one container more than is on record. */
const DIFFERENT = 4;
const ACCEPTED = 3;

const DESK = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };
/** Number of checked stands: an inspector walks with a phone. */
const WAYS = [
  { viewport: DESK, checked: DIFFERENT + 1 },
  { viewport: PHONE, checked: 20 },
];

/** Stands far north of all others, each with one container: an area around them holds no other. */
async function placeStands(product: Product, prefix: string): Promise<void> {
  await product.sql(
    `with home as (
       select p.instance_id, (array_agg(p.location_id))[1] as location_id,
         max(p.latitude) as latitude, avg(p.longitude) as longitude
       from visit_points p join accounts a on a.login = 'inspector' and a.instance_id = p.instance_id
       where p.type = 'STAND' and p.location_id is not null group by 1),
     place as (
       insert into visit_points (instance_id, type, name, address, location_id, latitude, longitude)
       select instance_id, 'STAND', $1 || lpad(n::text, 3, '0'), 'ул. Северная, д. ' || n, location_id,
         latitude + 0.8 + (n / 15) * 0.03, longitude - 0.21 + (n % 15) * 0.03
       from home, generate_series(1, $2::int) n returning id, instance_id, name),
     stand as (
       insert into stands (id, instance_id, number, kind, status, begin_date)
       select id, instance_id, name, 'OPEN', 'ACTIVE', '2020-01-01' from place returning id, instance_id, number),
     point as (
       insert into evacuation_points (instance_id, stand_id, garbage_type, name)
       select instance_id, id, 'MSW', 'ТКО' from stand returning id, instance_id)
     insert into containers (instance_id, evacuation_point_id, container_type, number, begin_date)
     select instance_id, id, 'EURO_1100', id::text, '2020-01-01' from point`,
    [prefix, STANDS],
  );
}

async function removeStands(product: Product, prefix: string): Promise<void> {
  const ours = `(select id from stands where number like $1 || '%')`;
  const points = `(select id from evacuation_points where stand_id in ${ours})`;
  for (const statement of [
    `delete from inventories where name like $1 || '%'`,
    `delete from containers where evacuation_point_id in ${points}`,
    `delete from evacuation_points where stand_id in ${ours}`,
    `with gone as (delete from stands where number like $1 || '%' returning id)
     delete from visit_points where id in (select id from gone)`,
    `delete from visit_points where type = 'STAND' and name like $1 || '%'`,
  ])
    await product.sql(statement, [prefix]);
}

/** Draws around the upper part of the map, where the stands are. */
async function drawArea(page: Page, t: Texts): Promise<void> {
  const dialog = page.getByRole('dialog');
  const map = dialog.locator('[data-part=map]');
  await expect(dialog.locator('[data-map=open]')).toBeVisible();
  // Clusters are visible: the map has come to rest with all stands in the viewport.
  await expectRest(page);
  await dialog.getByRole('button', { name: t('engine.map.drawArea') }).click();
  await expect(dialog.getByText(t('engine.map.drawingArea'))).toBeVisible();
  const { x, y, width, height } = (await map.boundingBox())!;
  for (const [right, down] of [
    [0.25, 0.02],
    [0.75, 0.02],
    [0.75, 0.55],
    [0.25, 0.55],
  ] as const) {
    await page.mouse.move(x + width * right, y + height * down);
    await page.mouse.click(x + width * right, y + height * down);
    // Two quick presses are a double press, which ends the drawing.
    await page.waitForTimeout(350);
  }
  await page.keyboard.press('Enter');
}

/** Presses an action of a list; on a phone those without room are in a menu. */
async function press(page: Page, t: Texts, key: string): Promise<void> {
  const button = page.getByRole('button', { name: t(key), exact: true });
  const more = page.getByRole('button', { name: t('engine.actions.more') }).first();
  await expect(button.or(more).first()).toBeVisible();
  if (await button.isVisible()) return button.click();
  await more.click();
  await page.getByRole('menuitem', { name: t(key), exact: true }).click();
}

/** Confirms a step of an inventory or of a difference. */
async function agree(page: Page): Promise<void> {
  await page.getByRole('alertdialog').getByRole('button').last().click();
  await expect(page.getByRole('alertdialog')).toBeHidden();
}

for (const { viewport, checked } of WAYS)
  test.describe(`an inventory at ${viewport.width} px`, () => {
    test.use({ viewport });

    test('is drawn, checked with photos through a lost connection, completed and decided', async ({
      page,
      product,
      t,
      watch,
    }) => {
      spec('/stands/inventories', '/stands/inventories/:inventoryId', 'B-065');
      const prefix = `С${viewport.width}-`;
      const name = `${prefix}Осенний обход`;
      const dialog = page.getByRole('dialog');
      const tab = (key: string) => page.getByRole('tab', { name: t(key) }).click();
      const step = async (key: string) => {
        const button = page.getByRole('button', { name: t(key), exact: true });
        await expect(button).toBeVisible();
        // It may appear before the record has its new version, and would be refused.
        await expectRest(page);
        await button.click();
        await agree(page);
        await expect(button).toHaveCount(0);
      };
      await placeStands(product, prefix);
      try {
        await test.step('a manager makes it', async () => {
          await enter(page, 'admin', '/stands/inventories/new');
          await settled(page);
          await page
            .getByRole('textbox', {
              name: new RegExp(`^${t('inventory.name')}`),
            })
            .fill(name);
          await page.getByRole('button', { name: t('engine.form.save'), exact: true }).click();
          await expect(page).toHaveURL(/\/stands\/inventories\/[0-9a-f-]{36}/);
        });
        const address = new URL(page.url()).pathname;
        const inventoryId = address.split('/').at(-1)!;
        await test.step(`and draws an area that holds ${STANDS} stands`, async () => {
          await tab('inventory.tab.stands');
          await press(page, t, 'inventory.addOnMap');
          await drawArea(page, t);
          await agree(page);
          await expect(toast(page, t('inventory.added', { count: String(STANDS) }))).toBeVisible();
          await expect(dialog).toBeHidden();
          await expect.poll(() => totalOf(page)).toBe(STANDS);
          await step('inventory.plan');
          await step('inventory.start');
        });
        await test.step(`an inspector checks ${checked} with photos, and loses the connection at one`, async () => {
          await enter(page, 'inspector', address);
          await settled(page);
          for (let i = 0; i < checked; i += 1) {
            const nearest = rowsOf(page).first();
            await expect(nearest).toContainText(prefix);
            const number = (await nearest.innerText()).match(new RegExp(`${prefix}\\d+`))![0];
            await nearest.click();
            await expect(dialog.getByRole('heading').first()).toBeVisible();
            await expectRest(page);
            await dialog.getByRole('button', { name: t('inventoryStand.asRecorded') }).click();
            if (i < DIFFERENT) await dialog.getByLabel(t('inventoryStand.count')).first().fill('2');
            await dialog
              .getByRole('combobox', { name: t('inventoryStand.condition') })
              .selectOption('Исправна');
            await choosePicture(page, dialog, t, {
              name: `${i}.png`,
              width: 64,
              height: 48,
            });
            await expectRest(page);
            const save = dialog.getByRole('button', {
              name: t('engine.form.save'),
              exact: true,
            });
            if (i === 1)
              await saveOffline(page, { watch, dialog, t }, async () => {
                // The values that were entered are preserved.
                await expect(dialog.getByLabel(t('inventoryStand.count')).first()).toHaveValue('2');
              });
            const stored = page.waitForResponse(
              (reply) => reply.request().method() === 'POST' && reply.url().endsWith('/inventory-stand'),
            );
            await save.click();
            expect((await stored).status()).toBe(200);
            await expect(dialog).toBeHidden();
            // It is no longer pending.
            await expect(rowsOf(page).filter({ hasText: number })).toHaveCount(0);
          }
          const [made] = await product.sql<{ checked: number; photos: number }>(
            `select count(distinct s.id)::int as checked, count(f.id)::int as photos from inventory_stands s
             left join files f on f.entity_id = s.id::text where s.inventory_id = $1 and s.state = 'CHECKED'`,
            [inventoryId],
          );
          expect(made).toEqual({ checked, photos: checked });
        });
        await test.step('the rest is skipped in one batch, with one reason', async () => {
          // On a desktop all that a filter finds is selected; cards of a phone are selected one by one.
          await page.setViewportSize(DESK);
          await tab('inventory.tab.stands');
          await settled(page);
          const open = new URL(page.url());
          open.searchParams.set('stands.f.states', 'OPEN');
          await page.goto(open.href);
          await expect.poll(() => totalOf(page)).toBe(STANDS - checked);
          await page.getByRole('checkbox', { name: t('engine.table.choosePage') }).check();
          await page
            .getByRole('button', { name: t('engine.table.chooseAll', { number: String(STANDS - checked) }) })
            .click();
          await press(page, t, 'inventoryStand.skipAll');
          await expect(dialog).toContainText(
            t('inventoryStand.skipAllMessage', { count: String(STANDS - checked) }),
          );
          const skip = dialog.getByRole('button', { name: t('inventoryStand.skip'), exact: true });
          await skip.click();
          await expect(dialog.getByRole('textbox')).toHaveAttribute('aria-invalid', 'true');
          await dialog.getByRole('textbox').fill('Проезд закрыт');
          await skip.click();
          // Each of them is a separate transaction.
          await expect(toast(page, t('server.batch.done', { done: String(STANDS - checked) }))).toBeVisible({
            timeout: 60_000,
          });
          await expect(dialog).toBeHidden();
          await expect(page.getByText(t('engine.table.nothingFound'))).toBeVisible();
          await expect(page.getByRole('button', { name: t('inventoryStand.skipAll') })).toBeHidden();
          const states = await product.sql<{ state: string; reason: string | null; count: number }>(
            `select state, skip_reason as reason, count(*)::int as count from inventory_stands
             where inventory_id = $1 group by 1, 2 order by 1`,
            [inventoryId],
          );
          expect(states).toEqual([
            { state: 'CHECKED', reason: null, count: checked },
            { state: 'SKIPPED', reason: 'Проезд закрыт', count: STANDS - checked },
          ]);
          await page.setViewportSize(viewport);
        });
        let refused = '';
        await test.step('the manager completes it, accepts three differences and refuses one', async () => {
          await enter(page, 'admin', address);
          await settled(page);
          await step('inventory.complete');
          await tab('inventory.tab.differences');
          await expectRest(page);
          await expect(rowsOf(page)).toHaveCount(DIFFERENT);
          for (let i = 0; i < ACCEPTED; i += 1) await rowsOf(page).nth(i).getByRole('checkbox').check();
          await press(page, t, 'difference.acceptAll');
          await agree(page);
          await expect(rowsOf(page).getByText('Принято')).toHaveCount(ACCEPTED);
          const last = rowsOf(page).filter({ hasNotText: 'Принято' });
          refused = (await last.innerText()).match(new RegExp(`${prefix}\\d+`))![0];
          await last.getByRole('button').last().click();
          await page.getByRole('menuitem', { name: t('difference.refuse') }).click();
          await dialog.getByRole('textbox').fill('Контейнер стоит временно');
          await dialog.getByRole('button', { name: t('difference.refuse'), exact: true }).click();
          await expect(rowsOf(page).filter({ hasText: 'Контейнер стоит временно' })).toHaveCount(1);
        });
        await test.step('three stands have changed, and their history shows why; one has not', async () => {
          const counts = await product.sql<{ number: string; count: number }>(
            `select s.number, count(*)::int as count from stands s join evacuation_points e on e.stand_id = s.id
             join containers c on c.evacuation_point_id = e.id where s.number like $1 || '%'
             group by 1 having count(*) <> 1`,
            [prefix],
          );
          expect(counts.map(({ count }) => count)).toEqual(Array<number>(ACCEPTED).fill(2));
          expect(counts.map(({ number }) => number)).not.toContain(refused);
          const changed = rowsOf(page).filter({ hasText: counts[0]!.number });
          await changed.getByRole('button').last().click();
          await page.getByRole('menuitem', { name: t('stands.openCard') }).click();
          await dialog.getByRole('tab', { name: t('stand.historyTitle') }).click();
          await expect(dialog.getByText(t('history.action.inventory')).first()).toBeVisible();
          await expect(dialog.getByText(name).first()).toBeVisible();
        });
      } finally {
        await page.context().setOffline(false);
        await removeStands(product, prefix);
      }
    });
  });
