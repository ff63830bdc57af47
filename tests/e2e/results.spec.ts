/** A dispatcher's morning: results are reviewed one by one, an incident is opened, and another is declined with a reason. */
import { enter, expect, expectRest, rowsOf, test, toast } from './fixtures.ts';
import { spec } from '../spec/spec.ts';
import { dayFrom } from './facts.ts';

test('a dispatcher reviews results by keyboard, opens an incident and declines it', async ({ page, t }) => {
  spec(
    '/tievrs',
    '/incidents',
    'B-073',
    'B-075',
    'B-076',
    'B-159',
    'B-160',
    'B-193',
    'S-022',
    'M-076',
    'M-077',
  );
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  await enter(page, 'results', `/tievrs?points.f.dateFrom=${dayFrom(-20)}&points.f.onlyUnreviewed=true`);
  await expect(page.getByRole('tab', { name: t('tievrs.points') })).toBeVisible();
  await expect(page.getByRole('tab', { name: t('tievrs.routes') })).toBeVisible();
  await expectRest(page);
  await expect(rowsOf(page).first()).toBeVisible();

  await test.step('one after the other, without a mouse', async () => {
    await button(t('tievr.reviewQueue')).first().focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByRole('heading').first()).toBeVisible();
    await expect(dialog.getByText(t('tievr.trackRadius'), { exact: true })).toBeVisible();
    const next = dialog.getByRole('button', { name: t('tievr.queue.next'), exact: true });
    await expect(next).toBeEnabled();
    await next.focus();
    for (let i = 0; i < 3; i += 1) {
      await page.keyboard.press('Enter');
      await expect(dialog.getByRole('heading').first()).toContainText(String(i + 2));
    }
    await dialog
      .getByRole('button', { name: t('common.close'), exact: true })
      .last()
      .click();
  });

  await test.step('an incident by hand', async () => {
    await rowsOf(page).first().getByRole('button').last().click();
    await page.getByRole('menuitem', { name: t('incident.create'), exact: true }).click();
    const dialog = page.getByRole('dialog').last();
    await dialog.getByRole('button', { name: t('incident.create'), exact: true }).click();
    await expect(dialog.getByText(t('incident.rule.type'), { exact: true })).toBeVisible();
    await dialog
      .getByRole('combobox', { name: new RegExp(`^${t('incident.type')}`) })
      .selectOption('Нет подъезда к площадке');
    await dialog.getByRole('textbox', { name: t('incident.comment') }).fill('Проезд закрыт ремонтом');
    await dialog.getByRole('button', { name: t('incident.create'), exact: true }).click();
    await expect(toast(page, t('incident.created'))).toBeVisible();
  });

  await test.step('declined with a reason', async () => {
    await enter(page, 'results', '/incidents');
    await expectRest(page);
    await expect(rowsOf(page).first()).toContainText('Проезд закрыт ремонтом');
    await rowsOf(page).first().getByRole('button').last().click();
    await page.getByRole('menuitem', { name: t('incident.decline'), exact: true }).click();
    const question = page.getByRole('dialog').last();
    await question.getByRole('textbox').fill('Вывезено вторым рейсом');
    await question.getByRole('button', { name: t('incident.decline'), exact: true }).click();
    await expect(toast(page, t('tievr.statusUpdated'))).toBeVisible();
  });
});
