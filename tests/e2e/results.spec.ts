/** A dispatcher's morning: results are reviewed one by one, an incident is opened, and another is declined with a reason. */
import { dialogTitle, enter, expect, expectRest, questionOf, rowsOf, test, toast } from './fixtures.ts';
import { spec } from '../spec/spec.ts';
import { dayFrom } from './facts.ts';

/** Number of reviewed results of the queue. */
const REVIEWED = 30;

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
    // Each is opened, and verified where nothing is wrong with it; letter keys press the buttons.
    const title = dialog.getByRole('heading').first();
    const of = Number(/\d+$/.exec((await title.textContent()) ?? '')![0]);
    expect(of).toBeGreaterThanOrEqual(REVIEWED);
    // The evidence of a result is beside it: its photos, and the track on the map.
    await expect(dialog.getByRole('tab', { name: t('tievr.tab.map') })).toHaveAttribute(
      'aria-selected',
      'true',
    );
    await expect(dialog.getByText(t('tievr.map.track'), { exact: true }).first()).toBeVisible();
    const hide = dialog.getByRole('button', { name: t('tievr.photos.hide'), exact: true });
    await page.keyboard.press('f');
    await expect(hide).toBeHidden();
    await page.keyboard.press('f');
    await expect(hide).toBeVisible();
    const verify = dialog.getByRole('button', { name: t('tievr.verify'), exact: true });
    let verified = 0;
    for (let at = 1; at <= REVIEWED; at += 1) {
      await expect(title).toHaveText(t('tievr.queue.title', { at, of }));
      await expectRest(page);
      // Its actions are disabled until its record has loaded.
      await expect(dialog.locator('[aria-disabled=true]')).toHaveCount(0);
      if (!(await verify.isVisible())) {
        if (at < of) await page.keyboard.press('n');
        continue;
      }
      await page.keyboard.press('a');
      await expect(questionOf(page)).toBeVisible();
      await page.keyboard.press('Enter');
      await expect(questionOf(page)).toBeHidden();
      verified += 1;
    }
    expect(verified).toBeGreaterThan(0);
    // Once the last one is verified, the next is shown and the list below is loading.
    await expect(title).toHaveText(t('tievr.queue.title', { at: Math.min(REVIEWED + 1, of), of }));
    await page.keyboard.press('Escape');
    await expect(title).toBeHidden();
    // A verified result leaves the list.
    await expectRest(page);
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

  await test.step('declined with a reason, and seen immediately in another window', async () => {
    await enter(page, 'results', '/incidents');
    await expectRest(page);
    await expect(rowsOf(page).first()).toContainText('Проезд закрыт ремонтом');
    const other = await page.context().newPage();
    await other.goto('/incidents');
    await expectRest(other);
    await expect(rowsOf(other).first()).toContainText('Открыт');
    await button(t('incident.reviewQueue')).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog').getByText('Проезд закрыт ремонтом')).toBeVisible();
    // The server returns the transitions that it allows.
    const decline = page
      .getByRole('dialog')
      .getByRole('button', { name: t('incident.decline'), exact: true });
    await expect(decline).toBeVisible();
    await page.keyboard.press('d');
    const question = page.getByRole('dialog').last();
    await expect(dialogTitle(page, t('incident.decline.title'))).toBeVisible();
    // A letter that is typed presses no button.
    await question.getByRole('textbox').fill('Вывезено вторым рейсом');
    await question.getByRole('textbox').press('a');
    await question.getByRole('button', { name: t('incident.decline'), exact: true }).press('Enter');
    await expect(toast(page, t('tievr.statusUpdated'))).toBeVisible();
    await expect(rowsOf(other).first()).not.toContainText('Открыт');
    await other.close();
  });
});
