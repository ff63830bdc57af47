// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import type { CompiledFilter, CompiledTable } from '../../engine/language/compiled.ts';
import { fallsAt } from '../../engine/views/table/order/useRowOrder.ts';
import { moved } from '../../engine/views/table/order/useOrder.ts';
import {
  action,
  calls,
  operation,
  pageOf,
  Refusal,
  renderScreen,
  screenOf,
  serve,
  shownToasts,
  signIn,
  tableOf,
  things,
  visit,
  setUpHarness,
} from '../views/harness.tsx';

setUpHarness();

const sort = operation('sort', { method: 'POST', body: ['ids'], reply: 'none', changes: ['things'] });
const reorder = action('call', {
  operation: 'sort',
  with: { ids: { cel: 'selection.map(t, t.id)' } },
  access: ['EDIT'],
});
const ordered = (more: Partial<CompiledTable> = {}) =>
  screenOf(tableOf({ reorder, ...more }), { operations: { things, sort } });
const query: CompiledFilter = {
  type: 'text',
  paramName: 'query',
  label: { const: 'Поиск' },
  disabled: false,
  width: 'medium',
  multiple: false,
};

const names = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.querySelector('td:nth-child(2)')?.textContent);
const handle = (place: number) => screen.getByRole('button', { name: new RegExp(`строку ${place} из`) });
const sent = () => calls.filter((call) => call.path === '/api/sort').map((call) => call.body);
const announcement = () => document.querySelector('[aria-live=assertive]')?.textContent;

/** The server: stores the order that it receives, unless it refuses. */
let list = ['а', 'б', 'в'];
let refuse = false;
let answer: Promise<void> | undefined;
beforeEach(() => {
  [list, refuse, answer] = [['а', 'б', 'в'], false, undefined];
  signIn(['EDIT']);
  serve(async ({ path, body }) => {
    if (path !== '/api/sort') return pageOf(list);
    await answer;
    if (refuse) return new Refusal(409, 'Порядок уже изменён');
    list = (body as { ids: string[] }).ids;
    return {};
  });
});

describe('rows in a manual order', () => {
  it('are moved by the keyboard: lifted, moved, dropped; each step is announced', async () => {
    await renderScreen(ordered(), { sharedCache: true });
    await screen.findByText('а');
    handle(1).focus();
    await userEvent.keyboard(' ');
    expect(announcement()).toContain('Строка 1 из 3 взята');
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}');
    expect([names(), announcement(), sent()]).toEqual([['б', 'в', 'а'], 'Место 3 из 3', []]);
    expect(document.activeElement).toBe(handle(3));
    await userEvent.keyboard(' ');
    await waitFor(() => expect(sent()).toEqual([{ ids: ['б', 'в', 'а'] }]));
    await waitFor(() => expect(announcement()).toBe('Новый порядок сохранён'));
    expect(names()).toEqual(['б', 'в', 'а']);
  });

  it('are put back by Esc, and nothing is sent when they are dropped at their old place', async () => {
    await renderScreen(ordered());
    await screen.findByText('а');
    handle(2).focus();
    await userEvent.keyboard(' {ArrowUp}');
    expect(names()).toEqual(['б', 'а', 'в']);
    await userEvent.keyboard('{Escape}');
    expect(names()).toEqual(['а', 'б', 'в']);
    await userEvent.keyboard(' {ArrowUp}{ArrowDown} ');
    expect([announcement(), sent()]).toEqual(['Порядок не изменился', []]);
  });

  it('are in the new order immediately, and in the old one with a message when the server refuses', async () => {
    let reply!: () => void;
    answer = new Promise((resolve) => (reply = resolve));
    refuse = true;
    await renderScreen(ordered(), { sharedCache: true });
    await screen.findByText('а');
    handle(3).focus();
    await userEvent.keyboard(' {ArrowUp} ');
    await waitFor(() => expect(sent()).toHaveLength(1));
    expect(names()).toEqual(['а', 'в', 'б']);
    await act(async () => reply());
    await waitFor(() => expect(names()).toEqual(['а', 'б', 'в']));
    expect(shownToasts()).toEqual(['error: Порядок уже изменён']);
    expect(announcement()).toBe('Прежний порядок восстановлен');
  });

  it('cannot be moved again while the new order is being sent', async () => {
    let reply!: () => void;
    answer = new Promise((resolve) => (reply = resolve));
    await renderScreen(ordered(), { sharedCache: true });
    await screen.findByText('а');
    handle(3).focus();
    await userEvent.keyboard(' {ArrowUp} ');
    await waitFor(() => expect(sent()).toHaveLength(1));
    const row = screen.getByText('а').closest('tr')!;
    await userEvent.click(within(row).getByRole('button', { name: 'Действия со строкой' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: /ниже/ }));
    expect([names(), sent().length]).toEqual([['а', 'в', 'б'], 1]);
    await act(async () => reply());
    await waitFor(() => expect(announcement()).toBe('Новый порядок сохранён'));
  });

  it('are moved by the menu of the row, not beyond the ends', async () => {
    await renderScreen(ordered(), { sharedCache: true });
    const row = (await screen.findByText('а')).closest('tr')!;
    await userEvent.click(within(row).getByRole('button', { name: 'Действия со строкой' }));
    const up = await screen.findByRole('menuitem', { name: /выше/ });
    expect(up.getAttribute('aria-disabled')).toBe('true');
    await userEvent.click(screen.getByRole('menuitem', { name: /ниже/ }));
    await waitFor(() => expect(sent()).toEqual([{ ids: ['б', 'а', 'в'] }]));
  });

  it('are dragged onto another', async () => {
    await renderScreen(ordered(), { sharedCache: true });
    await screen.findByText('а');
    const rows = screen.getAllByRole('row').slice(1);
    await waitFor(() => expect(rows[0]!.getAttribute('draggable')).toBe('true'));
    const by = (type: string, target: Element, at = 0) =>
      act(async () => {
        fireEvent(
          target,
          Object.assign(new MouseEvent(type, { bubbles: true, cancelable: true, clientY: at }), {
            dataTransfer: TRANSFER,
          }),
        );
        await new Promise((resolve) => requestAnimationFrame(resolve));
      });
    // The library queries the document for the element under the pointer.
    document.elementsFromPoint = () => [handle(1)];
    document.elementFromPoint = () => handle(1);
    await by('dragstart', rows[0]!);
    await by('dragenter', rows[2]!, 5);
    await by('dragover', rows[2]!, 5);
    expect(rows[2]!.dataset.drop).toBe('after');
    await by('drop', rows[2]!, 5);
    await waitFor(() => expect(sent()).toEqual([{ ids: ['б', 'в', 'а'] }]));
  });
});

const TRANSFER = {
  types: [],
  items: [],
  setData: () => undefined,
  setDragImage: () => undefined,
  getData: () => '',
};

describe('the order cannot be changed', () => {
  const reason = async () => {
    await screen.findByText('а');
    const [first] = screen.getAllByRole('button', { name: /строку 1 из/ });
    first!.focus();
    await userEvent.keyboard(' {ArrowDown} ');
    expect(sent()).toEqual([]);
    expect(first!.getAttribute('aria-disabled')).toBe('true');
    return first!.title;
  };

  it('while the rows are sorted by a column', async () => {
    visit('/things?sort=name.desc');
    await renderScreen(ordered());
    expect(await reason()).toContain('не отсортированы');
  });

  it('while a filter narrows them', async () => {
    visit('/things?f.query=а');
    await renderScreen(ordered({ filters: [query] }));
    expect(await reason()).toContain('фильтры сброшены');
  });

  it('while more rows are on other pages', async () => {
    serve(() => pageOf(['а', 'б'], 20));
    await renderScreen(ordered());
    expect(await reason()).toContain('показаны все строки');
  });

  it('while the action is disabled, with the reason from the config', async () => {
    const closed = { ...reorder, enabledWhen: { cel: '1 > 2' }, disabledHint: { const: 'Набор закрыт' } };
    await renderScreen(ordered({ reorder: closed }));
    expect(await reason()).toBe('Набор закрыт');
  });

  it('where the config hides the action: then there are no handles', async () => {
    await renderScreen(ordered({ reorder: { ...reorder, visibleWhen: { cel: '1 > 2' } } }));
    await screen.findByText('а');
    await waitFor(() => expect(names()).toEqual([undefined, undefined, undefined]));
    expect(screen.queryByRole('button', { name: /строку/ })).toBeNull();
  });

  it('without the permission: then there are no handles', async () => {
    signIn(['READ']);
    await renderScreen(ordered());
    await screen.findByText('а');
    expect(screen.queryByRole('button', { name: /строку/ })).toBeNull();
  });
});

describe('places', () => {
  it('a row is removed and inserted again', () => {
    expect(moved(['a', 'b', 'c'], 0, 2)).toEqual(['b', 'c', 'a']);
    expect(moved(['a', 'b', 'c'], 2, 0)).toEqual(['c', 'a', 'b']);
  });

  it('a row dropped at an edge leaves its own place first', () => {
    expect(fallsAt(0, 2, 'after')).toBe(2);
    expect(fallsAt(0, 2, 'before')).toBe(1);
    expect(fallsAt(2, 0, 'after')).toBe(1);
    expect(fallsAt(2, 0, 'before')).toBe(0);
  });
});
