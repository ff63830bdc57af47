/** A mechanic's day with a new vehicle, and a weigher's with its coupon. */
import type { Page } from '@playwright/test';
import { choose, dialogTitle, enter, expect, expectRest, rowsOf, settled, test, toast } from './fixtures.ts';
import { exactly, type Texts } from './texts.ts';
import { spec } from '../spec/spec.ts';
import { dayFrom, minutesAgo } from './facts.ts';
import { countClicks } from './staff/clicks.ts';
import { choosePicture, whileRefused } from './steps.ts';

const PLATE = 'О555ОО71';
/** A day without planned shifts. */
const DAY = dayFrom(60);

const dialog = (page: Page) => page.getByRole('dialog').last();
const field = (within: Page | ReturnType<typeof dialog>, label: string) =>
  within.getByRole('textbox', {
    name: new RegExp(`^${exactly(label).source.replaceAll(/^\^|\$$/g, '')}( ?\\*)?$`),
  });
const save = (page: Page, t: Texts) => page.getByRole('button', { name: t('engine.form.save'), exact: true });
const pane = (page: Page, t: Texts, key: string) =>
  page.getByRole('tab', { name: new RegExp(`^${t(`vehicle.pane.${key}`)}`) });

/** Another user takes over the same browser: nothing of the former one is remembered. */
async function comeAs(page: Page, login: string, path: string): Promise<void> {
  await page.evaluate(() => localStorage.removeItem('user'));
  await enter(page, login, path);
}

/** Chooses an action of the first row's menu. */
async function rowMenu(page: Page, action: string): Promise<void> {
  await expectRest(page);
  const opener = rowsOf(page).first().getByRole('button').last();
  // A menu that moves between press and release, because the page is scrolled to it, loses the press.
  await opener.evaluate((button) => button.scrollIntoView({ block: 'center' }));
  await opener.click();
  await page.getByRole('menuitem', { name: action, exact: true }).click();
}

/** Chooses a dangerous action of the first row's menu, and confirms it. */
async function removeFirst(page: Page, action: string): Promise<void> {
  await rowMenu(page, action);
  await page.getByRole('alertdialog').getByRole('button', { name: action, exact: true }).click();
}

/** Types a date and time: they have a box each. */
async function fillMoment(page: Page, label: string, day: string, time: string): Promise<void> {
  const boxes = page.getByRole('textbox', { name: new RegExp(`^${label}`) });
  await boxes.first().fill(day.split('-').reverse().join('.'));
  await boxes.first().blur();
  await expect(boxes.last()).not.toHaveValue('');
  await boxes.last().fill(time);
  await boxes.last().blur();
}

test('a vehicle with a new customer gets all eight tabs, a terminal and a pass', async ({
  page,
  t,
  product,
  watch,
}) => {
  watch.allow(/\b(400|409)\b/);
  spec(
    '/registry/vehicles',
    '/vehicle/:vehicleId',
    'B-008',
    'B-080',
    'B-081',
    'B-082',
    'B-083',
    'B-205',
    'B-206',
    'B-207',
  );
  spec('S-026', 'V-056', 'V-057', 'M-067', 'M-068', 'M-070', 'M-073', 'POST vehicle');

  await test.step('a list that fails to load says so, and can be requested again', async () => {
    spec('M-035');
    const list = /\/vehicle\/paging/;
    await page.route(list, (route) => route.fulfill({ status: 409, json: { message: 'Занято' } }));
    await enter(page, 'fleet', '/registry/vehicles');
    await expect(page.getByRole('alert').getByText(t('errorMessages.vehiclePaging'))).toBeVisible();
    await page.unroute(list);
    await page.getByRole('button', { name: t('engine.retry') }).click();
    await settled(page);
    await expect(rowsOf(page).first()).toBeVisible();
  });

  const clicks = await countClicks(page);
  /** Mouse clicks for the parts of the day; those of the findings are 7, 31, 9, 7 and 8. */
  const parts: number[] = [];
  await test.step('create it: the plate must be complete, the owner is created along with it', async () => {
    spec('customer created from the vehicle', 'M-036');
    await page.getByRole('button', { name: t('vehicles.add') }).click();
    await expect(dialogTitle(page, t('vehicle.title.new'))).toBeVisible();
    const form = dialog(page);
    await field(form, t('vehicle.regNumber')).fill('О555ОО');
    await field(form, t('vehicle.model')).fill('КАМАЗ-65115');
    await form.getByRole('combobox', { name: new RegExp(t('vehicle.type')) }).selectOption('REAR_LOADER');
    await form.getByRole('button', { name: t('vehicle.ownerUnknown') }).click();
    await save(page, t).click();
    await expect(field(form, t('vehicle.newOwner.shortName'))).toHaveAttribute('aria-invalid', 'true');
    await field(form, t('vehicle.newOwner.shortName')).fill('ООО «Новый возчик»');
    await field(form, t('vehicle.newOwner.name')).fill(
      'Общество с ограниченной ответственностью «Новый возчик»',
    );
    await field(form, t('vehicle.newOwner.tin')).fill('7707083893');
    await save(page, t).click();
    await expect(form.getByText(t('vehicle.rule.plate')).first()).toBeVisible();
    await field(form, t('vehicle.regNumber')).fill(PLATE);
    await whileRefused(page, ['POST', 'vehicle'], t('errorMessages.vehicleSave'), () =>
      save(page, t).click(),
    );
    await save(page, t).click();
    await expect(toast(page, t('vehicle.created'))).toBeVisible();
    await expect(page.getByRole('heading', { name: PLATE, exact: true })).toBeVisible();
    const [made] = await product.sql<{ need_synch: boolean; owner: string }>(
      `select need_synch, c.short_name owner from vehicles v join customers c on c.id = v.owner_customer_id
       where v.reg_number = $1`,
      [PLATE],
    );
    expect(made).toEqual({ need_synch: true, owner: 'ООО «Новый возчик»' });
  });

  parts.push(await clicks());

  await test.step('errors in three tabs are counted at the tabs, and link to their fields', async () => {
    await settled(page);
    await expect(field(page, t('vehicle.regNumber'))).toBeDisabled();
    await field(page, t('vehicle.garageNumber')).fill('Г-555');
    await field(page, t('vehicle.model')).fill('');
    await pane(page, t, 'equipment').click();
    await field(page, t('vehicle.mechanismModel')).fill('КО-440');
    await field(page, t('vehicle.fuelRunSummer')).fill('99999');
    await pane(page, t, 'details').click();
    await field(page, t('vehicle.weight')).fill('12000');
    await field(page, t('vehicle.maxMass')).fill('18000');
    await field(page, t('vehicle.minOccupancy')).fill('120');
    await pane(page, t, 'optimisation').click();
    await field(page, t('vehicle.costKm')).fill('32,5');
    await pane(page, t, 'works').click();
    await page.getByRole('button', { name: t('vehicle.works.add') }).click();
    await page.getByRole('combobox', { name: new RegExp(t('vehicle.kind')) }).selectOption('SITE_CLEANING');
    await save(page, t).click();
    for (const key of ['common', 'equipment', 'details']) await expect(pane(page, t, key)).toContainText('1');
    for (const key of ['works', 'optimisation']) await expect(pane(page, t, key)).not.toContainText('1');
    await pane(page, t, 'common').click();
    await expect(field(page, t('vehicle.model'))).toHaveAttribute('aria-invalid', 'true');
    await field(page, t('vehicle.model')).fill('КАМАЗ-65115');
    await pane(page, t, 'equipment').click();
    await expect(field(page, t('vehicle.fuelRunSummer'))).toHaveAttribute('aria-invalid', 'true');
    await field(page, t('vehicle.fuelRunSummer')).fill('2,5');
    await pane(page, t, 'details').click();
    await expect(field(page, t('vehicle.minOccupancy'))).toHaveAttribute('aria-invalid', 'true');
    await field(page, t('vehicle.minOccupancy')).fill('20');
    await pane(page, t, 'control').click();
    await page.getByRole('checkbox', { name: t('vehicle.autoConfirmation') }).check();
    await save(page, t).click();
    await expect(toast(page, t('vehicle.saved'))).toBeVisible();
    const [row] = await product.sql<object>(
      `select garage_number, mechanism_model, fuel_run_summer, weight, min_occupancy, cost_km, auto_confirmation,
         (select array_agg(kind) from vehicle_additional_works w where w.vehicle_id = v.id) works
       from vehicles v where reg_number = $1`,
      [PLATE],
    );
    expect(Object.values(row!).map(String)).toEqual([
      'Г-555',
      'КО-440',
      '2.500',
      '12000.000',
      '20.00',
      '32.50',
      'true',
      'SITE_CLEANING',
    ]);
  });

  parts.push(await clicks());

  await test.step('drivers are picked in a dialog of 1000 pixels, and listed with a remove button each', async () => {
    spec(
      'driver picker',
      'driver input',
      'B-119',
      'B-120',
      'B-121',
      'B-122',
      'B-123',
      'B-124',
      'V-005',
      'C-018',
    );
    await pane(page, t, 'common').click();
    const add = page.getByRole('button', { name: new RegExp(`^${t('vehicle.drivers')}`) });
    await expect(add).toContainText(t('engine.picker.add'));
    await add.click();
    const picker = dialog(page);
    await expect(dialogTitle(page, t('pick.driver.title'))).toBeVisible();
    await expect
      .poll(async () => Math.round((await picker.locator('table').boundingBox())?.width ?? 0))
      .toBeGreaterThan(800);
    for (const name of ['lastName', 'firstName', 'middleName'])
      await expect(picker.getByRole('columnheader', { name: t(`driver.${name}`) })).toBeVisible();
    const apply = picker.getByRole('button', { name: t('common.apply') });
    await expect(apply)
      .toHaveAttribute('aria-disabled', 'true')
      .catch(() => expect(apply).toBeDisabled());
    const [first, second] = await product.sql<{ last_name: string }>(
      `select last_name from staff s join instances i on i.id = s.instance_id
       where i.name = 'ЭкоРегион' and role = 'DRIVER' and 1 = (select count(*) from staff o
         where o.instance_id = s.instance_id and o.role = 'DRIVER'
           and concat_ws(' ', o.last_name, o.first_name, o.middle_name) ilike '%' || s.last_name || '%')
       order by 1 limit 2`,
    );
    for (const { last_name } of [first!, second!]) {
      await picker.getByRole('searchbox').first().fill(last_name);
      await expect(rowsOf(picker)).toHaveCount(1);
      await rowsOf(picker).first().getByText(last_name).click();
    }
    await apply.click();
    await expect(page.getByRole('listitem').filter({ hasText: second!.last_name })).toBeVisible();
    await page.getByRole('listitem').filter({ hasText: first!.last_name }).getByRole('button').click();
    await save(page, t).click();
    await expect(toast(page, t('vehicle.saved')).last()).toBeVisible();
    await expect
      .poll(
        async () =>
          (
            await product.sql<{ n: number }>(
              `select count(*)::int n from vehicle_drivers d join vehicles v on v.id = d.vehicle_id where v.reg_number = $1`,
              [PLATE],
            )
          )[0]!.n,
      )
      .toBe(1);
    await pane(page, t, 'control').click();
  });

  await clicks();

  await test.step('a terminal is installed, corrected and removed', async () => {
    spec('M-069', 'M-038');
    await page.getByRole('button', { name: t('terminal.apply') }).click();
    const form = dialog(page);
    await field(form, t('terminal.deviceId')).fill('E2E-1');
    await field(form, t('terminal.imei')).fill('350000000009991');
    const begin = form.getByRole('group', { name: new RegExp(t('terminal.beginTime')) }).getByRole('textbox');
    const box = (await begin.count())
      ? begin
      : form.getByRole('textbox', { name: new RegExp(t('terminal.beginTime')) });
    await box.first().fill('01.02.2026 08:00');
    await box.first().blur();
    const apply = form.getByRole('button', { name: t('terminal.apply') });
    await whileRefused(page, ['POST', 'terminal/apply'], t('errorMessages.terminalApply'), () =>
      apply.click(),
    );
    await apply.click();
    await expect(toast(page, t('terminal.created'))).toBeVisible();
    await expect(rowsOf(page).first()).toContainText('E2E-1');
    await rowMenu(page, t('terminal.edit'));
    await field(form, t('terminal.imei')).fill('350000000009992');
    await save(page, t).last().click();
    await expect(toast(page, t('terminal.updated'))).toBeVisible();
    await expect(rowsOf(page).first()).toContainText('350000000009992');
    await removeFirst(page, t('terminal.remove'));
    await expect(toast(page, t('terminal.removed'))).toBeVisible();
  });

  parts.push(await clicks());

  await test.step('a pass; a second one for the same polygon and days is refused', async () => {
    spec('M-055');
    await pane(page, t, 'passes').click();
    for (const [number, outcome] of [
      ['П-777', t('ticket.saved')],
      ['П-778', t('server.periodCrosses')],
    ] as const) {
      await page.getByRole('button', { name: t('ticket.add') }).click();
      await expect(dialogTitle(page, t('ticket.title'))).toBeVisible();
      await choose(page, t('ticket.unloadingPoint'), 'Полигон ТКО «Северный»');
      await field(dialog(page), t('ticket.number')).fill(number);
      await save(page, t).last().click();
      await expect(page.getByText(outcome).first()).toBeVisible();
    }
    await dialog(page)
      .getByRole('button', { name: t('common.cancel') })
      .click();
    // Cancel closes without a confirmation.
    await expect(dialog(page)).toHaveCount(0);
  });

  parts.push(await clicks());

  await test.step('a photo is saved during its upload, and rotated where it is shown', async () => {
    await pane(page, t, 'photos').click();
    await page.getByRole('button', { name: t('photo.add') }).click();
    const form = dialog(page);
    await choosePicture(page, form, t, { name: 'спереди.png', width: 40, height: 20 });
    await form.getByRole('combobox', { name: new RegExp(t('photo.photoType')) }).selectOption('FRONT');
    await whileRefused(page, ['POST', 'vehicle-photo'], t('errorMessages.vehiclePhotoSave'), () =>
      save(page, t).last().click(),
    );
    await save(page, t).last().click();
    await expect(toast(page, t('photo.uploaded'))).toBeVisible();
    const picture = rowsOf(page).first().locator('img');
    await expect(picture).toHaveAttribute('src', /rotation=0/);
    await rowMenu(page, t('photo.turn'));
    await expect(toast(page, t('photo.turned'))).toBeVisible();
    await expect(picture).toHaveAttribute('src', /rotation=90/);
    await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalHeight)).toBe(40);
    spec('M-074', 'M-039', 'photo viewer with rotation and analysis evaluation');
    await rowsOf(page).first().getByRole('cell').nth(2).click();
    const large = dialog(page).getByRole('img', { name: 'спереди.png' });
    await expect(large).toHaveAttribute('src', /large.*rotation=90/);
    await dialog(page)
      .getByRole('button', { name: t('photo.turn') })
      .click();
    await expect(large).toHaveAttribute('src', /large.*rotation=180/);
    await dialog(page)
      .getByRole('button', { name: t('photo.evaluate') })
      .click();
    await form.getByRole('combobox', { name: new RegExp(t('photo.evaluation')) }).selectOption('INCORRECT');
    await save(page, t).last().click();
    await expect(toast(page, t('photo.evaluated'))).toBeVisible();
    await expect(dialog(page)).toContainText('Распознано неверно');
    await dialog(page)
      .getByRole('button', { name: t('common.close') })
      .last()
      .click();
    await expect(picture).toHaveAttribute('src', /rotation=180/);
    await expect(rowsOf(page).first()).toContainText('Распознано неверно');
  });

  parts.push(await clicks());
  // Refused calls, a second pass and repeated corrections are counted only here; it is less all the same.
  expect(parts.reduce((sum, part) => sum + part)).toBeLessThan(62);

  await test.step('its history lists drivers and kinds of work with their old and new values', async () => {
    await page.getByRole('button', { name: t('history.title') }).click();
    const newest = rowsOf(dialog(page)).first();
    await expect(newest).toContainText(t('vehicle.drivers'));
    await expect(rowsOf(dialog(page)).nth(1)).toContainText(t('vehicle.additionalWorks'));
    await dialog(page)
      .getByRole('button', { name: t('common.close') })
      .last()
      .click();
  });

  await test.step('it works under a contract, so it cannot be removed', async () => {
    const [contract] = await product.sql<{ id: string }>(
      `select c.id from contracts c join instances i on i.id = c.instance_id
       where i.name = 'ЭкоРегион' and c.type = 'COLLECTION' and c.status = 'ACTIVE'
         and c.effective_date <= current_date order by c.number limit 1`,
    );
    await comeAs(page, 'manager', `/contracts/${contract!.id}/vehicle/new`);
    await settled(page);
    await field(page, t('contractVehicle.regNumber')).fill('О000ОО00');
    await save(page, t).click();
    await expect(page.getByText(/О000ОО00.*реестр/).first()).toBeVisible();
    await field(page, t('contractVehicle.regNumber')).fill(PLATE);
    await save(page, t).click();
    await expect(toast(page, t('contractVehicle.saved'))).toBeVisible();
  });

  await test.step('a dispatcher puts it on a shift: the vehicle is found by its plate', async () => {
    spec('B-101', 'B-137', 'vehicle autocomplete by registration number');
    await comeAs(page, 'dispatcher', `/timetable?units.f.date=${DAY}`);
    await settled(page);
    await page
      .getByRole('link', { name: t('unit.add') })
      .or(page.getByRole('button', { name: t('unit.add') }))
      .click();
    await page.getByRole('button', { name: new RegExp(`^${t('unit.driver')}`) }).click();
    await expect(dialogTitle(page, t('pick.driver.title'))).toBeVisible();
    await rowsOf(dialog(page)).first().click();
    await dialog(page)
      .getByRole('button', { name: t('common.apply') })
      .click();
    await choose(page, t('unit.vehicle'), PLATE.slice(1));
    await fillMoment(page, t('unit.beginTime'), DAY, '06:00');
    await fillMoment(page, t('unit.endTime'), DAY, '05:00');
    await save(page, t).click();
    await expect(page.getByText(t('unit.rule.period')).first()).toBeVisible();
    await fillMoment(page, t('unit.endTime'), DAY, '15:00');
    await save(page, t).click();
    await expect(toast(page, t('unit.saved'))).toBeVisible();
    await page.goto(`/timetable?units.f.date=${DAY}`);
    await expect(rowsOf(page)).toHaveCount(1);
    await expect(rowsOf(page)).toContainText(PLATE);
  });

  await test.step('shifts are copied from another day; vehicles already on a shift cannot be selected', async () => {
    spec('B-133', 'B-134', 'B-136', 'B-181', 'V-003', 'V-007', 'unit picker (clone from units)');
    await page.getByRole('button', { name: t('unit.clone') }).click();
    await expect(dialogTitle(page, t('pick.unit.title'))).toBeVisible();
    const picker = dialog(page);
    for (const name of ['driver', 'vehicle', 'interval', 'unloadingPoints'])
      await expect(picker.getByRole('columnheader', { name: t(`unit.${name}`) })).toBeVisible();
    const date = picker.locator('[data-filter=inputDate] input');
    await expect(date).toHaveValue(dayFrom().split('-').reverse().join('.'));
    await expect(rowsOf(picker).first()).toBeVisible();
    const request = page.waitForRequest(/unit\/paging.*WORK/);
    await date.fill('');
    await date.blur();
    await expect(picker.getByText(t('pick.unit.chooseDate'))).toBeVisible();
    await expect(rowsOf(picker)).toHaveCount(0);
    await date.fill(`${DAY.split('-').reverse().join('.')}`);
    await date.blur();
    await request;
    await expect(rowsOf(picker)).toHaveCount(1);
    await expect(rowsOf(picker).first()).toContainText(PLATE);
    await expect(rowsOf(picker).getByRole('radio').or(rowsOf(picker).getByRole('checkbox'))).toBeDisabled();
    await date.fill(dayFrom().split('-').reverse().join('.'));
    await date.blur();
    await expect(rowsOf(picker).first()).not.toContainText(PLATE);
    await rowsOf(picker).first().getByRole('checkbox').check();
    await picker.getByRole('button', { name: t('common.apply') }).click();
    await expect(toast(page, t('timetable.cloned', { count: 1 }))).toBeVisible();
    await expect(rowsOf(page)).toHaveCount(2);
  });

  await test.step('under a contract it is not removed; its pass and photo are, and a trailer without references', async () => {
    spec('M-071', 'M-072', 'M-075', 'M-037');
    await comeAs(page, 'fleet', `/registry/vehicles?f.query=${encodeURIComponent(PLATE)}`);
    await rowsOf(page).first().getByText(PLATE).click();
    await settled(page);
    await expect(page.getByRole('button', { name: t('common.delete'), exact: true })).toBeDisabled();
    for (const [key, removed] of [
      ['passes', 'ticket.removed'],
      ['photos', 'photo.removed'],
    ] as const) {
      await pane(page, t, key).click();
      await removeFirst(page, t('common.delete'));
      await expect(toast(page, t(removed))).toBeVisible();
    }
    const [trailer] = await product.sql<{ plate: string }>(
      `select v.reg_number plate from vehicles v join instances i on i.id = v.instance_id where i.name = 'ЭкоРегион'
       and v.type = 'TRAILER' and not exists (select from contract_vehicles c where c.vehicle_id = v.id) limit 1`,
    );
    await page.goto(`/registry/vehicles?f.query=${encodeURIComponent(trailer!.plate)}`);
    await expect(rowsOf(page)).toHaveCount(1);
    await whileRefused(page, ['DELETE', 'vehicle/*'], t('errorMessages.vehicleDelete'), () =>
      removeFirst(page, t('common.delete')),
    );
    await removeFirst(page, t('common.delete'));
    await expect(toast(page, t('vehicles.removed'))).toBeVisible();
    await expect(rowsOf(page)).toHaveCount(0);
  });
});

test('one weighs at a visit point and finds the coupon', async ({ page, t, product, watch }) => {
  spec(
    '/visit-points',
    '/visit-points/:visitPointId/weighings',
    '/visit-points/:visitPointId/coupons',
    'B-014',
    'B-058',
    'B-093',
    'B-099',
    'B-100',
  );
  const [waiting] = await product.sql<{ point: string; number: string; plate: string }>(
    `select c.visit_point_id point, c.number, v.reg_number plate from coupons c join vehicles v on v.id = c.vehicle_id
     join instances i on i.id = c.instance_id
     where i.name = 'ЭкоРегион' and c.status = 'ISSUED' and c.begin_date <= $1 and c.end_date >= $1
     order by c.number limit 1`,
    [dayFrom()],
  );
  await enter(page, 'scales', `/visit-points/${waiting!.point}/weighings`);
  await settled(page);
  spec('B-066');
  await expect(page.locator('[data-part=breadcrumbs]').getByRole('link').last()).toHaveAttribute(
    'href',
    `/visit-points/${waiting!.point}`,
  );
  await test.step('its tabs without a route: figures as a chart, cameras some of which fail, events', async () => {
    // The fake camera is slow, refuses and is absent by turns.
    watch.allow(/\/camera\/.*picture/);
    await page
      .getByRole('main')
      .getByRole('link', { name: t('visitPoint.statistics') })
      .click();
    await expect(page.getByRole('figure', { name: t('traffic.byTime') }).locator('canvas')).toBeVisible();
    await expect(page.locator('tfoot').first()).toContainText(t('engine.table.sums'));
    await page
      .getByRole('main')
      .getByRole('link', { name: t('visitPoint.cameras') })
      .click();
    await expect(page.locator('main img').first()).toBeVisible();
    await page
      .getByRole('main')
      .getByRole('link', { name: t('visitPoint.events') })
      .click();
    await expect(page).toHaveURL(/tab=events/);
    await settled(page);
    await page.goBack();
    await expect(page).toHaveURL(/tab=cameras/);
    await page.goto(`/visit-points/${waiting!.point}/weighings`);
    await settled(page);
  });
  await page.getByRole('button', { name: t('weighings.add') }).click();
  const form = dialog(page);
  const time = form.getByRole('textbox', { name: new RegExp(t('weighing.time')) });
  await time.first().fill(minutesAgo(5));
  await time.first().blur();
  await choose(page, t('weighing.vehicle'), waiting!.plate);
  await form.getByRole('combobox', { name: new RegExp(t('weighing.garbageType')) }).selectOption('MSW');
  await expect(field(form, t('weighing.tare'))).not.toHaveValue('');
  await field(form, t('weighing.gross')).fill('9000');
  await field(form, t('weighing.tare')).fill('9500');
  await save(page, t).last().click();
  await expect(form.getByText(t('weighing.rule.gross')).first()).toBeVisible();
  await field(form, t('weighing.gross')).fill('12500');
  await save(page, t).last().click();
  await expect(toast(page, t('weighing.saved'))).toBeVisible();
  await expect(rowsOf(page).filter({ hasText: waiting!.number })).toContainText('3 000');
  await page.goto(`/visit-points/${waiting!.point}/coupons?f.query=${encodeURIComponent(waiting!.number)}`);
  await settled(page);
  await expect(rowsOf(page).filter({ hasText: waiting!.number })).toContainText(waiting!.plate);
  await rowsOf(page).getByText(waiting!.number, { exact: true }).click();
  await expect(dialogTitle(page, t('coupon.title'))).toBeVisible();
});
