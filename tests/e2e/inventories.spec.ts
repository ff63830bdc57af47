/** An inspector checks stands, the connection drops on the way; what was found is decided, and the stand tells why. */
import { expect, expectRest, enter, rowsOf, settled, test, toast } from './fixtures.ts';
import { spec } from '../spec/spec.ts';

/** An inventory of a status, of the organisation of the inspector. */
const inventory = (status: string) =>
  `select v.id from inventories v join accounts a on a.instance_id = v.instance_id and a.login = 'inspector'
   where v.status = '${status}' order by v.begin_date desc limit 1`;

test('an inspector checks the nearest stand though the connection drops, and its difference changes the stand', async ({
  page,
  product,
  t,
  watch,
}) => {
  spec('/stands/map', '/stands/inventories', '/stands/inventories/:inventoryId', 'B-064', 'B-065');
  const [running] = await product.sql<{ id: string }>(inventory('IN_PROGRESS'));
  await enter(page, 'inspector', `/stands/inventories/${running!.id}`);
  await settled(page);
  const dialog = page.getByRole('dialog');
  await test.step('a check survives a lost connection', async () => {
    await rowsOf(page).first().click();
    await expect(dialog.getByRole('heading').first()).toBeVisible();
    await expectRest(page);
    await dialog.getByRole('button', { name: t('inventoryStand.asRecorded') }).click();
    await dialog.getByRole('combobox', { name: t('inventoryStand.condition') }).selectOption('Исправна');
    watch.allow(/Failed to load resource|ERR_INTERNET_DISCONNECTED/);
    await page.context().setOffline(true);
    const save = dialog.getByRole('button', { name: t('engine.form.save'), exact: true });
    await save.click();
    await expect(save).toBeEnabled();
    await page.context().setOffline(false);
    await save.click();
    await expect(toast(page, t('inventoryStand.saved'))).toBeVisible();
    await expect(dialog).toBeHidden();
  });
  await test.step('a difference is accepted, and the stand tells why it changed', async () => {
    const [completed] = await product.sql<{ id: string }>(inventory('COMPLETED'));
    await page.goto(`/stands/inventories/${completed!.id}`);
    await page.getByRole('tab', { name: t('inventory.tab.differences') }).click();
    await expectRest(page);
    await rowsOf(page).first().getByRole('checkbox').check();
    await page.getByRole('button', { name: t('difference.acceptAll') }).click();
    await page.getByRole('alertdialog').getByRole('button').last().click();
    await expect(rowsOf(page).first().getByText('Принято')).toBeVisible();
    await rowsOf(page).first().getByRole('button').last().click();
    await page.getByRole('menuitem', { name: t('stands.openCard') }).click();
    // The head of the dialog names it; tabs within do not name it again.
    await expect(dialog.getByRole('heading', { level: 1 })).toHaveCount(0);
    await dialog.getByRole('tab', { name: t('stand.historyTitle') }).click();
    await expect(dialog.getByText(t('history.action.inventory')).first()).toBeVisible();
  });
  await test.step('the map keeps its view in the address', async () => {
    await page.goto('/stands/map');
    await expect(page.locator('[data-map=open]')).toBeVisible();
    await expect(page).toHaveURL(/map\.at=/);
    const before = page.url();
    await page.getByRole('button', { name: t('engine.map.zoomIn') }).click();
    await expect(page).not.toHaveURL(before);
  });
});
