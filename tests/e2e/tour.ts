/** Every screen and every opened part of the product, and how a reader gets there: what looks are judged by. */
import type { Page } from '@playwright/test';
import { enter, expect, questionOf, rowsOf, settled } from './fixtures.ts';
import type { Product } from './product.ts';
import type { Texts } from './texts.ts';

/** Records that the stops are about; all belong to the instance of `manager`. */
export interface Facts {
  contract: { id: string; number: string };
  limit: string;
  district: string;
  vehicle: string;
  customer: string;
  /** A sole trader's card shows one section more. */
  person: string;
}

export interface Stop {
  name: string;
  /** Who goes there; nobody for public pages. */
  login?: 'manager' | 'guest';
  path(facts: Facts): string;
  /** What is done once the page is there. */
  then?(page: Page, t: Texts): Promise<void>;
  /** Only where the screen is narrow, or only where it is wide. */
  only?: 'narrow' | 'wide';
}

export const NARROW = 390;
export const WIDE = 1440;

const manager = (name: string, path: Stop['path'], then?: Stop['then']): Stop => ({
  name,
  login: 'manager',
  path,
  ...(then ? { then } : {}),
});
const contract = (name: string, tail: (facts: Facts) => string, then?: Stop['then']): Stop =>
  manager(name, (facts) => `/contracts/${facts.contract.id}${tail(facts)}`, then);

export const STOPS: readonly Stop[] = [
  { name: 'login', path: () => '/login' },
  {
    name: 'login refused',
    path: () => '/login',
    then: async (page, t) => {
      await page.getByRole('button', { name: t('login.submit') }).click();
      await expect(page.getByText(t('validation.required')).first()).toBeVisible();
    },
  },
  { name: 'error 403', path: () => '/error/403' },
  { name: 'error 404', path: () => '/error/404' },
  { name: 'welcome', login: 'guest', path: () => '/welcome' },
  manager('customers', () => '/customers'),
  manager('customer', (facts) => `/customer/${facts.customer}`),
  manager('customer person', (facts) => `/customer/${facts.person}`),
  manager('customer new', () => '/customer/new'),
  manager('contracts', () => '/contracts'),
  manager('contracts filtered', () => '/contracts?f.statuses=BLOCKED&p=2&c=25'),
  manager('contracts nothing found', () => '/contracts?f.query=zzzzzz'),
  manager(
    'contracts row menu',
    () => '/contracts',
    async (page, t) => {
      await page
        .getByRole('button', { name: t('engine.table.rowActions') })
        .nth(2)
        .click();
      await expect(page.getByRole('menuitem').first()).toBeVisible();
    },
  ),
  manager(
    'contracts many choices',
    () => '/contracts',
    async (page, t) => {
      await unfold(page, t);
      await page
        .getByRole('search')
        .getByRole('button', { name: t('contracts.types') })
        .click();
      await page.getByRole('dialog').getByRole('checkbox').first().check();
    },
  ),
  manager(
    'contracts calendar',
    () => '/contracts',
    async (page, t) => {
      await unfold(page, t);
      await page
        .getByRole('button', { name: t('engine.date.open', { label: t('contracts.dateFrom') }) })
        .click();
      await expect(page.getByRole('grid')).toBeVisible();
    },
  ),
  manager(
    'contracts table looks',
    () => '/contracts',
    async (page, t) => {
      await page.getByRole('button', { name: t('engine.table.looks') }).click();
      await expect(page.getByRole('menu')).toBeVisible();
    },
  ),
  manager(
    'pick customer',
    () => '/contracts',
    async (page, t) => {
      await unfold(page, t);
      await page
        .getByRole('search')
        .getByRole('button', { name: t('contracts.customer') })
        .first()
        .click();
      const dialog = page.getByRole('dialog');
      await rowsOf(dialog).nth(1).getByRole('checkbox').or(rowsOf(dialog).nth(1).getByRole('radio')).check();
    },
  ),
  {
    ...manager(
      'user menu',
      () => '/contracts',
      async (page, t) => {
        await page.getByRole('button', { name: t('engine.user') }).click();
        await expect(page.getByRole('menu')).toBeVisible();
      },
    ),
  },
  {
    ...manager(
      'menu drawer',
      () => '/contracts',
      async (page, t) => {
        await page.getByRole('button', { name: t('engine.menu.open') }).click();
        await expect(page.getByRole('navigation', { name: t('engine.menu') })).toBeVisible();
      },
    ),
    only: 'narrow',
  },
  contract('contract info', () => ''),
  contract(
    'contract info refused',
    () => '',
    async (page, t) => {
      await page.getByRole('textbox', { name: t('contract.number') }).fill('');
      await page.getByRole('textbox', { name: t('contract.name') }).fill('');
      await page.getByRole('button', { name: t('engine.form.save') }).click();
      await expect(page.getByText(t('validation.required')).first()).toBeVisible();
    },
  ),
  contract(
    'confirmation',
    () => '',
    async (page, t) => {
      await page.getByRole('button', { name: t('contract.block.action') }).click();
      await expect(questionOf(page)).toBeVisible();
    },
  ),
  contract('contract limits', () => '/limits'),
  contract(
    'contract limits chosen',
    () => '/limits',
    async (page, t) => {
      await page.getByRole('checkbox', { name: t('engine.table.choosePage') }).check();
      await expect(page.getByRole('button', { name: t('limits.balance') })).toBeVisible();
    },
  ),
  contract('contract districts', () => '/districts'),
  contract('contract vehicles', () => '/vehicles'),
  contract('limit', ({ limit }) => `/limit/${limit}`),
  contract('limit new', () => '/limit/new'),
  contract('district', ({ district }) => `/district/${district}`),
  contract('district new', () => '/district/new'),
  contract('vehicle', ({ vehicle }) => `/vehicle/${vehicle}`),
  contract('vehicle new', () => '/vehicle/new'),
];

/** On a phone the filters are folded. */
async function unfold(page: Page, t: Texts): Promise<void> {
  const button = page.getByRole('button', { name: t('engine.filter.title') });
  if (await button.isVisible()) await button.click();
}

/** Goes to a stop and waits until everything is there. */
export async function visit(page: Page, stop: Stop, facts: Facts, t: Texts): Promise<void> {
  if (stop.login) await enter(page, stop.login, stop.path(facts));
  else await page.goto(stop.path(facts));
  await expect(page.getByRole('main')).toBeVisible();
  await settled(page);
  await stop.then?.(page, t);
  await expect(page.locator('.skeleton')).toHaveCount(0);
}

/** An active contract with limits, districts and vehicles, and two customers. */
export async function factsOf({ sql }: Pick<Product, 'sql'>): Promise<Facts> {
  const [found] = await sql<{ id: string; number: string; limit: string; district: string; vehicle: string }>(
    `select c.id, c.number,
       (select id from contract_limits where contract_id = c.id order by id limit 1) as limit,
       (select id from contract_districts where contract_id = c.id order by id limit 1) as district,
       (select id from contract_vehicles where contract_id = c.id order by id limit 1) as vehicle
     from contracts c
     where c.instance_id = (select instance_id from accounts where login = 'manager')
       and c.status = 'ACTIVE' and c.segment is not null and c.expiration_date is not null
       and (select count(*) from contract_limits where contract_id = c.id) > 1
       and exists (select from contract_districts where contract_id = c.id)
       and exists (select from contract_vehicles where contract_id = c.id)
     order by c.number limit 1`,
  );
  const customerOf = async (kind: string) =>
    (
      await sql<{ id: string }>(
        `select id from customers where kind = $1 and status = 'ACTIVE' and mail is not null and tin is not null
           and instance_id = (select instance_id from accounts where login = 'manager')
         order by short_name limit 1`,
        [kind],
      )
    )[0]!.id;
  const { id, number, ...parts } = found!;
  return {
    contract: { id, number },
    ...parts,
    customer: await customerOf('LEGAL'),
    person: await customerOf('SOLE_TRADER'),
  };
}
