/** Every filter, the order and the pages of the registers: what the page shows is compared with the database. */
import type { Locator, Page } from '@playwright/test';
import { dialogTitle, enter, expect, rowsOf, settled, test, totalOf } from './fixtures.ts';
import type { Product } from './product.ts';
import { exactly, type Texts } from './texts.ts';
import { dayFrom } from './facts.ts';
import { spec } from '../spec/spec.ts';

const OURS = `instance_id = (select instance_id from accounts where login = 'manager')`;

interface List {
  total: number;
  first: string[];
}

/** What the page shows: the total and the first column. */
async function shown(page: Page, column = 0): Promise<List> {
  await settled(page);
  // The box that selects a row is before the first column.
  const boxes = await page.locator('thead th').first().getByRole('checkbox').count();
  const cells = rowsOf(page).locator(`td:nth-child(${column + boxes + 1})`);
  return { total: await totalOf(page), first: await cells.allInnerTexts() };
}

/** Waits until the page shows this. */
const expectShown = (page: Page, wanted: List, column = 0) =>
  expect.poll(() => shown(page, column), { intervals: [50, 100, 100, 200] }).toEqual(wanted);

/** The result from the database. `text` selects one column named `shown`, in order. */
async function expected({ sql }: Product, text: string, values: unknown[]): Promise<List> {
  const rows = await sql<{ shown: string }>(text, values);
  return { total: rows.length, first: rows.slice(0, 10).map((row) => row.shown) };
}

const contracts = (where: string, order = 'c.change_time desc, c.id desc') =>
  `select c.number as shown from contracts c
     join customers cu on cu.id = c.customer_id join customers su on su.id = c.supplier_id
   where c.${OURS} and (${where}) order by ${order}`;
const customers = (where: string, order = 'c.short_name, c.id') =>
  `select c.short_name as shown from customers c where c.${OURS} and (${where}) order by ${order}`;

const search = (page: Page) => page.getByRole('search');

/** Unfolds the filters that are not in the row. */
async function openMore(page: Page): Promise<void> {
  const more = search(page).locator('button[aria-controls]:visible');
  if ((await more.getAttribute('aria-expanded')) === 'false') await more.click();
}

async function chooseMany(page: Page, label: string, captions: string[]): Promise<void> {
  await search(page).getByRole('button', { name: label }).click();
  for (const caption of captions) await page.getByRole('option', { name: exactly(caption) }).click();
  await page.keyboard.press('Escape');
}

async function typeDay(page: Page, label: string, day: string): Promise<void> {
  const field = search(page).getByRole('textbox', { name: exactly(label) });
  await field.fill(day.split('-').reverse().join('.'));
  await field.press('Enter');
}

/** Picks a customer in the dialog that the button opens. */
async function pickCustomer(page: Page, t: Texts, opener: Locator, name: string, tin: string): Promise<void> {
  await opener.click();
  await expect(dialogTitle(page, t('pick.customer.title'))).toBeVisible();
  const dialog = page.getByRole('dialog');
  const take = dialog.getByRole('button', { name: exactly(t('common.select')) });
  await expect(take).toBeDisabled();
  await dialog.getByRole('searchbox').fill(tin);
  await expect(rowsOf(dialog)).toHaveCount(1);
  await rowsOf(dialog).getByText(name, { exact: true }).click();
  await take.click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
}

interface Case {
  name: string;
  act(page: Page, t: Texts, product: Product): Promise<unknown[] | void>;
  /** Condition on `c` (the row), with the values that `act` returned. */
  where: string;
  /** Also opened again by its address. */
  again?: true;
}

const owner = `(select owner_customer_id from instances i where i.id = c.instance_id)`;
/** The customer other than the owner that is named most often in the column `side` of contracts. */
const busiest = async ({ sql }: Product, side: string) =>
  (
    await sql<{ id: string; name: string; tin: string }>(
      `select cu.id, cu.short_name as name, cu.tin from contracts c join customers cu on cu.id = c.${side}
       where c.${OURS} and cu.tin is not null and cu.id <> ${owner}
       group by cu.id order by count(*) desc, cu.id limit 1`,
    )
  )[0]!;

const CONTRACT_FILTERS: Case[] = [
  {
    name: 'text',
    act: (page, t) =>
      search(page)
        .getByRole('searchbox', { name: t('contracts.search') })
        .fill('торг'),
    where: `c.number ilike '%торг%' or c.name ilike '%торг%' or cu.short_name ilike '%торг%'`,
  },
  {
    name: 'text with a sign of patterns',
    act: (page, t) =>
      search(page)
        .getByRole('searchbox', { name: t('contracts.search') })
        .fill('6/000'),
    where: `position('6/000' in c.number) > 0 or position('6/000' in c.name) > 0`,
  },
  {
    name: 'statuses',
    again: true,
    act: (page, t) => chooseMany(page, t('contracts.statuses'), ['Заблокирован', 'Истёк']),
    where: `c.status in ('BLOCKED', 'EXPIRED')`,
  },
  {
    name: 'types',
    act: (page, t) => chooseMany(page, t('contracts.types'), ['Мойка контейнеров', 'Вывоз грунта', 'Учёт']),
    where: `c.type in ('WASH', 'SOIL', 'ACCOUNTING')`,
  },
  {
    name: 'segment',
    act: async (page, t) =>
      void (await search(page)
        .getByRole('combobox', { name: t('contracts.segment') })
        .selectOption({ label: 'Общественное питание' })),
    where: `c.segment = 'CATERING'`,
  },
  {
    name: 'dateFrom',
    again: true,
    act: async (page, t) => {
      await typeDay(page, t('contracts.dateFrom'), dayFrom(200));
      return [dayFrom(200)];
    },
    where: `coalesce(c.expiration_date, 'infinity') >= $1::date`,
  },
  {
    name: 'dateTo',
    act: async (page, t) => {
      await typeDay(page, t('contracts.dateTo'), dayFrom(-700));
      return [dayFrom(-700)];
    },
    where: `c.effective_date <= $1::date`,
  },
  {
    name: 'customerId',
    again: true,
    act: async (page, t, product) => {
      const { id, name, tin } = await busiest(product, 'customer_id');
      const opener = search(page)
        .getByRole('button', { name: t('contracts.customer') })
        .first();
      await pickCustomer(page, t, opener, name, tin);
      await expect(opener).toContainText(name);
      return [id];
    },
    where: `c.customer_id = $1`,
  },
  {
    name: 'supplierId',
    again: true,
    act: async (page, t, product) => {
      const { id, name, tin } = await busiest(product, 'supplier_id');
      const opener = search(page)
        .getByRole('button', { name: t('contracts.supplier') })
        .first();
      await pickCustomer(page, t, opener, name, tin);
      await expect(opener).toContainText(name);
      return [id];
    },
    where: `c.supplier_id = $1`,
  },
  {
    name: 'changedSince',
    act: async (page, t) => {
      await typeDay(page, t('contracts.changedSince'), dayFrom(-100));
      return [dayFrom(-100)];
    },
    where: `(c.change_time at time zone 'Europe/Moscow')::date >= $1::date`,
  },
  {
    name: 'kind: customer',
    act: (page, t) =>
      search(page)
        .getByRole('group', { name: t('contracts.kind') })
        .getByText(t('contracts.kind.customer'))
        .click(),
    where: `c.customer_id = ${owner}`,
  },
  {
    name: 'kind: supplier',
    act: (page, t) =>
      search(page)
        .getByRole('group', { name: t('contracts.kind') })
        .getByText(t('contracts.kind.supplier'))
        .click(),
    where: `c.supplier_id = ${owner}`,
  },
  {
    name: 'autoRenewal',
    act: (page, t) =>
      search(page)
        .getByRole('checkbox', { name: t('contracts.autoRenewalOnly') })
        .check(),
    where: `c.auto_renewal`,
  },
  {
    name: 'two at once',
    again: true,
    act: async (page, t) => {
      await chooseMany(page, t('contracts.statuses'), ['Действует']);
      await search(page)
        .getByRole('checkbox', { name: t('contracts.autoRenewalOnly') })
        .check();
    },
    where: `c.auto_renewal and c.status = 'ACTIVE'`,
  },
];

/** The register's filters one after another on one page, each reset before the next. */
async function expectFilters(
  page: Page,
  t: Texts,
  product: Product,
  { path, column, select }: Omit<Register, 'orders'>,
  cases: Case[],
): Promise<void> {
  await enter(page, 'manager', path);
  const all = await expected(product, select('true'), []);
  await expectShown(page, all, column);
  for (const { name, act, where, again } of cases)
    await test.step(`by ${name}`, async () => {
      await openMore(page);
      const values = (await act(page, t, product)) ?? [];
      const wanted = await expected(product, select(where), values);
      // A filter that let everything or nothing through would prove nothing.
      expect(wanted.total).toBeGreaterThan(0);
      expect(wanted.total).toBeLessThan(all.total);
      await expectShown(page, wanted, column);
      if (again) {
        await page.reload();
        await expectShown(page, wanted, column);
      }
      await search(page)
        .getByRole('button', { name: t('engine.filter.reset') })
        .click();
      await expect(page).toHaveURL(path);
      await expectShown(page, all, column);
    });
}

test('contracts by every filter', async ({ page, product, t }) => {
  await expectFilters(page, t, product, REGISTERS[0]!, CONTRACT_FILTERS);
});

const CUSTOMER_FILTERS: Case[] = [
  {
    name: 'text',
    act: (page, t) =>
      search(page)
        .getByRole('searchbox', { name: t('customers.search') })
        .fill('577'),
    where: ['name', 'short_name', 'tin', 'registration_code', 'code']
      .map((column) => `c.${column} ilike '%577%'`)
      .join(' or '),
  },
  {
    name: 'kinds',
    act: (page, t) => chooseMany(page, t('customers.kinds'), ['Физическое лицо']),
    where: `c.kind = 'INDIVIDUAL'`,
  },
  {
    name: 'statuses',
    again: true,
    act: (page, t) => chooseMany(page, t('customers.statuses'), ['Заблокирован']),
    where: `c.status = 'BLOCKED'`,
  },
  {
    name: 'vip',
    act: (page, t) =>
      search(page)
        .getByRole('checkbox', { name: t('customers.vipOnly') })
        .check(),
    where: `c.vip`,
  },
  {
    name: 'searchBy name',
    act: (page, t) => searchBy(page, t, 'customer.shortName', 'сад'),
    where: `c.name ilike '%сад%' or c.short_name ilike '%сад%'`,
  },
  {
    name: 'searchBy tax number',
    act: (page, t) => searchBy(page, t, 'customers.taxCode', '77'),
    where: `c.tin ilike '%77%' or c.registration_code ilike '%77%'`,
  },
  {
    name: 'searchBy accounting code',
    again: true,
    act: (page, t) => searchBy(page, t, 'customer.code', '77'),
    where: `c.code ilike '%77%'`,
  },
];

async function searchBy(page: Page, t: Texts, by: string, text: string): Promise<void> {
  const label = t('customers.searchBy');
  await search(page)
    .getByRole('combobox', { name: t('engine.filter.searchBy', { label }) })
    .selectOption({ label: t(by) });
  await search(page)
    .getByRole('searchbox', { name: exactly(label) })
    .fill(text);
}

/** The short name is after the mark of the agreed. */
const SHORT_NAME = 1;

test('customers by every filter', async ({ page, product, t }) => {
  await expectFilters(page, t, product, REGISTERS[1]!, CUSTOMER_FILTERS);
});

interface Register {
  path: string;
  column: number;
  select: typeof contracts;
  orders: [label: string, down: string, up: string][];
}

const REGISTERS: Register[] = [
  {
    path: '/contracts',
    column: 0,
    select: contracts,
    orders: [
      ['contract.number', 'c.number, c.id', 'c.number desc, c.id desc'],
      ['contract.customer', 'cu.short_name, c.id', 'cu.short_name desc, c.id desc'],
      [
        'contract.segment',
        `(select caption_ru from classifiers where dictionary = 'segments' and name = c.segment) nulls last, c.id`,
        `(select caption_ru from classifiers where dictionary = 'segments' and name = c.segment) desc nulls last, c.id desc`,
      ],
    ],
  },
  {
    path: '/customers',
    column: SHORT_NAME,
    select: customers,
    orders: [
      ['customer.name', 'c.name, c.id', 'c.name desc, c.id desc'],
      ['customer.code', 'c.code nulls last, c.id', 'c.code desc nulls last, c.id desc'],
    ],
  },
];

for (const { path, column, select, orders } of REGISTERS)
  test(`order of ${path}, both ways`, async ({ page, product, t }) => {
    await enter(page, 'manager', path);
    await settled(page);
    for (const [label, ascending, descending] of orders) {
      const head = page.getByRole('columnheader', { name: exactly(t(label)) });
      for (const [direction, order] of [
        ['ascending', ascending],
        ['descending', descending],
      ] as const) {
        await head.getByRole('button').click();
        await expect(head).toHaveAttribute('aria-sort', direction);
        const wanted = await expected(product, select('true', order), []);
        await expectShown(page, wanted, column);
      }
    }
  });

test('pages: their size, moving through them, and when they restart at the first', async ({
  page,
  product,
  t,
}) => {
  await enter(page, 'manager', '/contracts');
  const all = await product.sql<{ shown: string }>(contracts('true'));
  const pages = Math.ceil(all.length / 25);
  const slice = (number: number) => ({
    total: all.length,
    first: all.slice((number - 1) * 25, number * 25).map((row) => row.shown),
  });
  const to = (key: string) => page.getByRole('button', { name: exactly(t(key)) });
  spec('C-001');
  const sizes = page.getByRole('combobox', { name: t('engine.table.pageSize') });
  await expect(sizes.getByRole('option')).toHaveText(['10', '25', '50', '100']);
  await sizes.selectOption('25');
  await expectShown(page, slice(1));
  await expect(to('engine.table.previousPage')).toBeDisabled();
  await expect(to('engine.table.firstPage')).toBeDisabled();
  await to('engine.table.nextPage').click();
  await expectShown(page, slice(2));
  await expect(page).toHaveURL(/[?&]p=2\b/);
  await expect(page).toHaveURL(/[?&]c=25\b/);
  await to('engine.table.lastPage').click();
  await expectShown(page, slice(pages));
  await expect(to('engine.table.nextPage')).toBeDisabled();
  await to('engine.table.previousPage').click();
  await expectShown(page, slice(pages - 1));
  await to('engine.table.firstPage').click();
  await expectShown(page, slice(1));
  // A page beyond the last shows the last; a filter starts on the first.
  await page.goto('/contracts?p=4000&c=25');
  await expectShown(page, slice(pages));
  await chooseMany(page, t('contracts.statuses'), ['Действует']);
  await expect(page).not.toHaveURL(/[?&]p=/);
  const active = await product.sql<{ shown: string }>(contracts(`c.status = 'ACTIVE'`));
  await expectShown(page, { total: active.length, first: active.slice(0, 25).map((row) => row.shown) });
});

test('defaults, and what must not be shown', async ({ page, t }) => {
  spec('C-002');
  await enter(page, 'manager', '/contracts');
  await settled(page);
  await openMore(page);
  await expect(page.getByRole('radio', { name: t('contracts.kind.all') })).toBeChecked();
  await expect(page.getByRole('columnheader', { name: t('contract.changeTime') })).toHaveAttribute(
    'aria-sort',
    'descending',
  );
  await expect(page.getByRole('combobox', { name: t('engine.table.pageSize') })).toHaveValue('10');
  await expect(search(page).getByRole('button', { name: t('engine.filter.reset') })).toHaveCount(0);
  // A period that ends before it begins is reported, and not requested.
  await typeDay(page, t('contracts.dateFrom'), '2026-05-01');
  await typeDay(page, t('contracts.dateTo'), '2026-04-01');
  await expect(page.getByText(t('engine.filter.wrongPeriod'))).toBeVisible();
});

test('a day chosen in the calendar, with the mouse', async ({ page, product, t }) => {
  spec('date input', 'B-141', 'B-142', 'C-013', 'C-015');
  await enter(page, 'manager', '/contracts?f.dateTo=2024-05-20');
  await settled(page);
  await openMore(page);
  await page.getByRole('button', { name: t('engine.date.open', { label: t('contracts.dateTo') }) }).click();
  const days = page.getByRole('grid');
  await expect(days.getByRole('columnheader').or(days.locator('th')).first()).toHaveText(/^пн/i);
  await expect.poll(async () => (await page.locator('[data-mode=single]').boundingBox())?.width).toBe(290);
  await days.getByRole('button', { name: /\b13\b/ }).click();
  await expect(search(page).getByRole('textbox', { name: t('contracts.dateTo') })).toHaveValue('13.05.2024');
  const wanted = await expected(product, contracts(`c.effective_date <= '2024-05-13'`), []);
  await expectShown(page, wanted);
  await page.getByRole('button', { name: t('engine.date.clear', { label: t('contracts.dateTo') }) }).click();
  await expect(page).toHaveURL('/contracts');
});
