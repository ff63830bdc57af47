/** A day of a dispatcher, from sign-in to sign-out, in both languages: the screen is compared with the database. */
import type { Page } from '@playwright/test';
import { enter, expect, fillSignIn, questionOf, rowsOf, settled, test, toast, totalOf } from './fixtures.ts';
import type { Product } from './product.ts';
import { exactly, LANGUAGES, type Texts } from './texts.ts';
import { spec } from '../spec/spec.ts';

/** Contracts that `manager` may see. */
const OURS = `instance_id = (select instance_id from accounts where login = 'manager')`;
const SIGNED_OUT = /\b401\b/;

interface ContractRow {
  id: string;
  number: string;
  status: string;
  name: string;
  responsible: string | null;
  comment: string | null;
  segment: string | null;
  autoRenewal: boolean;
  effectiveDate: string;
  expirationDate: string | null;
}

async function contractOf({ sql }: Product, id: string): Promise<ContractRow> {
  const [row] = await sql<ContractRow>(
    `select id, number, status, name, responsible, comment, segment, auto_renewal as "autoRenewal",
       effective_date::text as "effectiveDate", expiration_date::text as "expirationDate"
     from contracts where id = $1`,
    [id],
  );
  return row!;
}

async function numberOf({ sql }: Product, text: string, values: unknown[] = []): Promise<number> {
  const [row] = await sql<{ n: number }>(text, values);
  return row!.n;
}

/** The caption of a dictionary value as the database has it in the language of the page. */
async function captionOf({ sql }: Product, language: string, dictionary: string, name: string) {
  const [row] = await sql<{ caption: string }>(
    `select caption_${language} as caption from classifiers where dictionary = $1 and name = $2`,
    [dictionary, name],
  );
  return row!.caption;
}

const save = (page: Page, t: Texts) =>
  page.getByRole('button', { name: t('engine.form.save'), exact: true }).click();
const field = (page: Page, label: string) => page.getByRole('textbox', { name: exactly(label) });
/** A tab by its exact name, which its count may follow. */
const tab = (page: Page, label: string) =>
  page.getByRole('main').getByRole('link', { name: new RegExp(`^${label}(\\s*\\d+)?$`) });
const shownDay = (day: string) => day.split('-').reverse().join('.');

for (const elsewhere of ['//evil.example', 'https://evil.example/', '/\\evil.example'])
  test(`the sign-in redirects to no other site: ${elsewhere}`, async ({ page }) => {
    await page.goto(`/login?path=${encodeURIComponent(elsewhere)}`);
    await fillSignIn(page, 'manager');
    await expect(page).toHaveURL('/contracts');
  });

for (const language of LANGUAGES)
  test.describe(language, () => {
    test.use({ language });

    test('the sign-in redirects to the requested address, and to no other', async ({ page, t }) => {
      spec('B-043', 'B-044', 'B-069', 'B-029', '/public');
      await page.goto('/public');
      await expect(page.locator('[data-frame=public]').getByText(t('public.heading'))).toBeVisible();
      await page
        .getByRole('main')
        .getByRole('button', { name: t('login.submit') })
        .click();
      await expect(page).toHaveURL('/login');
      await page.goto('/contracts?p=3');
      await expect(toast(page, t('errorMessages.401'))).toBeVisible();
      await expect(page).toHaveURL(`/login?path=${encodeURIComponent('/contracts?p=3')}`);
      await page.getByRole('button', { name: t('login.submit') }).click();
      const login = page.getByRole('textbox', { name: t('login.login') });
      await expect(login).toHaveAccessibleDescription(t('validation.required'));
      await fillSignIn(page, 'manager');
      await expect(page).toHaveURL('/contracts?p=3');
      await expect(page.getByRole('heading', { name: t('contracts.title'), exact: true })).toBeVisible();
      await expect(toast(page, t('errorMessages.401'))).toHaveCount(0);
    });

    test('a wrong password is refused with a message', async ({ page, t, watch }) => {
      watch.allow(SIGNED_OUT);
      await page.goto('/login');
      await fillSignIn(page, 'manager', 'nonsense');
      spec('M-003');
      const refusal = `${t('errorMessages.login')}: ${t('server.credentials')}`;
      await expect(page.getByText(refusal).first()).toBeVisible();
      await expect(page).toHaveURL('/login');
      await expect(page.getByRole('textbox', { name: t('login.login') })).toHaveValue('manager');
    });

    test('the register, a contract, its parts, and back', async ({ page, product, t, watch, context }) => {
      const active = await captionOf(product, language, 'contractStatuses', 'ACTIVE');
      const blocked = await captionOf(product, language, 'contractStatuses', 'BLOCKED');
      const onPage = await product.sql<{ id: string; number: string; good: boolean }>(
        `select id, number, expiration_date is not null
             and exists (select from contract_limits where contract_id = c.id) as good
           from contracts c where ${OURS} and status = 'ACTIVE' order by number, id limit 10 offset 10`,
      );
      const { id, number } = onPage.find((row) => row.good)!;
      const partsOf = (table: string) =>
        numberOf(product, `select count(*)::int as n from ${table} where contract_id = $1`, [id]);
      const register = { url: '' };

      await test.step('filter, sort and page', async () => {
        await enter(page, 'manager', '/contracts');
        await settled(page);
        const all = await totalOf(page);
        expect(all).toBe(await numberOf(product, `select count(*)::int as n from contracts where ${OURS}`));
        await page
          .getByRole('search')
          .getByRole('button', { name: t('contracts.statuses') })
          .click();
        await page.getByRole('option', { name: exactly(active) }).click();
        await page.keyboard.press('Escape');
        await page
          .getByRole('columnheader')
          .getByRole('button', { name: t('contract.number') })
          .click();
        await expect(page.getByRole('columnheader', { name: t('contract.number') })).toHaveAttribute(
          'aria-sort',
          'ascending',
        );
        await page.getByRole('button', { name: t('engine.table.nextPage') }).click();
        await expect(rowsOf(page).first()).toContainText(onPage[0]!.number);
        await expect.poll(() => numbers(page)).toEqual(onPage.map((row) => row.number));
        await expect.poll(() => totalOf(page)).toBeLessThan(all);
        register.url = page.url();
      });

      await test.step('open the contract and see its tabs with their counts', async () => {
        await page.getByRole('link', { name: number }).click();
        await expect(page).toHaveURL(`/contracts/${id}`);
        await expect(page.getByRole('heading', { name: number, exact: true })).toBeVisible();
        await expect(page).toHaveTitle(new RegExp(number));
        const crumbs = page.getByRole('navigation', { name: t('engine.breadcrumbs') });
        await expect(crumbs).toContainText(t('contracts.title'));
        await expect(crumbs).toContainText(number);
        for (const [title, table, path] of [
          ['districts.title', 'contract_districts', 'districts'],
          ['contractVehicles.title', 'contract_vehicles', 'vehicles'],
          ['limits.title', 'contract_limits', 'limits'],
        ] as const) {
          const count = await partsOf(table);
          await expect(tab(page, t(title))).toContainText(String(count));
          await tab(page, t(title)).click();
          await expect(page).toHaveURL(`/contracts/${id}/${path}`);
          await settled(page);
          await expect.poll(() => totalOf(page)).toBe(count);
          await expect(rowsOf(page)).toHaveCount(Math.min(count, 10));
        }
        await tab(page, t('contract.info.title')).click();
        await expect(page).toHaveURL(`/contracts/${id}`);
      });

      await test.step('change it and save', async () => {
        const before = await contractOf(product, id);
        await expect(field(page, t('contract.number'))).toHaveValue(before.number);
        await expect(field(page, t('contract.name'))).toHaveValue(before.name);
        await expect(field(page, t('contract.effectiveDate'))).toHaveValue(shownDay(before.effectiveDate));
        await field(page, t('contract.responsible')).fill(`Тестова Е. ${language}`);
        await field(page, t('contract.comment')).fill(`Строка одна\nСтрока две, ${language}`);
        await page.getByRole('combobox', { name: t('contract.segment') }).selectOption('CATERING');
        await page.getByRole('checkbox', { name: t('contract.autoRenewal') }).setChecked(!before.autoRenewal);
        await save(page, t);
        await expect(toast(page, t('contract.saved'))).toBeVisible();
        expect(await contractOf(product, id)).toEqual({
          ...before,
          responsible: `Тестова Е. ${language}`,
          comment: `Строка одна\nСтрока две, ${language}`,
          segment: 'CATERING',
          autoRenewal: !before.autoRenewal,
        });
      });

      await test.step('errors are shown at their fields, and nothing is saved', async () => {
        const before = await contractOf(product, id);
        const end = field(page, t('contract.expirationDate'));
        await field(page, t('contract.name')).fill('');
        await end.fill('01.01.2001');
        await end.blur();
        await save(page, t);
        await expect(field(page, t('contract.name'))).toHaveAccessibleDescription(t('validation.required'));
        await expect(field(page, t('contract.name'))).toHaveAttribute('aria-invalid', 'true');
        await field(page, t('contract.name')).fill(before.name);
        await save(page, t);
        await expect(end).toHaveAccessibleDescription(t('contract.rule.period'));
        await expect(page.getByText(t('engine.form.refused', { count: 1 }))).toBeVisible();
        expect(await contractOf(product, id)).toEqual(before);
        await end.fill(shownDay(before.expirationDate!));
        await end.blur();
        await expect(end).toHaveAccessibleDescription('');
        await save(page, t);
        await expect(toast(page, t('engine.form.unchanged'))).toBeVisible();
        expect(await contractOf(product, id)).toEqual(before);
      });

      await test.step('block it and unblock it, without a reload', async () => {
        await page.evaluate(() => Object.assign(window, { sameDocument: true }));
        const status = page.getByRole('main').getByRole('definition').first();
        await expect(status).toHaveText(active);
        await page.getByRole('button', { name: t('contract.block.action') }).click();
        await expect(questionOf(page)).toHaveText(t('contract.block.confirm'));
        await page
          .getByRole('alertdialog')
          .getByRole('button', { name: t('engine.cancel') })
          .click();
        await expect(page.getByRole('alertdialog')).toHaveCount(0);
        expect((await contractOf(product, id)).status).toBe('ACTIVE');

        await page.getByRole('button', { name: t('contract.block.action') }).click();
        await page
          .getByRole('alertdialog')
          .getByRole('button', { name: t('contract.block.action') })
          .click();
        await expect(toast(page, t('contract.block.done'))).toBeVisible();
        await expect(status).toHaveText(blocked);
        expect((await contractOf(product, id)).status).toBe('BLOCKED');
        await expect(page.getByRole('button', { name: exactly(t('contract.block.action')) })).toHaveCount(0);

        await page.getByRole('button', { name: t('contract.unblock.action') }).click();
        await page
          .getByRole('alertdialog')
          .getByRole('button', { name: t('contract.unblock.action') })
          .click();
        await expect(toast(page, t('contract.unblock.done'))).toBeVisible();
        await expect(status).toHaveText(active);
        expect((await contractOf(product, id)).status).toBe('ACTIVE');
        expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true);
      });

      await test.step('add a limit in its own form and come back', async () => {
        await tab(page, t('limits.title')).click();
        await settled(page);
        // The run in the other language may have been here: a limit of the same kind, unit and time is refused.
        await product.sql(`delete from contract_limits where contract_id = $1 and comment like 'Лимит __'`, [
          id,
        ]);
        const before = await partsOf('contract_limits');
        await page
          .getByRole('link', { name: t('limits.add') })
          .or(button(page, t('limits.add')))
          .click();
        await expect(page).toHaveURL(`/contracts/${id}/limit/new`);
        await save(page, t);
        await expect(page.getByText(t('validation.required')).first()).toBeVisible();
        await page.getByRole('combobox', { name: exactly(t('limit.type')) }).selectOption('WEIGHT');
        await page.getByRole('combobox', { name: exactly(t('limit.unit')) }).selectOption('KG');
        await page.getByRole('combobox', { name: exactly(t('limit.period')) }).selectOption('YEAR');
        await field(page, t('limit.value')).fill('1234,5');
        await field(page, t('limit.comment')).fill(`Лимит ${language}`);
        await save(page, t);
        await expect(toast(page, t('limit.saved'))).toBeVisible();
        await expect(page).toHaveURL(`/contracts/${id}/limits`);
        await expect(tab(page, t('limits.title'))).toContainText(String(before + 1));
        await expect.poll(() => totalOf(page)).toBe(before + 1);
        await expect(rowsOf(page).filter({ hasText: `Лимит ${language}` })).toHaveCount(1);
        const [limit] = await product.sql(
          `select type, unit, period, value::float as value, comment from contract_limits
             where contract_id = $1 and comment = $2`,
          [id, `Лимит ${language}`],
        );
        expect(limit).toEqual({
          type: 'WEIGHT',
          unit: 'KG',
          period: 'YEAR',
          value: 1234.5,
          comment: `Лимит ${language}`,
        });
      });

      await test.step('calculate the balance of all limits at once', async () => {
        await product.sql(
          `update contract_limits set balance = null, balance_time = null, version = version + 1 where contract_id = $1`,
          [id],
        );
        await page.getByRole('checkbox', { name: t('engine.table.choosePage') }).check();
        const count = Math.min(await partsOf('contract_limits'), 10);
        await expect(page.getByText(t('engine.table.chosen', { count }))).toBeVisible();
        await button(page, t('limits.balance')).click();
        await expect(toast(page, t('limits.balanceDone'))).toBeVisible();
        expect(
          await numberOf(
            product,
            `select count(*)::int as n from contract_limits
               where contract_id = $1 and balance is not null and balance_time > now() - interval '1 minute'`,
            [id],
          ),
        ).toBe(count);
        await expect(rowsOf(page).filter({ hasText: `Лимит ${language}` })).toContainText(
          /1.?234,5.*1.?234,5|1,234\.5.*1,234\.5/,
        );
      });

      await test.step('Back restores the register unchanged; so does a reload', async () => {
        for (let i = 0; i < 12 && !page.url().startsWith(`${product.url}/contracts?`); i++)
          await page.goBack();
        const asLeft = async () => {
          await expect(page).toHaveURL(register.url);
          await expect(rowsOf(page).first()).toContainText(onPage[0]!.number);
          await settled(page);
          await expect.poll(() => numbers(page)).toEqual(onPage.map((row) => row.number));
          await expect(
            page.getByRole('search').getByRole('button', { name: t('contracts.statuses') }),
          ).toContainText(active);
          await expect(page.getByRole('columnheader', { name: t('contract.number') })).toHaveAttribute(
            'aria-sort',
            'ascending',
          );
        };
        await asLeft();
        await page.reload();
        await asLeft();
      });

      await test.step('a restart of the server keeps session and data', async () => {
        // Requests while the server is down fail in the network.
        watch.allow(/ERR_CONNECTION_REFUSED|ERR_EMPTY_RESPONSE|ERR_CONNECTION_RESET/);
        await product.restart();
        await page.reload();
        await expect(rowsOf(page).first()).toContainText(onPage[0]!.number);
        await page.getByRole('link', { name: number }).click();
        await expect(field(page, t('contract.responsible'))).toHaveValue(`Тестова Е. ${language}`);
        await expect(tab(page, t('limits.title'))).toContainText(String(await partsOf('contract_limits')));
      });

      await test.step('sign out; the session is gone for good', async () => {
        const cookies = await context.cookies();
        expect(cookies.map((cookie) => cookie.name)).toContain('sid');
        await page.getByRole('button', { name: t('engine.user') }).click();
        await page.getByRole('menuitem', { name: t('engine.signOut') }).click();
        await expect(page).toHaveURL('/login');
        await expect(page.getByRole('button', { name: t('login.submit') })).toBeVisible();
        await context.addCookies(cookies);
        const reply = await page.request.get('/api/v3/contract/paging?page=0&count=1', {
          headers: { 'X-Requested-With': 'XMLHttpRequest' },
        });
        expect(reply.status()).toBe(401);
        // The page head requests its records for any browser with a cookie.
        watch.allow(/\b401\b.*\/contract\//);
        await page.goto(`/contracts/${id}`);
        await expect(page).toHaveURL(`/login?path=${encodeURIComponent(`/contracts/${id}`)}`);
      });
    });

    test('errors that only the server can find are shown at their fields', async ({
      page,
      product,
      t,
      watch,
    }) => {
      watch.allow(/\b(400|409|422)\b/);
      const [one, other] = await product.sql<{ id: string; number: string }>(
        `select id, number from contracts where ${OURS} and status = 'ACTIVE' order by number limit 2`,
      );
      await enter(page, 'manager', `/contracts/${one!.id}`);
      await field(page, t('contract.number')).fill(other!.number);
      await save(page, t);
      await expect(field(page, t('contract.number'))).toHaveAccessibleDescription(t('validation.duplicate'));
      expect((await contractOf(product, one!.id)).number).toBe(one!.number);
    });
  });

const button = (page: Page, name: string) => page.getByRole('button', { name: exactly(name) });

/** The numbers of the rows that are shown, in order. */
function numbers(page: Page): Promise<string[]> {
  return rowsOf(page).locator('[data-row-link]').allInnerTexts();
}
