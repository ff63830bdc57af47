/** The system area as an administrator uses it, and the first sign-in with an initial password. */
import type { Page } from '@playwright/test';
import { spec } from '../spec/spec.ts';
import { choosePicture, whileRefused } from './steps.ts';
import {
  dialogTitle,
  enter,
  expect,
  fillSignIn,
  questionOf,
  rowsOf,
  settled,
  signIn,
  test,
  toast,
} from './fixtures.ts';

test.use({ language: 'ru' });

test('an account is made with roles and districts; its owner changes the first password and continues', async ({
  page,
  another,
  t,
  product,
}) => {
  spec(
    'account dialog tabs: info, roles, districts',
    'account dialogs: create, edit, delete',
    'B-092',
    'B-088',
  );
  await enter(page, 'admin', '/system/accounts');
  await settled(page);
  await page.getByRole('button', { name: t('accounts.add') }).click();
  await expect(dialogTitle(page, t('account.title'))).toBeVisible();
  const dialog = page.getByRole('dialog');
  const fill = (key: string, text: string) => dialog.getByLabel(t(key), { exact: false }).first().fill(text);
  await fill('account.lastName', 'Соколова');
  await fill('account.firstName', 'Мария');
  // A login that is in use is reported before anything is saved.
  await fill('account.login', 'Admin');
  const taken = t('account.loginTaken', { login: 'Admin' });
  await expect(dialog.getByText(taken)).toBeVisible();
  await fill('account.login', 'sokolova');
  await expect(dialog.getByText(taken)).toBeHidden();
  await fill('account.password', 'Первый-снег-26');
  await dialog.getByRole('tab', { name: t('account.pane.roles') }).click();
  await dialog.getByRole('checkbox', { name: 'Специалист по договорам' }).check();
  await dialog.getByRole('tab', { name: t('account.pane.districts') }).click();
  // A district represents everything in it: the region is one row, whatever is below it.
  spec('district location tree');
  await dialog.getByRole('button', { name: new RegExp(`^${t('account.districts')}`) }).click();
  const tree = page.getByRole('dialog').last();
  await tree.getByRole('treeitem').first().click();
  await tree.getByRole('button', { name: t('common.select') }).click();
  await expect(dialog.getByRole('listitem')).toHaveCount(1);
  await dialog.getByRole('button', { name: t('engine.form.save'), exact: true }).click();
  await expect(toast(page, t('account.saved'))).toBeVisible();
  // There are more accounts than a page has rows.
  await page.getByRole('searchbox', { name: t('accounts.search') }).fill('sokolova');
  await expect(rowsOf(page).filter({ hasText: 'sokolova' })).toHaveCount(1);
  const [made] = await product.sql<{ roles: string; districts: string }>(
    `select (select count(*) from account_roles where account_id = a.id) as roles,
       (select count(*) from account_districts where account_id = a.id) as districts
     from accounts a where login = 'sokolova'`,
  );
  expect(made).toEqual({ roles: '1', districts: '1' });

  const owner = await another();
  await owner.goto('/contracts');
  await fillSignIn(owner, 'sokolova', 'Первый-снег-26');
  await expect(owner.getByRole('heading', { name: t('password.title') })).toBeVisible();
  // Every other address redirects.
  await owner.goto('/contracts');
  await expect(owner).toHaveURL(/\/password$/);
  await owner.getByLabel(t('password.oldPassword')).fill('Первый-снег-26');
  await owner.getByLabel(/^Новый пароль( ?\*)?$/).fill('Весенний-лёд-31');
  await owner.getByLabel(t('password.repeatPassword')).fill('Весенний-лёд-31');
  await owner.getByRole('button', { name: t('password.submit') }).click();
  await expect(owner.getByRole('heading', { name: t('contracts.title') })).toBeVisible();

  await owner.close();

  const row = rowsOf(page).filter({ hasText: 'sokolova' });
  await row.getByRole('button').last().click();
  await page.getByRole('menuitem', { name: t('common.delete') }).click();
  await expect(questionOf(page)).toContainText('sokolova');
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: t('common.delete') })
    .click();
  await expect(toast(page, t('accounts.deleted'))).toBeVisible();
  await expect(row).toHaveCount(0);
});

test('a role is made of permissions in groups, found by name, and deleted after confirmation', async ({
  page,
  t,
  product,
}) => {
  spec(
    'role dialog tabs: information, permissions',
    'role dialogs: create, edit, delete with confirmation',
    'B-090',
    'B-091',
  );
  await enter(page, 'admin', '/system/roles');
  await settled(page);
  await page.getByRole('button', { name: t('roles.add') }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(t('role.name'), { exact: false }).first().fill('Приёмка');
  await dialog.getByRole('tab', { name: t('role.pane.permissions') }).click();
  await dialog.getByRole('group', { name: 'Отчёты' }).getByRole('checkbox').first().check();
  await dialog.getByRole('button', { name: t('engine.form.save'), exact: true }).click();
  await expect(toast(page, t('role.saved'))).toBeVisible();
  const held = await product.sql<{ permission: string }>(
    `select permission from role_permissions p join roles r on r.id = p.role_id where r.name = 'Приёмка' order by 1`,
  );
  expect(held.length).toBeGreaterThan(1);
  expect(held.map(({ permission }) => permission)).toContain('REPORTS_VIEW');
  await page.getByRole('searchbox', { name: t('roles.search') }).fill('приём');
  await expect(rowsOf(page)).toHaveCount(1);
  await rowsOf(page).getByRole('button').last().click();
  await page.getByRole('menuitem', { name: t('common.delete') }).click();
  await expect(questionOf(page)).toContainText('Роль «Приёмка» будет удалена');
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: t('common.delete') })
    .click();
  await expect(toast(page, t('roles.deleted'))).toBeVisible();
  spec('B-067');
  await page.goto('/classifiers/fuelTypes');
  const crumbs = page.locator('[data-part=breadcrumbs]');
  await expect(crumbs).toContainText('Виды топлива');
  await expect(crumbs.getByRole('link', { name: t('classifiers.title') })).toHaveAttribute(
    'href',
    '/classifiers',
  );
});

/** Resolves once the live channel of the page has confirmed its subscription to a broadcast. */
function subscribed(page: Page, broadcast: string): Promise<void> {
  return new Promise((resolve) => {
    page.on('websocket', (socket) =>
      socket.on('framereceived', ({ payload }) => {
        const text = String(payload);
        if (text.includes('"subscribed"') && text.includes(`"${broadcast}"`)) resolve();
      }),
    );
  });
}

test('the profile sets the appearance and which events are notified immediately; the registry has them all', async ({
  page,
  another,
  t,
  product,
  watch,
}) => {
  watch.allow(/\b409\b/);
  await enter(page, 'dispatcher', '/profile');
  await settled(page);
  for (const name of ['lastName', 'firstName', 'middleName'])
    await expect(page.getByRole('textbox', { name: new RegExp(`^${t(`profile.${name}`)}`) })).toBeVisible();
  await expect(page.getByRole('link', { name: t('profile.section.password') })).toBeVisible();
  await choosePicture(page, page, t, { name: 'я.png', width: 20, height: 20 });
  await page.getByRole('combobox', { name: t('profile.theme') }).selectOption('DARK');
  await page.getByRole('checkbox', { name: 'Информация' }).uncheck();
  spec('M-027', 'B-017', 'B-230');
  await whileRefused(page, ['POST', 'profile'], t('errorMessages.profileSave'), () =>
    page.getByRole('button', { name: t('engine.form.save'), exact: true }).click(),
  );
  await page.getByRole('button', { name: t('engine.form.save'), exact: true }).click();
  await expect(toast(page, t('profile.saved'))).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  // The photo belongs to the record now: it is no unsaved change.
  await expect(page.getByRole('link', { name: 'я.png' })).toHaveCount(1);
  await page.getByRole('button', { name: t('engine.form.save'), exact: true }).click();
  await expect(toast(page, t('engine.form.unchanged'))).toBeVisible();
  spec('C-045');
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual(
    expect.arrayContaining(['user', 'locale', 'darkTheme']),
  );

  const admin = await another();
  const listens = subscribed(admin, 'event');
  await enter(admin, 'admin', '/event');
  await settled(admin);
  // A connection that opens slowly would deliver nothing within the time of an assertion.
  await listens;
  spec('B-232', 'B-102', 'events preview', 'operational events registry');
  for (const [text, severity] of [
    ['Весы стоят', 'INFORMATION'],
    ['Пожар на полигоне', 'HIGH'],
  ]) {
    const sent = await admin.request.post('/api/v3/event/external', {
      data: { text, severity, sourceDisplayableName: 'Полигон' },
      headers: { 'X-Requested-With': 'XMLHttpRequest' },
    });
    expect(sent.status()).toBe(200);
    // Seconds later the toast would be gone.
    if (severity === 'HIGH') await expect(toast(page, text!)).toBeVisible();
    await expect(rowsOf(admin).first()).toContainText(text!);
  }
  await expect(toast(page, 'Весы стоят')).toHaveCount(0);
  // The address of the former version, if there is one, is in the menu.
  spec('B-018', 'link to the old interface version');
  const old = 'https://old.example/';
  const setting = await admin.request.post('/api/v3/app-property', {
    data: { name: 'base.url', text: old },
    headers: { 'X-Requested-With': 'XMLHttpRequest' },
  });
  expect(setting.status()).toBe(200);
  await admin.goto('/event/registry');
  await settled(admin);
  await expect(admin.getByRole('link', { name: t('menu.formerVersion') })).toHaveAttribute('href', old);
  await product.sql(`delete from app_properties where name = 'base.url' and instance_id is not null`);
  for (const text of ['Весы стоят', 'Пожар на полигоне'])
    await expect(rowsOf(admin).filter({ hasText: text })).toHaveCount(1);

  const elsewhere = await another();
  await signIn(elsewhere, 'dispatcher');
  const theme = elsewhere.locator('html');
  await expect(theme).toHaveAttribute('data-theme', 'dark');
  // The switch of the frame applies to this browser from then on.
  await elsewhere.getByRole('button', { name: t('engine.theme.light') }).click();
  await elsewhere.reload();
  await settled(elsewhere);
  await expect(theme).toHaveAttribute('data-theme', 'light');
  await product.sql(
    `update accounts set theme = null, notice_severities = default where login = 'dispatcher'`,
  );
});
