/**
 * Tests that nobody writes: of every screen's config, over replies made from the API files. What a screen shows is
 * held to a snapshot of its accessibility tree, in both languages, for whom it admits and for whom it does not; its
 * filters, orders, pages and actions are held to the calls that they make.
 */
import type { Locator, Page } from '@playwright/test';
import type { CompiledAction, CompiledFilter, CompiledTable } from '../../engine/language/compiled.ts';
import { nodesOf } from '../../stories/address.ts';
import { fixTime, MockServer } from './configs/mockServer.ts';
import { dialogs, expectScreen, go, open, routed, type Shown } from './configs/pages.ts';
import { expect, test as base } from './fixtures.ts';
import { exactly, LANGUAGES, type Texts } from './texts.ts';
import { openDialog } from './walk/steps.ts';
import { project } from './walk/visits.ts';

const test = base.extend<{ server: MockServer }>({
  server: async ({ context, page }, use) => {
    const server = new MockServer();
    await fixTime(page);
    await server.take(context);
    await use(server);
    await context.unrouteAll({ behavior: 'ignoreErrors' });
  },
});

test.describe.configure({ mode: 'parallel' });

type Node = Record<string, unknown>;

const EVERYTHING = project.catalogue.permissions;
const A_SCREEN = 4000;

/** Who may do what, and what stands in menus: what is said by the config and seen by no reader at first sight. */
function rightsOf({ screen, access }: Shown): string {
  const actions = nodesOf([screen.view, screen.buttons])
    .filter((node): node is Node & CompiledAction => Array.isArray(node['access']) && 'at' in node)
    .map(({ at, type, label, access: any }) => {
      const key = label && 'key' in label ? ` ${label.key}` : '';
      return `${at}: ${type}${key}, ${any.join(' | ') || 'all'}`;
    });
  return [`enter: ${access.join(' | ') || 'all'}`, ...actions].join('\n');
}

/** What a part of the page shows, with the filters that are folded away. */
async function treeOf(part: Locator): Promise<string> {
  const folded = part.getByRole('search').locator('button[aria-controls][aria-expanded=false]');
  for (const more of await folded.all()) await more.click();
  return part.ariaSnapshot();
}

for (const language of LANGUAGES) {
  test.describe(language, () => {
    test.use({ language });
    test('every screen shows what it showed', async ({ page, server }) => {
      test.setTimeout(30_000 + routed.length * A_SCREEN);
      server.permissions = EVERYTHING;
      await page.goto('/');
      for (const one of routed) {
        await go(page, one.address);
        await expectScreen(page, one.id);
        const shown = await treeOf(page.getByRole('main'));
        expect.soft(`${rightsOf(one)}\n\n${shown}\n`).toMatchSnapshot([`${one.id}.${language}.txt`]);
      }
    });

    test('every dialog shows what it showed', async ({ page, server, t }) => {
      test.setTimeout(30_000 + dialogs.length * A_SCREEN);
      server.permissions = EVERYTHING;
      await page.goto('/');
      for (const { screen, opener, address, above } of dialogs) {
        await go(page, address);
        await expectScreen(page, above);
        await openDialog(page, opener, t);
        await expectScreen(page, screen.id);
        const shown = await treeOf(page.getByRole('dialog'));
        expect
          .soft(`${rightsOf({ screen, access: [] })}\n\n${shown}\n`)
          .toMatchSnapshot([`${screen.id}.${language}.txt`]);
        await page.keyboard.press('Escape');
        await expect(page.getByRole('dialog')).toHaveCount(0);
      }
    });

    test('what everyone sees is what everyone saw', async ({ page, server }) => {
      server.permissions = undefined;
      for (const one of open) {
        await page.goto(one.address);
        await expectScreen(page, one.id);
        const shown = await page.locator('body').ariaSnapshot();
        expect.soft(`${rightsOf(one)}\n\n${shown}\n`).toMatchSnapshot([`${one.id}.${language}.txt`]);
      }
    });

    test('whom a screen does not admit sees neither it nor its data', async ({ page, server, t }) => {
      test.setTimeout(30_000 + routed.length * A_SCREEN);
      for (const { id, address, access } of routed.filter((one) => one.access.length)) {
        server.permissions = EVERYTHING.filter((one) => !access.includes(one));
        server.asked.length = 0;
        await page.goto(address);
        await expect(page, id).toHaveURL('/error/403');
        await expect(page.getByText(t('errorPage.403.text'))).toBeVisible();
        await expect(page.locator(`[data-screen="${id}"]`)).toHaveCount(0);
        expect(server.asked, id).toEqual([]);
      }
    });
  });
}

interface Listed {
  id: string;
  address: string;
  table: CompiledTable;
  /** Gives its rows. */
  operation: string;
}

/** Tables that read a page of rows, with the address of their screen. */
const lists: Listed[] = routed.flatMap(({ id, address, screen }) =>
  nodesOf(screen.view)
    .filter((node): node is Node & CompiledTable => node['type'] === 'table')
    .filter(({ source }) => source && screen.operations[source.operation]?.reply === 'page')
    .map((table) => ({ id, address, table, operation: table.source!.operation })),
);

const VALUES: Partial<Record<CompiledFilter['type'], string>> = {
  inputDate: '2026-05-15',
  dateBegin: '2026-05-15',
  dateEnd: '2026-05-16',
  inputTime: '09:30',
  checkbox: 'true',
};

/** A value for a filter as the address has it, and the parameter that it is sent by. */
function valueOf(filter: CompiledFilter): [text: string, parameter: string] {
  const choice = filter.possibleValues?.at(-1)?.value;
  if (filter.type === 'searchBySelect') return [`${String(choice)}:x`, String(choice)];
  return [VALUES[filter.type] ?? String(choice ?? 'name'), filter.paramName];
}

const inAddress = ({ namespace }: CompiledTable, name: string) => (namespace ? `${namespace}.${name}` : name);

test('each filter sends its parameter, each sortable column its order, each page its number', async ({
  page,
  server,
  t,
}) => {
  test.setTimeout(30_000 + lists.length * 2 * A_SCREEN);
  server.permissions = EVERYTHING;
  await page.goto('/');
  for (const { id, address, table, operation: rows } of lists)
    await test.step(id, async () => {
      const open = table.filters.filter((one) => !one.value && !one.visibleWithFilter && !one.visibleWhen);
      const values = open.map((filter) => [filter, ...valueOf(filter)] as const);
      const query = new URLSearchParams(
        values.map(([one, text]) => [inAddress(table, `f.${one.paramName}`), text]),
      );
      query.set(inAddress(table, 'p'), '1');
      server.asked.length = 0;
      await go(page, `${address}?${query.toString()}`);
      await expectScreen(page, id);
      const calls = () => server.asked.filter(({ operation }) => operation === rows);
      await expect.poll(() => calls().length).toBeGreaterThan(0);
      const { query: sent } = calls().at(-1)!;
      const filter = JSON.parse(sent.get('filter') ?? '{}') as object;
      for (const [, , parameter] of values)
        expect([...sent.keys(), ...Object.keys(filter)], `filter of ${id}`).toContain(parameter);
      expect(sent.get('page'), `first page of ${id}`).toBe('0');
      await expectOrders(page, t, table, () => new Set(calls().map((one) => one.query.get('order'))));
    });
});

/** Each sortable column by its head, both ways; a way that was asked for before is not asked for again. */
async function expectOrders(page: Page, t: Texts, table: CompiledTable, orders: () => Set<string | null>) {
  for (const { sort, label } of table.columns.filter((one) => one.sort && !one.visibleWhen)) {
    if (!('key' in label)) continue;
    const head = page.getByRole('columnheader', { name: exactly(t(label.key)) }).first();
    for (let i = 0; i < 2; i++) {
      const before = (await head.getAttribute('aria-sort')) ?? 'none';
      await head.getByRole('button').click();
      await expect(head).not.toHaveAttribute('aria-sort', before);
    }
    const both = [`-${sort}`, `+${sort}`];
    await expect.poll(() => both.filter((one) => orders().has(one)), `orders of ${sort}`).toEqual(both);
  }
}

/** Actions that stand open on a page and call an operation of their own. */
const callers = routed.flatMap(({ id, address, screen }) => {
  const standing = [
    ...screen.buttons,
    ...nodesOf(screen.view).flatMap((node) =>
      ['toolbar', 'actions', 'buttons'].flatMap((name) =>
        Array.isArray(node[name]) ? (node[name] as CompiledAction[]) : [],
      ),
    ),
  ];
  return standing
    .filter((one): one is Extract<CompiledAction, { type: 'call' }> => one.type === 'call')
    .map((action) => ({ id, address, action }));
});

test('each action asks its question, and calls its operation once it is answered', async ({
  page,
  server,
  t,
}) => {
  test.setTimeout(30_000 + callers.length * A_SCREEN);
  server.permissions = EVERYTHING;
  await page.goto('/');
  let tried = 0;
  for (const { id, address, action } of callers)
    await test.step(`${id}${action.at}`, async () => {
      if (!action.label || !('key' in action.label)) return;
      await go(page, address);
      await expectScreen(page, id);
      const button = page.getByRole('main').getByRole('button', { name: exactly(t(action.label.key)) });
      // What its condition hides for the sample, the snapshot shows as hidden.
      if (!(await button.isVisible()) || !(await button.isEnabled())) return;
      tried += 1;
      const calls = () => server.asked.filter(({ operation }) => operation === action.operation).length;
      const before = calls();
      await button.click();
      if (action.confirm) {
        const question = page.getByRole('alertdialog');
        if ('key' in action.confirm.message)
          await expect(question).toContainText(t(action.confirm.message.key).split('{{')[0]!);
        expect(calls()).toBe(before);
        await question.getByRole('button').last().click();
      }
      await expect.poll(calls).toBe(before + 1);
    });
  expect(tried).toBeGreaterThan(0);
});
