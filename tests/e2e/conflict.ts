/** Two users change one contract at the same time: what the second of them sees. */
import type { Page } from '@playwright/test';
import { dialogTitle, enter, expect, settled, toast } from './fixtures.ts';
import type { Texts } from './texts.ts';

/** What each of the two types, by the key of the field's label. */
export const FIRST = {
  'contract.responsible': 'Орлова Н. В.',
  'contract.contactPhone': '+7 (912) 000-11-22',
  'contract.code1c': '1C-10203040',
};
export const SECOND = {
  'contract.responsible': 'Зимин П. С.',
  'contract.contactPhone': '+7 (912) 333-44-55',
  'contract.comment': 'Подписан в двух экземплярах',
};

/** Both open the contract, the first saves, the second tries to: the second page then shows both versions. */
export async function openConflict(first: Page, second: Page, contractId: string, t: Texts): Promise<void> {
  for (const page of [first, second]) {
    await enter(page, 'manager', `/contracts/${contractId}`);
    await settled(page);
  }
  await fill(first, FIRST, t);
  await fill(second, SECOND, t);
  await first.getByRole('button', { name: t('engine.form.save'), exact: true }).click();
  await expect(toast(first, t('contract.saved'))).toBeVisible();
  await second.getByRole('button', { name: t('engine.form.save'), exact: true }).click();
  await expect(dialogTitle(second, t('engine.form.conflict.title'))).toBeVisible();
}

async function fill(page: Page, changes: Record<string, string>, t: Texts): Promise<void> {
  for (const [label, value] of Object.entries(changes))
    await page.getByRole('textbox', { name: t(label) }).fill(value);
}
