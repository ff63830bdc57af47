// @vitest-environment happy-dom
import type { CompiledTree } from '../../engine/language/compiled.ts';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import {
  action,
  calls,
  operation,
  Refusal,
  renderScreen,
  screenOf,
  serve,
  shownToasts,
  setUpHarness,
} from './harness.tsx';

setUpHarness();

const folders = operation('folders', { reply: 'list', key: ['id'] });
const below = operation('below', {
  path: '/api/below/{id}',
  parameters: { id: { in: 'path', required: true } },
  reply: 'list',
});
const move = operation('move', { method: 'POST', body: ['id', 'to'], reply: 'none', changes: ['folders'] });
const operations = { folders, below, move };

const treeOf = (more: Partial<CompiledTree> = {}): CompiledTree => ({
  type: 'tree',
  at: '/view',
  name: 'folders',
  source: { operation: 'folders', with: {}, live: [] },
  key: ['id'],
  children: ['children'],
  label: ['name'],
  columns: [],
  select: 'none',
  onRow: [],
  rowActions: [],
  toolbar: [],
  ...more,
});
const ACT = action('set', { label: { const: 'Действие' }, values: {} });
const pageOf = (tree: CompiledTree) =>
  screenOf(tree, {
    operations,
    buttons: [
      action('set', {
        label: { cel: "'выбор: ' + views.folders.selection.map(f, f.name).join(',')" },
        values: {},
      }),
    ],
  });

interface Node {
  id: string;
  name: string;
  children?: Node[] | null;
}
const node = (name: string, children?: Node[] | null): Node => ({
  id: name,
  name,
  ...(children === undefined ? {} : { children }),
});
const CITY = [
  node('Север', [node('Ёлкино', []), node('Берёзовка', [node('Школа', [])])]),
  node('Юг', [node('Яблоневка', [])]),
];

const items = () => screen.getAllByRole('treeitem');
const item = (name: string) => items().find((one) => labelOf(one) === name)!;
/** The text of a label, including its highlighted part. */
const labelOf = (one: HTMLElement) => one.querySelector('[id$=-label]')!.textContent;
const names = () => items().map((one) => one.textContent);
const chosen = () => screen.getByRole('button', { name: /^выбор/ }).textContent;
const expanded = (name: string) => item(name).getAttribute('aria-expanded');
const checked = (name: string) => item(name).getAttribute('aria-checked');
const unfold = async (name: string) =>
  await userEvent.click(within(item(name)).getByRole('button', { name: 'Развернуть' }));
const focused = () => document.activeElement?.textContent;

beforeEach(() => {
  // The DOM of the tests has no layout: without a height no line is visible.
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(400);
  Element.prototype.scrollTo = () => undefined;
  serve(() => CITY);
});

describe('a tree', () => {
  it('shows its roots, and the children of a node once it is opened; closing it removes them', async () => {
    await renderScreen(pageOf(treeOf()));
    await screen.findByText('Север');
    expect(names()).toEqual(['Север', 'Юг']);
    await unfold('Север');
    expect(names()).toEqual(['Север', 'Ёлкино', 'Берёзовка', 'Юг']);
    expect([item('Берёзовка'), item('Ёлкино')].map((one) => one.getAttribute('aria-level'))).toEqual([
      '2',
      '2',
    ]);
    expect([expanded('Берёзовка'), expanded('Ёлкино')]).toEqual(['false', null]);
    await userEvent.click(item('Север'));
    expect(names()).toEqual(['Север', 'Юг']);
  });

  it('of ten thousand nodes renders the visible ones only', async () => {
    serve(() => Array.from({ length: 10_000 }, (_, i) => node(`узел ${i}`, [])));
    await renderScreen(pageOf(treeOf()));
    await screen.findByText('узел 0');
    expect(items().length).toBeLessThan(60);
    expect(item('узел 0').getAttribute('aria-setsize')).toBe('10000');
    item('узел 0').focus();
    await userEvent.keyboard('{End}');
    expect(focused()).toBe('узел 9999');
  });

  it('says so when it is empty, and why when the server refuses', async () => {
    serve(() => []);
    const { unmount } = await renderScreen(pageOf(treeOf()));
    expect(await screen.findByText('Здесь пока ничего нет')).toBeTruthy();
    unmount();
    serve(() => new Refusal(500, 'Дерево сломано'));
    await renderScreen(pageOf(treeOf()));
    expect((await screen.findByRole('alert')).textContent).toContain('Дерево сломано');
  });

  it('keeps nodes open while its page is mounted', async () => {
    const shown = { type: 'boolean', optional: false, list: false, default: { const: true } } as const;
    const flip = action('set', {
      at: '/flip',
      label: { const: 'Прятать' },
      values: { shown: { cel: '!state.shown' } },
    });
    const page = screenOf(treeOf({ visibleWhen: { path: ['state', 'shown'] } }), {
      operations,
      state: { shown },
      buttons: [flip],
    });
    await renderScreen(page);
    await screen.findByText('Север');
    await unfold('Север');
    const button = screen.getByRole('button', { name: 'Прятать' });
    await userEvent.click(button);
    expect(screen.queryByRole('tree')).toBeNull();
    await userEvent.click(button);
    expect(names()).toEqual(['Север', 'Ёлкино', 'Берёзовка', 'Юг']);
  });
});

describe('lazy nodes', () => {
  const tree = treeOf({ expand: { operation: 'below', with: { id: { path: ['row', 'id'] } } } });

  it('request their children when they are opened, once', async () => {
    serve(({ path }) => (path === '/api/folders' ? [node('а', null), node('б', [])] : [node('внутри', [])]));
    await renderScreen(pageOf(tree));
    await screen.findByText('а');
    expect(calls.map((call) => call.path)).toEqual(['/api/folders']);
    expect([expanded('а'), expanded('б')]).toEqual(['false', null]);
    await unfold('а');
    await screen.findByText('внутри');
    expect(calls.at(-1)?.path).toBe('/api/below/%D0%B0');
    await userEvent.click(item('а'));
    await unfold('а');
    expect(names()).toEqual(['а', 'внутри', 'б']);
  });

  it('that turn out to be empty cannot be opened any more', async () => {
    serve(({ path }) => (path === '/api/folders' ? [node('а', null)] : []));
    await renderScreen(pageOf(tree));
    await screen.findByText('а');
    await unfold('а');
    await waitFor(() => expect(expanded('а')).toBeNull());
  });

  it('show a refusal of the server at their line, and can be retried', async () => {
    let well = false;
    serve(({ path }) => {
      if (path === '/api/folders') return [node('а', null), node('б', [])];
      return well ? [node('внутри', [])] : new Refusal(500, 'нет');
    });
    await renderScreen(pageOf(tree));
    await screen.findByText('а');
    await unfold('а');
    await screen.findByText('Не удалось загрузить');
    expect(item('б')).toBeTruthy();
    well = true;
    await userEvent.click(within(item('а')).getByRole('button', { name: 'Повторить' }));
    await screen.findByText('внутри');
    expect(screen.queryByText('Не удалось загрузить')).toBeNull();
  });
});

describe('search', () => {
  it('keeps the ancestors of a hit, highlights the hit and counts the hits', async () => {
    await renderScreen(pageOf(treeOf()));
    await screen.findByText('Север');
    const search = screen.getByRole('searchbox');
    await userEvent.type(search, 'БЕРЕЗ');
    expect(names()).toEqual(['Север', 'Берёзовка']);
    expect(document.querySelector('mark')?.textContent).toBe('Берёз');
    expect(screen.getByText('Найден 1 узел')).toBeTruthy();
    await unfold('Берёзовка');
    expect(names()).toEqual(['Север', 'Берёзовка', 'Школа']);
    await userEvent.click(item('Север'));
    expect(names()).toEqual(['Север']);
    await userEvent.clear(search);
    expect(names()).toEqual(['Север', 'Юг']);
  });

  it('that finds nothing says so; Esc empties it', async () => {
    await renderScreen(pageOf(treeOf()));
    await screen.findByText('Север');
    await userEvent.type(screen.getByRole('searchbox'), 'нет такого');
    expect(await screen.findByText('Ничего не найдено')).toBeTruthy();
    await userEvent.keyboard('{Escape}');
    expect(names()).toEqual(['Север', 'Юг']);
  });
});

describe('the keyboard', () => {
  const focus = async () => {
    await screen.findByText('Север');
    item('Север').focus();
  };

  it('moves, opens and closes by arrows, and is one stop of the Tab key', async () => {
    await renderScreen(pageOf(treeOf()));
    await focus();
    expect(items().map((one) => one.tabIndex)).toEqual([0, -1]);
    await userEvent.keyboard('{ArrowRight}');
    expect(expanded('Север')).toBe('true');
    await userEvent.keyboard('{ArrowRight}');
    expect(focused()).toBe('Ёлкино');
    await userEvent.keyboard('{ArrowDown}{ArrowDown}');
    expect(focused()).toBe('Юг');
    await userEvent.keyboard('{ArrowUp}{ArrowLeft}');
    expect(focused()).toBe('Север');
    await userEvent.keyboard('{ArrowLeft}');
    expect(expanded('Север')).toBe('false');
    await userEvent.keyboard('{End}');
    expect(focused()).toBe('Юг');
    await userEvent.keyboard('{Home}');
    expect(focused()).toBe('Север');
  });

  it('finds by first letters; the same letter moves from one to the next', async () => {
    serve(() => ['Аист', 'Бор', 'Бук', 'Бугор'].map((name) => node(name, [])));
    await renderScreen(pageOf(treeOf()));
    await screen.findByText('Аист');
    item('Аист').focus();
    const type = (key: string, at: number) =>
      fireEvent(
        document.activeElement!,
        Object.defineProperty(new KeyboardEvent('keydown', { key, bubbles: true }), 'timeStamp', {
          value: at,
        }),
      );
    type('б', 1000);
    expect(focused()).toBe('Бор');
    type('б', 1100);
    expect(focused()).toBe('Бук');
    type('б', 5000);
    type('у', 5100);
    type('г', 5200);
    expect(focused()).toBe('Бугор');
  });

  it('Enter does what a press on the row does, Space selects', async () => {
    const onRow = [{ do: action('set', { values: {}, success: { path: ['row', 'name'] } }) }];
    await renderScreen(pageOf(treeOf({ onRow, select: 'one' })));
    await focus();
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(shownToasts()).toEqual(['success: Север']));
    await userEvent.keyboard(' ');
    expect(item('Север').getAttribute('aria-selected')).toBe('true');
    expect(chosen()).toBe('выбор: Север');
  });
});

describe('selecting', () => {
  it('one replaces the other', async () => {
    await renderScreen(pageOf(treeOf({ select: 'one' })));
    await screen.findByText('Север');
    await userEvent.click(item('Север'));
    await userEvent.click(item('Юг'));
    expect(chosen()).toBe('выбор: Юг');
    expect(item('Север').getAttribute('aria-selected')).toBe('false');
  });

  it('many: a node represents all below it, and is indeterminate when some are ticked', async () => {
    await renderScreen(pageOf(treeOf({ select: 'many' })));
    await screen.findByText('Север');
    await unfold('Север');
    await userEvent.click(item('Ёлкино'));
    expect([checked('Север'), checked('Берёзовка')]).toEqual(['mixed', 'false']);
    await userEvent.click(item('Берёзовка'));
    expect(checked('Север')).toBe('true');
    expect(chosen()).toBe('выбор: Север,Ёлкино,Берёзовка,Школа');
    await userEvent.click(item('Ёлкино'));
    expect([checked('Север'), checked('Берёзовка')]).toEqual(['mixed', 'true']);
    await userEvent.click(item('Север'));
    expect(chosen()).toBe('выбор: Север,Ёлкино,Берёзовка,Школа');
    await userEvent.click(screen.getByRole('button', { name: 'Снять выбор' }));
    expect(chosen()).toBe('выбор: ');
  });

  it('children that are loaded later are ticked with their node, and can be unticked', async () => {
    const expand = { operation: 'below', with: { id: { path: ['row', 'id'] } } };
    serve(({ path }) => (path === '/api/folders' ? [node('а', null)] : [node('раз', []), node('два', [])]));
    await renderScreen(pageOf(treeOf({ select: 'many', expand })));
    await screen.findByText('а');
    await userEvent.click(item('а'));
    await unfold('а');
    await screen.findByText('раз');
    expect(chosen()).toBe('выбор: а,раз,два');
    await userEvent.click(item('раз'));
    expect(chosen()).toBe('выбор: два');
    expect(checked('а')).toBe('mixed');
  });
});

describe('moving', () => {
  const tree = treeOf({
    move: action('call', {
      operation: 'move',
      with: { id: { path: ['row', 'id'] }, to: { path: ['target', 'id'] } },
      enabledWhen: { cel: "!has(target.id) || target.id != 'Юг'" },
    }),
  });
  const lift = async (name: string) => {
    await userEvent.click(within(item(name)).getByRole('button', { name: 'Действия со строкой' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Переместить…' }));
  };
  const sent = () => calls.filter((call) => call.path === '/api/move').map((call) => call.body);

  it('by its menu, then the new place; never into itself, below itself or where the config forbids it', async () => {
    await renderScreen(pageOf(tree), { sharedCache: true });
    await screen.findByText('Север');
    await unfold('Север');
    await lift('Берёзовка');
    expect(screen.getByText('Выберите, куда переместить «Берёзовка»')).toBeTruthy();
    await userEvent.click(item('Ёлкино'));
    await waitFor(() => expect(sent()).toEqual([{ id: 'Берёзовка', to: 'Ёлкино' }]));
    await unfold('Берёзовка');
    for (const place of ['Берёзовка', 'Школа', 'Север', 'Юг']) {
      await lift('Берёзовка');
      await userEvent.click(item(place));
    }
    expect(sent()).toHaveLength(1);
  });

  it('to the top level; Esc cancels', async () => {
    await renderScreen(pageOf(tree), { sharedCache: true });
    await screen.findByText('Север');
    await unfold('Север');
    await lift('Ёлкино');
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByText(/Выберите, куда/)).toBeNull();
    await lift('Ёлкино');
    await userEvent.click(screen.getByRole('button', { name: 'На верхний уровень' }));
    await waitFor(() => expect(sent()).toEqual([{ id: 'Ёлкино' }]));
  });
});

describe('a tree with columns', () => {
  const CELL = { cell: 'text', options: {} };
  const columns: CompiledTree['columns'] = [
    { label: { const: 'Код' }, content: [{ do: { ...CELL, paths: [['id']] } }], align: 'start' },
    {
      label: { const: 'Детей' },
      content: [
        { when: { cel: 'size(row.children) == 0' }, do: { ...CELL, value: { const: 'никого' } } },
        { do: { ...CELL, value: { cel: 'string(size(row.children))' } } },
      ],
      align: 'end',
    },
    {
      label: { const: 'Никогда' },
      content: [{ do: { ...CELL, paths: [['name']] } }],
      align: 'start',
      visibleWhen: { const: false },
    },
  ];
  const table = treeOf({ columns, heading: { const: 'Папка' }, select: 'many', rowActions: [ACT] });
  const row = (name: string) => screen.getByText(name, { selector: '[id$=-label]' }).closest('[role=row]')!;
  const cells = (name: string) =>
    [...row(name).querySelectorAll('[role=gridcell]')].map((cell) => cell.textContent);

  it('is a table of nodes: the value of each column is beside the node, under its heading', async () => {
    await renderScreen(pageOf(table));
    await screen.findAllByText('Север');
    expect(screen.getByRole('treegrid').getAttribute('aria-rowcount')).toBe('3');
    expect(screen.getAllByRole('columnheader').map((head) => head.textContent)).toEqual([
      'Папка',
      'Код',
      'Детей',
    ]);
    expect(cells('Север')).toEqual(['Север', 'Север', '2', '']);
    expect(row('Север').getAttribute('aria-level')).toBe('1');
  });

  it('is opened, navigated and selected by the keys of a tree', async () => {
    await renderScreen(pageOf(table));
    await screen.findAllByText('Север');
    act(() => (row('Север') as HTMLElement).focus());
    await userEvent.keyboard('{ArrowRight}');
    expect(row('Север').getAttribute('aria-expanded')).toBe('true');
    expect(cells('Ёлкино')).toEqual(['Ёлкино', 'Ёлкино', 'никого', '']);
    await userEvent.keyboard('{ArrowDown} ');
    expect(document.activeElement).toBe(row('Ёлкино'));
    expect(row('Ёлкино').getAttribute('aria-selected')).toBe('true');
    expect(cells('Север')[0]).toBe('СеверВыбрано частично');
    expect(chosen()).toContain('Ёлкино');
  });
});
