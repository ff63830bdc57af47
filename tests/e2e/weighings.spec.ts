/**
 * A weigher's mistakes: known values are filled in, a duplicate needs confirmation, a mistake is corrected, a weighing
 * is annulled.
 */
import type { Locator, Page } from '@playwright/test';
import { choose, dialogTitle, enter, expect, expectRest, rowsOf, settled, test, toast } from './fixtures.ts';
import { exactly, type Texts } from './texts.ts';

const dialog = (page: Page) => page.getByRole('dialog').last();
const box = (within: Locator, label: string) =>
  within.getByRole('textbox', {
    name: new RegExp(`^${exactly(label).source.replaceAll(/^\^|\$$/g, '')}( ?\\*)?$`),
  });
const button = (within: Page | Locator, name: string) => within.getByRole('button', { name, exact: true });

/** Begins a weighing of the vehicle; its known values are filled in automatically. */
async function begin(page: Page, t: Texts, plate: string): Promise<Locator> {
  await expectRest(page);
  await button(page, t('weighings.add')).click();
  const form = dialog(page);
  await choose(page, t('weighing.vehicle'), plate, form);
  await expect(box(form, t('weighing.tare'))).not.toHaveValue('');
  await form.getByRole('combobox', { name: new RegExp(`^${t('weighing.garbageType')}`) }).selectOption('MSW');
  await form
    .getByRole('combobox', { name: new RegExp(`^${t('weighing.documentType')}`) })
    .selectOption('NONE');
  return form;
}

test('one weighs, corrects a mistake with a reason, and annuls what was weighed twice', async ({
  page,
  t,
  product,
  watch,
}) => {
  watch.allow(/\b400\b/);
  // A vehicle on shift now or the day before, whose shift has a driver.
  const [on] = await product.sql<{
    plate: string;
    driver: string;
    weight: number;
    point: string;
    parking: string;
  }>(
    `select v.reg_number plate, s.last_name driver, v.weight::int weight,
       (select w.visit_point_id from weighers w where w.instance_id = i.id order by w.visit_point_id limit 1) point,
       (select p.id from visit_points p where p.instance_id = i.id and p.type = 'PARKING' order by p.id limit 1) parking
     from units u join vehicles v on v.id = u.vehicle_id join staff s on s.id = u.driver_id
     join instances i on i.id = u.instance_id
     where i.name = 'ЭкоРегион' and (u.begin_time at time zone i.time_zone)::date = (now() at time zone i.time_zone)::date
       and v.weight is not null and v.weight < 30000
       and not exists (select from coupons c where c.vehicle_id = v.id and c.status = 'ISSUED')
     order by v.reg_number limit 1`,
  );
  const { plate, driver, weight, point, parking } = on!;
  await enter(page, 'scales', `/visit-points/${parking}/weighings`);
  await settled(page);
  await expect(page.getByText(t('weigher.none'))).toBeVisible();
  await expect(button(page, t('weighings.add'))).toHaveCount(0);
  await page.goto(`/visit-points/${point}/weighings`);
  await settled(page);

  await test.step('time, tare, driver are filled in; the net follows what is typed', async () => {
    const form = await begin(page, t, plate);
    await expect(
      form.getByRole('textbox', { name: new RegExp(`^${t('weighing.time')}`) }).first(),
    ).not.toHaveValue('');
    await expect(box(form, t('weighing.tare'))).toHaveValue(new RegExp(`^${String(weight).slice(0, -3)}`));
    await expect(form).toContainText(driver);
    await box(form, t('weighing.gross')).fill(String(weight + 4000));
    await expect(box(form, t('weighing.net'))).toHaveValue(/^4\s?000$/);
    await button(form, t('engine.form.save')).click();
    await expect(toast(page, t('weighing.saved'))).toBeVisible();
  });
  const row = rowsOf(page).filter({ hasText: plate }).first();
  await expect(row.locator('[data-cell=lead]')).toContainText(plate);

  await test.step('a duplicate needs confirmation, and is recorded when confirmed as a separate weighing', async () => {
    const form = await begin(page, t, plate);
    const another = form.getByRole('checkbox', { name: t('weighing.notDouble') });
    await expect(another).toBeVisible();
    await box(form, t('weighing.gross')).fill(String(weight + 4500));
    await button(form, t('engine.form.save')).click();
    // The hint has the same words before the save: only the summary, which takes the focus, shows that it was refused.
    const summary = form
      .locator('[tabindex="-1"]')
      .filter({ hasText: t('engine.form.refused', { count: 1 }) });
    await expect(summary).toContainText('Похоже, оно уже записано');
    await expect(summary).toBeFocused();
    await another.check();
    await button(form, t('engine.form.save')).click();
    await expect(dialog(page)).toHaveCount(0);
    await expect(rowsOf(page).filter({ hasText: plate })).not.toHaveCount(1);
  });

  await test.step('a mistake is corrected with a reason, which the card shows with old and new values', async () => {
    await expectRest(page);
    await row.locator('[data-cell=lead]').getByRole('button').click();
    await expect(dialogTitle(page, t('weighing.titleOf', { vehicle: plate }))).toBeVisible();
    await button(dialog(page), t('weighing.correct')).click();
    await expect(dialogTitle(page, t('weighing.correctOf', { vehicle: plate }))).toBeVisible();
    const form = dialog(page);
    await expect(box(form, t('weighing.gross'))).not.toHaveValue('');
    await box(form, t('weighing.gross')).fill(String(weight + 5000));
    await button(form, t('weighing.correct.save')).click();
    await expect(form.getByText(t('weighing.rule.reason')).first()).toBeVisible();
    await box(form, t('weighing.changeReason')).fill('Описка в брутто');
    await button(form, t('weighing.correct.save')).click();
    await expect(toast(page, t('weighing.corrected'))).toBeVisible();
    const card = dialog(page);
    await expect(card.getByText('Описка в брутто').first()).toBeVisible();
    await expect(card.locator('[data-part=grid]')).toContainText(t('weighing.gross'));
    await button(card, t('common.close')).last().click();
    await expect(rowsOf(page).filter({ hasText: plate }).filter({ hasText: 'Исправлено' })).toHaveCount(1);
  });

  await test.step('the duplicate is annulled, and stays in the list', async () => {
    await expectRest(page);
    const other = rowsOf(page).filter({ hasText: plate }).filter({ hasText: 'Учтено' }).first();
    await other.getByRole('button').last().click();
    await page.getByRole('menuitem', { name: t('weighing.annul'), exact: true }).click();
    const question = page.getByRole('alertdialog').or(page.getByRole('dialog')).last();
    await expect(question).toContainText(plate);
    await question.getByRole('textbox').fill('Взвешена дважды');
    await button(question, t('weighing.annul')).click();
    await expect(toast(page, t('weighing.annulled'))).toBeVisible();
    await expect(rowsOf(page).filter({ hasText: plate }).filter({ hasText: 'Аннулировано' })).toHaveCount(1);
  });
});

test('the lists begin with what people come for', async ({ page, t, product, context }) => {
  await enter(page, 'admin', '/vehicle-weighings');
  await settled(page);
  const headers = () => page.getByRole('columnheader').allInnerTexts();
  expect((await headers()).slice(0, 5).map((text) => text.split('\n')[0])).toEqual(
    ['vehicle', 'net', 'time', 'visitPoint', 'status'].map((name) => t(`weighing.${name}`)),
  );
  await page.setViewportSize({ width: 390, height: 844 });
  const card = rowsOf(page).first();
  const [last] = await product.sql<{ plate: string; net: number }>(
    `select v.reg_number plate, w.net::int net from weighings w join vehicles v on v.id = w.vehicle_id
     join instances i on i.id = w.instance_id where i.name = 'ЭкоРегион' order by w.weigh_time desc, w.id desc limit 1`,
  );
  await expect(card).toContainText(last!.plate);
  await expect(
    card.getByText(new RegExp(String(last!.net).replace(/(\d{3})$/, '\\s$1'))).first(),
  ).toBeVisible();
  await page.setViewportSize({ width: 1440, height: 900 });

  await test.step('where a vehicle is: its plate, how long ago, a map, and coordinates to copy', async () => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const [heard] = await product.sql<{ plate: string; place: string }>(
      `select v.reg_number plate, to_char(d.latitude, 'FM990.000000') || ', ' || to_char(d.longitude, 'FM990.000000') place
       from vehicles v join vehicle_terminals m on m.vehicle_id = v.id and m.end_time is null
       join terminals d on d.id = m.terminal_id join instances i on i.id = v.instance_id
       where i.name = 'ЭкоРегион' and v.status = 'ACTIVE' and d.latitude is not null order by v.reg_number limit 1`,
    );
    await page.goto(`/registry/vehicles?f.query=${encodeURIComponent(heard!.plate)}`);
    await settled(page);
    await expect(rowsOf(page).first().locator('[data-cell=lead]').getByRole('link')).toHaveText(heard!.plate);
    await rowsOf(page).first().getByRole('button').last().click();
    await page.getByRole('menuitem', { name: t('vehicles.location'), exact: true }).click();
    await expect(dialogTitle(page, t('vehicles.locationOf', { number: heard!.plate }))).toBeVisible();
    await expect(dialog(page).getByText(/назад|только что/)).toBeVisible();
    await expect(dialog(page).locator('[data-part=map]')).toBeVisible();
    await button(dialog(page), t('terminal.copy')).click();
    await expect(toast(page, t('terminal.copied'))).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(heard!.place);
  });

  await test.step('the log of changes begins with the record', async () => {
    await page.goto('/system/audit-log');
    await settled(page);
    expect((await headers()).slice(1, 4).map((text) => text.split('\n')[0])).toEqual(
      ['record', 'entity', 'action'].map((name) => t(`auditLog.${name}`)),
    );
  });

  await test.step('a value of a dictionary is retired, and the confirmation names it and says what happens to it', async () => {
    await page.goto('/classifiers/vehicleGroups');
    await settled(page);
    await button(page, t('classifiers.add')).click();
    await box(dialog(page), t('classifierValue.captionRu')).fill('Вывоз снега');
    await box(dialog(page), t('classifierValue.captionEn')).fill('Snow removal');
    await button(dialog(page), t('engine.form.save')).click();
    const row = rowsOf(page).filter({ hasText: 'Вывоз снега' });
    await expect(row).toBeVisible();
    await expectRest(page);
    await row.getByRole('button').last().click();
    await page.getByRole('menuitem', { name: t('classifiers.retire'), exact: true }).click();
    const question = page.getByRole('alertdialog');
    await expect(question).toContainText('«Вывоз снега» больше не предложат');
    await button(question, t('classifiers.retire')).click();
    await expect(toast(page, t('classifiers.retired'))).toBeVisible();
  });
});
