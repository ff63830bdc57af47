/**
 * Generated tests: filters, orders, pages and actions of every screen's config are checked against the calls they make,
 * with replies generated from the API files. `CONFIGS=all` covers every sortable column, otherwise the first of each
 * table.
 */
import type { Page } from '@playwright/test';
import type { CompiledAction, CompiledFilter, CompiledTable } from '../../engine/language/compiled.ts';
import { nodesOf } from '../../engine/workshop/address.ts';
import { REPLIES } from './configs/replies.ts';
import { asked, go, load, rest, show } from './configs/samplePage.ts';
import { isSelectedScreen, placeOf, shown, type Shown } from './configs/screens.ts';
import { test } from './configs/test.ts';
import { expect } from './fixtures.ts';
import { exactly, type Texts } from './texts.ts';
import { project } from './walk/visits.ts';
import { spec } from '../spec/spec.ts';

test.describe.configure({ mode: 'parallel' });

const READER = { language: 'ru', permissions: project.catalogue.permissions } as const;
const routed = shown(project).filter(
  ({ entry }) => entry.routes.length > 0 && !entry.public && isSelectedScreen(entry),
);

interface Listed extends Shown {
  table: CompiledTable;
  /** Returns its rows. */
  operation: string;
}

/** Tables that read a page of rows. */
const lists: Listed[] = routed.flatMap((one) =>
  nodesOf(one.screen.view)
    .filter((node): node is Record<string, unknown> & CompiledTable => node['type'] === 'table')
    .filter(({ source }) => source && one.screen.operations[source.operation]?.reply === 'page')
    .map((table) => ({ ...one, table, operation: table.source!.operation })),
);

const VALUES: Partial<Record<CompiledFilter['type'], string>> = {
  inputDate: '2026-05-15',
  dateBegin: '2026-05-15',
  dateEnd: '2026-05-16',
  inputTime: '09:30',
  checkbox: 'true',
};

/** A value for a filter as the address has it, and the name of the request parameter that sends it. */
function valueOf(filter: CompiledFilter): [text: string, parameter: string] {
  const choice = filter.possibleValues?.at(-1)?.value;
  if (filter.type === 'searchBySelect') return [`${String(choice)}:x`, String(choice)];
  return [VALUES[filter.type] ?? String(choice ?? 'name'), filter.paramName];
}

const inAddress = ({ namespace }: CompiledTable, name: string) => (namespace ? `${namespace}.${name}` : name);

/** Requests to an operation since the screen was opened. */
async function sentTo(page: Page, operation: string): Promise<URLSearchParams[]> {
  const all = await asked(page);
  return all.filter((one) => one.operation === operation).map(({ query }) => new URLSearchParams(query));
}

test('each filter sends its parameter, each page its number, each sortable column its order', async ({
  page,
  t,
}) => {
  await load(page, READER);
  for (const one of lists)
    await test.step(one.entry.id, async () => {
      const { table } = one;
      // Of two tables with the same operation the first is visible.
      if (lists.find((other) => other.entry === one.entry && other.operation === one.operation) !== one)
        return;
      const open = table.filters.filter((f) => !f.value && !f.visibleWithFilter && !f.visibleWhen);
      const values = open.map((filter) => [filter.paramName, ...valueOf(filter)] as const);
      const query = new URLSearchParams(
        values.map(([name, text]) => [inAddress(table, `f.${name}`), text] as [string, string]),
      );
      query.set(inAddress(table, 'p'), '1');
      await show(page, `${placeOf(one)}?${query.toString()}`, one.entry.id);
      const sent = await sentTo(page, one.operation);
      // A table in a pane that is not open sends no request yet.
      if (!sent.length && table.at !== '/view') return;
      // The count of a tab may call the same operation, without its filters.
      const names = sent.flatMap((one) => [
        ...one.keys(),
        ...Object.keys(JSON.parse(one.get('filter') ?? '{}') as object),
      ]);
      for (const [, , parameter] of values) expect(names, `filter of ${one.entry.id}`).toContain(parameter);
      expect(
        sent.map((one) => one.get('page')),
        `first page of ${one.entry.id}`,
      ).toContain('0');
      await expectOrders(page, t, one);
    });
});

/** Sorts by a column head in both directions; the screen's default order was requested before. */
async function expectOrders(page: Page, t: Texts, { entry, table, operation }: Listed): Promise<void> {
  const sortable = table.columns.filter(({ sort, visibleWhen }) => sort && !visibleWhen);
  for (const { sort, label } of process.env.CONFIGS === 'all' ? sortable : sortable.slice(0, 1)) {
    if (!('key' in label)) continue;
    const head = page.getByRole('columnheader', { name: exactly(t(label.key)) }).first();
    for (let i = 0; i < 2; i++) {
      await head.getByRole('button').evaluate((button: HTMLElement) => button.click());
      await rest(page, entry.id);
    }
    const orders = (await sentTo(page, operation)).map((one) => one.get('order'));
    expect(orders, `orders of ${entry.id} by ${sort}`).toEqual(
      expect.arrayContaining([`-${sort}`, `+${sort}`]),
    );
  }
}

/** Actions that are visible on a page and call an operation. */
const callers = routed.flatMap((one) => {
  const standing = [
    ...one.screen.buttons,
    ...nodesOf(one.screen.view).flatMap((node) =>
      ['toolbar', 'actions', 'buttons'].flatMap((name) =>
        Array.isArray(node[name]) ? (node[name] as CompiledAction[]) : [],
      ),
    ),
  ];
  return standing
    .filter((action): action is Extract<CompiledAction, { type: 'call' }> => action.type === 'call')
    .map((action) => ({ ...one, action }));
});

test('each action shows its confirmation, and calls its operation when confirmed', async ({ page, t }) => {
  await load(page, READER);
  let tried = 0;
  for (const one of callers)
    await test.step(`${one.entry.id}${one.action.at}`, async () => {
      const { action, entry } = one;
      if (!action.label || !('key' in action.label)) return;
      await show(page, placeOf(one), entry.id);
      // The same action may appear on the page and above its list.
      const named = page.getByRole('main').getByRole('button', { name: exactly(t(action.label.key)) });
      const button = named.first();
      // Actions hidden by a condition for the sample appear as hidden in the snapshot.
      if (!(await button.isVisible()) || !(await button.isEnabled())) return;
      tried += 1;
      const before = (await sentTo(page, action.operation)).length;
      await button.click();
      if (action.confirm) {
        const question = page.getByRole(action.confirm.ask ? 'dialog' : 'alertdialog');
        if ('key' in action.confirm.message) {
          // Record values within the message are wildcards; the fixed text before and after them is compared.
          const names = Object.keys(action.confirm.message.with ?? {});
          const marks = Object.fromEntries(names.map((name) => [name, '\0']));
          for (const words of t(action.confirm.message.key, marks).split('\0'))
            await expect(question).toContainText(words.trim());
        }
        expect(await sentTo(page, action.operation)).toHaveLength(before);
        // A confirmation with fields needs valid input, so it is only canceled.
        if (action.confirm.ask) return page.keyboard.press('Escape');
        await question.getByRole('button').last().click();
      }
      await expect.poll(async () => (await sentTo(page, action.operation)).length).toBe(before + 1);
      // What follows the call may navigate elsewhere; wait, so that it does not affect the next page.
      await rest(page);
    });
  expect(tried).toBeGreaterThan(0);
});

/** Reads with an error message of their own (`errorMessages.OPERATION`), and a screen that calls them when it opens. */
const READS = {
  contractPaging: 'contracts',
  couponPaging: 'visit-point.coupons',
  profileGet: 'profile.info',
  rolePaging: 'roles',
  tierGet: 'tier',
  visitPointWeighings: 'visit-point.weighings',
};

test('a failed read shows its error message and can be retried', async ({ page, t }) => {
  spec('M-026', 'M-040', 'M-041', 'M-042', 'M-043', 'M-044');
  await load(page, READER);
  const lost = REPLIES.filter(({ operation }) => operation in READS).map(({ path }) => path);
  await page.evaluate((paths) => {
    const answer = window.fetch;
    window.fetch = (input, init) => {
      const { pathname } = new URL(input instanceof Request ? input.url : input, location.href);
      if (!paths.some((path) => new RegExp(path).test(pathname))) return answer(input, init);
      return Promise.resolve(Response.json({ message: 'Out of order' }, { status: 500 }));
    };
  }, lost);
  for (const [operation, id] of Object.entries(READS))
    await test.step(operation, async () => {
      await go(page, placeOf(routed.find(({ entry }) => entry.id === id)!));
      const told = page.getByRole('alert').filter({ hasText: t(`errorMessages.${operation}`) });
      await expect(told).toContainText('Out of order');
      await expect(told.getByRole('button', { name: t('engine.retry') })).toBeVisible();
    });
});
