// @vitest-environment happy-dom
/**
 * Transitions of the rows of a table: one call for a page where the operation takes a list, else one when a menu opens.
 */
import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { engine } from '../engine.ts';
import type { CompiledValue } from '../../engine/language/compiled.ts';
import {
  action,
  calls,
  operation,
  pageOf,
  Refusal,
  renderScreen,
  screenOf,
  serve,
  tableOf,
  things,
  setUpHarness,
} from './harness.tsx';

setUpHarness();

const many = operation('possible', {
  reply: 'list',
  parameters: { ids: { in: 'query', list: true, required: true }, day: { in: 'query' } },
});
const done = operation('approve', { method: 'POST', body: ['id'], reply: 'record', changes: ['possible'] });
const row: CompiledValue = { path: ['row', 'id'] };

const moves = (args: Record<string, CompiledValue>, more = {}) =>
  action('transition', {
    ...more,
    source: { operation: 'possible', with: args },
    code: ['code'],
    caption: ['caption'],
    hidden: [],
    cases: { approve: action('call', { operation: 'approve', with: { id: row } }) },
  });

async function render(args: Record<string, CompiledValue>, sharedCache = false, more = {}) {
  const table = tableOf({ rowActions: [moves(args, more)] });
  await renderScreen(screenOf(table, { operations: { things, possible: many, approve: done } }), {
    sharedCache,
  });
  await screen.findByText('b');
}
const requests = () => calls.filter(({ path }) => path === '/api/possible');
const url = () => requests().map(({ query }) => query);

async function menuOf(name: string): Promise<string[]> {
  const line = screen.getByText(name).closest('tr')!;
  await userEvent.click(within(line).getByRole('button', { name: 'Действия со строкой' }));
  const items = await screen.findAllByRole('menuitem');
  return items.map((item) => item.textContent);
}
const possible = [
  { id: 'a', code: 'approve', caption: 'Согласовать' },
  { id: 'b', code: 'approve', caption: 'Утвердить' },
  { id: 'b', code: 'reject', caption: 'Отклонить' },
];
const reply = ({ path }: { path: string }) =>
  path === '/api/things' ? pageOf(['a', 'b', 'c']) : path === '/api/possible' ? possible : {};

it('are requested for all rows at once, and again when a call makes the reply stale', async () => {
  serve(reply);
  await render({ ids: { list: [row] } }, true);
  await expect.poll(() => requests().length).toBe(1);
  expect(await menuOf('b')).toEqual(['Утвердить', 'ОтклонитьЭтот переход здесь не поддерживается']);
  expect(requests().length).toBe(1);
  await userEvent.keyboard('{Escape}');
  expect(await menuOf('c')).toEqual(['Нет доступных действий']);
  await userEvent.keyboard('{Escape}');
  expect(await menuOf('a')).toEqual(['Согласовать']);
  expect(requests().length).toBe(1);
  await userEvent.click(screen.getByRole('menuitem', { name: 'Согласовать' }));
  await expect.poll(() => requests().length).toBe(2);
});

it('are not requested for a row whose action is hidden', async () => {
  serve(reply);
  await render({ ids: { list: [row] }, day: { path: ['row', 'name'] } }, false, {
    visibleWhen: { cel: "row.name == 'b'" },
  });
  await expect.poll(url).toEqual([{ ids: 'b', day: 'b' }]);
});

it('are requested with every key of the page, and the common arguments once', async () => {
  const seen: string[] = [];
  serve(reply);
  const real = globalThis.fetch;
  globalThis.fetch = (url, init) => (seen.push(String(url)), real(url, init));
  await render({ ids: { list: [row] }, day: { const: '2026-03-09' } });
  await expect.poll(() => requests().length).toBe(1);
  const { searchParams } = new URL(
    seen.find((one) => one.includes('possible'))!,
    'http://test',
  );
  expect([searchParams.getAll('ids'), searchParams.getAll('day')]).toEqual([['a', 'b', 'c'], ['2026-03-09']]);
});

it('are requested for one row when its menu opens where rows differ in more, or the operation takes one', async () => {
  serve(reply);
  await render({ ids: { list: [row] }, day: { path: ['row', 'name'] } });
  expect(requests()).toEqual([]);
  await menuOf('b');
  expect(url()).toEqual([{ ids: 'b', day: 'b' }]);
});

it('after a refused batch are requested by each menu', async () => {
  let refuses = true;
  serve((call) => {
    if (call.path !== '/api/possible' || !refuses) return reply(call);
    refuses = false;
    return new Refusal(500, 'Не вышло');
  });
  await render({ ids: { list: [row] } });
  await expect.poll(() => requests().length).toBe(1);
  await menuOf('b');
  expect(url().at(-1)).toEqual({ ids: 'b' });
});

it('a late reply for an old state of the row does not replace that for the current state', async () => {
  let version = 1;
  let late: (rows: unknown) => void = () => undefined;
  const rowsNow = () => [
    { id: 'a', name: 'a', version: 0 },
    { id: 'b', name: 'b', version },
  ];
  serve(({ path, query }) => {
    if (path === '/api/things') return { list: rowsNow(), size: 2 };
    return query.day === '1' ? new Promise((done) => (late = done)) : possible.slice(1);
  });
  await render({ ids: { list: [row] }, day: { path: ['row', 'version'] } }, true);
  await menuOf('b');
  await expect.poll(() => requests().length).toBe(1);
  version = 2;
  await act(() => engine.api.invalidate(['things']));
  expect(await screen.findByRole('menuitem', { name: 'Утвердить' })).toBeTruthy();
  await act(async () => {
    late([]);
    await new Promise((done) => setTimeout(done));
  });
  expect(screen.getByRole('menuitem', { name: 'Утвердить' })).toBeTruthy();
});
