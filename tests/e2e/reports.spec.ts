/** A report is requested and downloaded; another is written, corrected at its line, and published to its users. */
import type { Page } from '@playwright/test';
import { readFileSync } from 'node:fs';
import { spec } from '../spec/spec.ts';
import { enter, expect, rowsOf, settled, test, toast } from './fixtures.ts';

test.use({ language: 'ru' });

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

test('a user sees the first rows, requests the file, and can download it immediately and later', async ({
  page,
  t,
}) => {
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

const QUERY = `select garbage_code, count(*) as tasks, sum(planned_volume) as volume
from tasks
where task_date >= :since and (:garbage is null or garbage_code = any(:garbage))
group by garbage_code order by garbage_code`;

/** The first bytes of a file of each kind; its content is checked by the server's tests. */
const MAGIC: Readonly<Record<string, string>> = { XLSX: 'PK', PDF: '%PDF-', CSV: '\uFEFF' };

test('a manager writes a report with two parameters and a chart from scratch, fixes it, publishes it to one role; a user has it in every format and cancels one', async ({
  page,
  t,
  watch,
  product,
}) => {
  watch.allow(/\b(409|404)\b/);
  spec('/report-editor', '/report-editor/report/:code', '/report-visibility-settings/report/:code', 'B-098');
  spec('report editor tabs: info, sources, parameters, appearance, options');
  await enter(page, 'analyst', '/report-editor');
  await settled(page);
  await button(page, t('reportEditor.add')).click();
  const dialog = page.getByRole('dialog').last();
  await dialog.getByRole('textbox', { name: /Название/ }).fill('Задания по видам отходов');
  await dialog.getByRole('textbox', { name: /Код/ }).fill('tasks-by-garbage');
  await dialog.getByRole('button', { name: t('engine.form.save'), exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Задания по видам отходов' })).toBeVisible();
  const tab = (name: string) => page.getByRole('tab', { name: t(`reportEditor.${name}`) });
  const named = (name: string) => page.getByLabel(new RegExp(`^${name}( ?\\*)?$`));

  await tab('parameters').click();
  for (const [at, [name, alias, type]] of [
    ['since', 'С даты', 'DATE'],
    ['garbage', 'Виды отходов', 'DICTIONARY'],
  ].entries()) {
    await button(page, t('engine.form.list.add')).last().click();
    await named(t('reportDraft.parameterName')).nth(at).fill(name!);
    await named(t('reportDraft.alias')).nth(at).fill(alias!);
    await named(t('reportDraft.type')).nth(at).selectOption(type!);
  }
  await named(t('reportDraft.required')).first().check();
  await named(t('reportDraft.default')).first().fill('today-30');
  await named(t('reportDraft.dictionary')).selectOption('garbageTypes');
  await named(t('reportDraft.multi')).check();

  await tab('sources').click();
  const editor = page.locator('.monaco-editor').first();
  await expect(editor).toBeVisible({ timeout: 20_000 });
  const write = async (query: string) => {
    await editor.click();
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.insertText(query);
  };
  await write(QUERY.replace('from tasks', 'from nothing'));
  await expect(page.getByText(/Строка 2, позиция 6/)).toBeVisible();
  await write(QUERY);
  await expect(page.getByText(/Строка 2, позиция 6/)).toBeHidden();

  await tab('appearance').click();
  await button(page, t('reportEditor.takeColumns')).click();
  const titles = page.getByRole('textbox', { name: t('reportDraft.title') });
  await expect(titles).toHaveCount(3);
  await titles.nth(1).fill('Заданий');
  await named(t('reportDraft.chartKind')).selectOption({ index: 1 });
  await named(t('reportDraft.chartCategory')).fill('garbage_code');
  await named(t('reportDraft.chartValue')).fill('tasks');
  await button(page, t('engine.form.save')).click();
  await expect(toast(page, t('reportEditor.saved'))).toBeVisible();

  await button(page, t('reportEditor.try')).click();
  const tried = page.getByRole('dialog').last();
  await tried.getByRole('button', { name: t('reportEditor.run') }).click();
  await expect(tried.getByRole('columnheader', { name: 'Заданий' })).toBeVisible();
  await expect(tried.getByRole('table').getByRole('row').nth(1)).toBeVisible();
  await page.keyboard.press('Escape');
  await button(page, t('reportEditor.publish')).click();
  await expect(toast(page, t('reportEditor.published'))).toBeVisible();

  await page.goto('/report-visibility-settings/report/tasks-by-garbage');
  await settled(page);
  await expect(page.getByText(t('reportVisibility.rolesHint'))).toBeVisible();
  await page.getByLabel(/^Роли/).first().click();
  await page
    .getByRole('option', { name: 'Читатель отчётов' })
    .or(page.getByRole('checkbox', { name: 'Читатель отчётов' }))
    .first()
    .click();
  await page.keyboard.press('Escape');
  await button(page, t('engine.form.save')).click();
  await expect(toast(page, t('reportVisibility.saved'))).toBeVisible();

  const [category] = await product.sql<{ id: number }>(
    `select min(id) as id from report_categories
     where instance_id = (select instance_id from accounts where login = 'reports')`,
  );
  await enter(page, 'reports', `/report-categories/${category!.id}/report/tasks-by-garbage`);
  await settled(page);
  const format = page.getByRole('combobox', { name: /Формат/ });
  const formats = Object.keys(MAGIC);
  for (const name of formats) {
    await format.selectOption(name);
    const loading = page.waitForEvent('download');
    await button(page, t('report.ask')).click();
    const file = await loading;
    expect(file.suggestedFilename()).toBe(`Задания по видам отходов.${name.toLowerCase()}`);
    expect(readFileSync((await file.path())!, 'utf8').startsWith(MAGIC[name]!), name).toBe(true);
  }
  // While the table is locked, the request waits and is canceled; the lock ends with that, or after a minute.
  const held = product.sql(
    `begin; lock table task_items in access exclusive mode;
     do $$ begin
       for i in 1..600 loop
         exit when exists
           (select from report_requests where report_code = 'tasks-by-garbage' and status = 'CANCELED');
         perform pg_sleep(0.1);
       end loop;
     end $$;
     commit`,
  );
  const locks = () =>
    product.sql(
      `select from pg_locks where relation = 'task_items'::regclass and mode = 'AccessExclusiveLock' and granted
         and database = (select oid from pg_database where datname = current_database())`,
    );
  await expect.poll(async () => (await locks()).length).toBe(1);
  await button(page, t('report.ask')).click();
  await button(page, t('report.cancel')).click();
  await expect(toast(page, t('report.canceled'))).toBeVisible();
  await held;
  await page.goto('/report-requests');
  await settled(page);
  await expect(rowsOf(page).filter({ hasText: 'Задания по видам отходов' })).toHaveCount(formats.length + 1);
  await expect(rowsOf(page).first()).toContainText('Отмен');
});
