/** A report is asked for and downloaded; another is written, mended at its line, and given to its readers. */
import type { Page } from '@playwright/test';
import { readFileSync } from 'node:fs';
import { spec } from '../spec/spec.ts';
import { enter, expect, rowsOf, settled, test, toast } from './fixtures.ts';

test.use({ language: 'ru' });

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

test('a reader looks at the first rows, asks for the file, and has it at once and later', async ({
  page,
  t,
}) => {
  test.setTimeout(120_000);
  spec(
    '/report-categories',
    '/report-categories/:reportCategoryId',
    '/report-requests',
    'B-015',
    'M-078',
    'B-195',
  );
  spec('/report-categories/:reportCategoryId/report/:reportCode');
  await enter(page, 'reports', '/report-categories');
  await settled(page);
  await expect(page.getByText(t('reportCategories.choose'))).toBeVisible();
  await rowsOf(page)
    .filter({ hasText: 'Транспорт' })
    .getByRole('checkbox')
    .or(rowsOf(page).filter({ hasText: 'Транспорт' }).getByRole('radio'))
    .click();
  await expect(page.getByText('Пробег и загрузка машин')).toBeVisible();
  await page.getByText('Пробег и загрузка машин').click();
  await expect(page.getByRole('heading', { name: 'Пробег и загрузка машин' })).toBeVisible();
  await button(page, t('report.preview')).click();
  await expect(page.getByRole('columnheader', { name: 'Пробег, км' })).toBeVisible();
  const loading = page.waitForEvent('download');
  await page.getByRole('combobox', { name: /Формат/ }).selectOption('CSV');
  await button(page, t('report.ask')).click();
  await expect(toast(page, t('report.requested'))).toBeVisible();
  const file = await loading;
  expect(file.suggestedFilename()).toMatch(/^Пробег и загрузка .*\.csv$/);
  expect(readFileSync((await file.path())!, 'utf8')).toContain('Госномер;Модель');
  await page.goto('/report-requests');
  await settled(page);
  await expect(rowsOf(page).first()).toContainText('Пробег и загрузка машин');
  await expect(rowsOf(page).first()).toContainText('Готов');
});

test('a manager writes a report from nothing, mends it and publishes it', async ({ page, t, watch }) => {
  test.setTimeout(120_000);
  watch.allow(/\b(409|404)\b/);
  spec('/report-editor', '/report-editor/report/:code', '/report-visibility-settings/report/:code', 'B-098');
  spec('report editor tabs: info, sources, parameters, appearance, options');
  await enter(page, 'analyst', '/report-editor');
  await settled(page);
  await button(page, t('reportEditor.add')).click();
  const dialog = page.getByRole('dialog').last();
  await dialog.getByRole('textbox', { name: /Название/ }).fill('Задания по районам');
  await dialog.getByRole('textbox', { name: /Код/ }).fill('tasks-by-district');
  await dialog.getByRole('button', { name: t('engine.form.save'), exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Задания по районам' })).toBeVisible();
  for (const tab of ['info', 'parameters', 'appearance', 'options', 'sources'])
    await page.getByRole('tab', { name: t(`reportEditor.${tab}`) }).click();
  const editor = page.locator('.monaco-editor').first();
  await expect(editor).toBeVisible({ timeout: 20_000 });
  await editor.click();
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.insertText('select location, count(*) as tasks\nfrom nothing\ngroup by location');
  await expect(page.getByText(/Строка 2, позиция 6/)).toBeVisible();
  await editor.click();
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.insertText('select location, count(*) as tasks\nfrom tasks\ngroup by location');
  await expect(page.getByText(/Строка 2, позиция 6/)).toBeHidden();
  await button(page, t('engine.form.save')).click();
  await expect(toast(page, t('reportEditor.saved'))).toBeVisible();
  await button(page, t('reportEditor.publish')).click();
  await expect(toast(page, t('reportEditor.published'))).toBeVisible();
  await page.goto('/report-visibility-settings/report/tasks-by-district');
  await settled(page);
  await expect(page.getByText(t('reportVisibility.rolesHint'))).toBeVisible();
});
