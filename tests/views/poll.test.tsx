// @vitest-environment happy-dom
/** Sources and records that are polled until a condition is true, on real screens with a fake server. */
import { act, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { loadEvaluator } from '../../engine/language/evaluate.ts';
import type { CompiledPoll, CompiledSource, CompiledView } from '../../engine/language/compiled.ts';
import {
  calls,
  operation,
  pageOf,
  Refusal,
  renderScreen,
  screenOf,
  serve,
  tableOf,
  setUpHarness,
} from './harness.tsx';

setUpHarness();

const POLL: CompiledPoll = { until: { cel: "result.list.all(one, one.name == 'done')" }, every: 5 };
const source = (poll = POLL): CompiledSource => ({ operation: 'things', with: {}, live: [], poll });
const list = operation('list', { reply: 'list', key: ['id'] });
const listed: CompiledSource = {
  operation: 'list',
  with: {},
  live: [],
  poll: { until: { cel: "result.all(one, one.name == 'done')" }, every: 5 },
};

const hide = (hidden: boolean) => {
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(hidden);
  document.dispatchEvent(new Event('visibilitychange'));
};
const pass = (seconds: number) => act(() => vi.advanceTimersByTimeAsync(seconds * 1000));

let now: string;
beforeEach(async () => {
  await loadEvaluator();
  now = 'waiting';
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(400);
  serve(({ path }) => (path === '/api/list' ? [{ id: 'a', name: now }] : pageOf([now])));
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

async function open(view: CompiledView) {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  await renderScreen(screenOf(view, { operations: { ...screenOf(view).operations, list } }));
  await screen.findByText(now);
  calls.length = 0;
}

it('is requested after an interval from each reply, and no more once the condition is true', async () => {
  await open(tableOf({ source: source() }));
  await pass(4);
  expect(calls).toHaveLength(0);
  await pass(2);
  expect(calls).toHaveLength(1);
  await pass(6);
  expect(calls).toHaveLength(2);
  now = 'done';
  await pass(6);
  expect(screen.getByText('done')).toBeTruthy();
  await pass(60);
  expect(calls).toHaveLength(3);
});

it('pauses while the tab is hidden, and is requested as soon as it is visible', async () => {
  await open(tableOf({ source: source() }));
  act(() => hide(true));
  await pass(60);
  expect(calls).toHaveLength(0);
  await act(async () => hide(false));
  await pass(0.1);
  expect(calls).toHaveLength(1);
});

it('continues after a network failure, and stops when it is refused', async () => {
  await open(tableOf({ source: source() }));
  let answer = new Refusal(503, 'down');
  serve(() => answer);
  await pass(6);
  await pass(6);
  expect(calls).toHaveLength(2);
  answer = new Refusal(403, 'no');
  await pass(6);
  expect(calls).toHaveLength(3);
  await pass(60);
  expect(calls).toHaveLength(3);
});

it('works in a tree, a chart, details and a record of the page too', async () => {
  const until = { cel: "result[0].name == 'done'" };
  const record = { operation: 'list', with: {}, live: [], poll: { until, every: 5 } };
  const details: CompiledView = {
    type: 'details',
    at: '/view/items/1/view',
    source: record,
    columns: 1,
    fields: [],
    actions: [],
  };
  const tree: CompiledView = {
    type: 'tree',
    at: '/view/items/0/view',
    source: listed,
    key: ['id'],
    children: ['children'],
    label: ['name'],
    columns: [],
    select: 'none',
    onRow: [],
    rowActions: [],
    toolbar: [],
  };
  for (const [view, records] of [
    [tree, {}],
    [details, {}],
    [{ ...details, source: undefined, of: 'kept' }, { kept: record }],
  ] as [CompiledView, Record<string, typeof record>][]) {
    now = 'waiting';
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const { unmount } = await renderScreen(screenOf(view, { operations: { list }, records }));
    await pass(1);
    calls.length = 0;
    await pass(6);
    expect(calls.map(({ path }) => path)).toEqual(['/api/list']);
    now = 'done';
    await pass(6);
    await pass(60);
    expect(calls).toHaveLength(2);
    unmount();
  }
});
