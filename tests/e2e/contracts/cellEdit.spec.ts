/** A limit's value is changed in the list itself: by two users at once, with the two versions shown over the cell. */
import { contractOf, headers } from './contractOf.ts';
import { dialogTitle, enter, expect, rowsOf, settled, test, toast } from '../fixtures.ts';

test('a cell is edited in place, and a stale one shows both versions', async ({ page, t, watch }) => {
  watch.allow(/\b412\b/);
  await enter(page, 'manager', '/contracts');
  const address = await contractOf(page, 'COLLECTION', 'CELL');
  const data = {
    contractId: address.split('/').at(-1),
    type: { name: 'VOLUME', caption: '' },
    unit: 'M3',
    value: 10,
    period: 'DAY',
    comment: 'Первая версия',
  };
  const made = await page.request.post('/api/v3/contract-limit', { data, headers });
  expect(made.status()).toBe(200);
  const limit = (await made.json()) as { id: string; version: number };
  await page.goto(`${address}/limits`);
  await settled(page);
  const row = rowsOf(page).first();
  const pencil = row.getByRole('button', { name: t('engine.table.editCell', { column: t('limit.value') }) });
  const field = page.getByRole('dialog').getByRole('textbox', { name: t('limit.value') });

  await row.hover();
  await pencil.click();
  await expect(field).toBeFocused();
  await field.fill('12,5');
  await field.press('Enter');
  await expect(toast(page, t('limits.changed'))).toBeVisible();
  await expect(row).toContainText('12,5');
  await expect(row).toContainText('Первая версия');
  await expect(pencil).toBeFocused();

  await pencil.press('Enter');
  await field.fill('14');
  const other = { ...data, id: limit.id, version: limit.version + 1, value: 13 };
  expect((await page.request.post('/api/v3/contract-limit', { data: other, headers })).status()).toBe(200);
  await field.press('Enter');
  await expect(dialogTitle(page, t('engine.form.conflict.title'))).toBeVisible();
  await expect(field, 'what is covered does not stand above').not.toBeVisible();
});
