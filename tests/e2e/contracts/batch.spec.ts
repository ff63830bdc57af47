/** One action on several contracts: what it will do, what it did, and why not to the others, each in a separate row. */
import type { Page } from '@playwright/test';
import { dialogTitle, enter, expect, rowsOf, settled, test, toast } from '../fixtures.ts';
import { exactly, type Texts } from '../texts.ts';
import { contractOf, headers } from './contractOf.ts';

const idOf = (address: string): string => address.split('/').at(-1)!;

/** Selects all rows that the page shows and opens an action on them. */
async function openFor(page: Page, t: Texts, action: string): Promise<void> {
  await page.getByRole('checkbox', { name: t('engine.table.choosePage') }).check();
  await expect(page.getByRole('button', { name: t('engine.table.clearSelection') })).toBeVisible();
  const button = page.getByRole('button', { name: exactly(t(action)) });
  const more = page.getByRole('button', { name: t('engine.actions.more') });
  // The actions appear together, once their conditions can be evaluated.
  await expect(button.or(more).first()).toBeVisible();
  if (!(await button.isVisible())) await more.click();
  await button.or(page.getByRole('menuitem', { name: exactly(t(action)) })).click();
}

test('an action on several contracts shows the outcome for each, before and after', async ({ page, t }) => {
  await enter(page, 'manager', '/');
  const kinds = ['SERVICE', 'WASH', 'SOIL'];
  const addresses = [];
  for (const kind of kinds) addresses.push(await contractOf(page, kind, 'BULK'));
  const call = (address: string, action: string) =>
    page.request.post(`/api/v3/contract/${idOf(address)}/${action}`, { headers });
  expect((await call(addresses[1]!, 'block')).status()).toBe(200);
  await page.goto('/contracts');
  await settled(page);
  await page.getByRole('searchbox', { name: t('contracts.search') }).fill('BULK-');
  await expect(rowsOf(page)).toHaveCount(3);
  const dialog = page.getByRole('dialog');
  const rowIn = (kind: string) => rowsOf(dialog).filter({ hasText: `BULK-${kind}` });
  const run = dialog.getByRole('button', { name: exactly(t('contracts.batch.run')) });

  // Validated together: each with what prevents its publishing; nothing can be carried out.
  await openFor(page, t, 'contract.validate.action');
  await expect(dialogTitle(page, t('contracts.validation.title'))).toBeVisible();
  for (const kind of kinds) await expect(rowIn(kind)).toContainText(t('server.fault.responsible'));
  await expect(run).toHaveCount(0);
  await dialog
    .getByRole('button', { name: exactly(t('common.close')) })
    .last()
    .click();

  // An action that is allowed for none of them cannot be carried out.
  await openFor(page, t, 'contract.publish.action');
  await expect(rowsOf(dialog)).toHaveCount(3);
  await expect(run).toHaveAttribute('aria-disabled', 'true');
  await dialog.getByRole('button', { name: exactly(t('common.cancel')) }).click();

  // Coupons are switched by their type; a contract that was locked meanwhile is reported afterwards, in its row.
  await openFor(page, t, 'contracts.batch.enableCoupons');
  await expect(dialog.getByText(t('contracts.batch.chooseCoupons'))).toBeVisible();
  await dialog.getByRole('combobox', { name: t('contracts.batch.couponType') }).selectOption('SINGLE');
  await expect(rowsOf(dialog)).toHaveCount(3);
  expect((await call(addresses[2]!, 'toggle-management-lock')).status()).toBe(200);
  await run.click();
  await expect(toast(page, t('server.batch.failures', { done: 2, failed: 1 }))).toBeVisible();
  await expect(rowsOf(dialog)).toHaveCount(1);
  await expect(rowIn('SOIL')).toContainText(t('server.managementLocked'));
  await expect(run).toHaveCount(0);
  await dialog
    .getByRole('button', { name: exactly(t('common.close')) })
    .last()
    .click();
  await expect(dialog).toHaveCount(0);

  // When all succeeded there is nothing left to read.
  expect((await call(addresses[1]!, 'unblock')).status()).toBe(200);
  await page.reload();
  await settled(page);
  await openFor(page, t, 'contract.block.action');
  await run.click();
  await expect(toast(page, t('server.batch.done', { done: 3 }))).toBeVisible();
  await expect(dialog).toHaveCount(0);
});
