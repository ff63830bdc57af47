// @vitest-environment happy-dom
/** The client of the live channel: it reconnects automatically, misses nothing and reports nothing twice. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { LiveSocket } from '../../engine/data/liveSocket.ts';
import { renewEngine } from '../engine.ts';
import { FakeSocket, fakeSockets, lastSocket } from './fakeSocket.ts';
import { spec } from '../spec/spec.ts';

let live: LiveSocket;
let heard: unknown[];
const listener = () => {
  const mine: unknown[] = [];
  return {
    heard: mine,
    item: ({ dto }: { dto: unknown }) => mine.push(dto),
    reset: () => mine.push('reset'),
  };
};

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(Math, 'random').mockReturnValue(0);
  fakeSockets();
  live = new LiveSocket({ url: 'ws://host/live' });
  heard = [];
});
afterEach(() => {
  live.close();
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const subscribe = (index = '*') => {
  const one = listener();
  const end = live.subscribe('book', index, one);
  heard = one.heard;
  return { ...one, end };
};

describe('subscribing', () => {
  it('opens one socket with the first subscription, and subscribes once for several listeners', () => {
    expect(FakeSocket.all).toHaveLength(0);
    subscribe();
    const socket = lastSocket().open();
    const second = subscribe();
    const third = subscribe('7');
    expect(FakeSocket.all).toHaveLength(1);
    expect(socket.url).toBe('ws://host/live');
    expect(socket.sent).toEqual(['+book:*', '+book:7']);
    third.end();
    second.end();
    expect(socket.sent.slice(2)).toEqual(['-book:7']);
  });

  it('notifies each listener of each message once', () => {
    const one = subscribe();
    const socket = lastSocket().open();
    const two = subscribe();
    socket.subscribed('*', 4);
    socket.tells('*', 5, { id: 'a' });
    socket.tells('*', 5, { id: 'a' });
    socket.tells('7', 1, { id: 'b' });
    expect(one.heard).toEqual([{ id: 'a' }]);
    expect(two.heard).toEqual([{ id: 'a' }]);
  });

  it('requests what was sent between the request of a source and its subscription', () => {
    subscribe();
    const socket = lastSocket().open();
    vi.advanceTimersByTime(500);
    socket.subscribed('*', 4, 60_000);
    expect(heard).toEqual([]);
    const late = subscribe('7');
    vi.advanceTimersByTime(500);
    socket.subscribed('7', 4, 400);
    expect(late.heard).toEqual(['reset']);
  });
});

describe('messages (calls §5)', () => {
  let warn: ReturnType<typeof vi.spyOn>;
  let error: ReturnType<typeof vi.spyOn>;
  beforeEach(() => {
    warn = vi.spyOn(console, 'warn').mockReturnValue();
    error = vi.spyOn(console, 'error').mockReturnValue();
    subscribe();
    lastSocket().open().subscribed('*', 0);
  });

  it('a missing dto gives a warning', () => {
    spec('V-085');
    lastSocket().says({ broadcast: 'book', index: '*', sequence: 1 });
    expect([warn.mock.calls.length, error.mock.calls.length]).toEqual([1, 0]);
  });

  it('a missing broadcast gives an error', () => {
    spec('V-086');
    lastSocket().says({ dto: { id: 'a' } });
    lastSocket().says('no json');
    expect([warn.mock.calls.length, error.mock.calls.length]).toEqual([0, 2]);
    expect(heard).toEqual([]);
  });

  it('a batch with a list delivers each item separately', () => {
    spec('V-087');
    lastSocket().tells('*', 1, [{ id: 'a' }, { id: 'b' }], { batch: true });
    expect(heard).toEqual([{ id: 'a' }, { id: 'b' }]);
  });

  it('a refusal is a warning, and the subscription is repeated with the next socket', () => {
    lastSocket().says({ type: 'refused', broadcast: 'book', index: '*', code: 'forbidden' });
    expect(warn.mock.calls[0]![0]).toContain('forbidden');
    lastSocket().ends(1006, false);
    vi.advanceTimersByTime(3000);
    expect(lastSocket().open().sent).toEqual(['+book:*']);
  });
});

describe('reconnecting', () => {
  /** Whether a socket was opened after this many milliseconds, and not one earlier. */
  function opensAfter(ms: number): boolean {
    const before = FakeSocket.all.length;
    vi.advanceTimersByTime(ms - 1);
    if (FakeSocket.all.length > before) return false;
    vi.advanceTimersByTime(1);
    return FakeSocket.all.length === before + 1;
  }

  it.each([
    ['an unclean close', 1006, false],
    ['code 1008', 1008, true],
    ['a server that starts again', 1012, true],
  ])('after %s: in 3 seconds, growing to 30', (_what, code, clean) => {
    spec('B-225', 'C-007');
    subscribe();
    for (const wait of [3000, 6000, 12_000, 24_000, 30_000, 30_000]) {
      lastSocket().ends(code, clean);
      expect(opensAfter(wait), String(wait)).toBe(true);
    }
    lastSocket().open().subscribed('*', 0);
    lastSocket().ends(code, clean);
    expect(opensAfter(3000)).toBe(true);
  });

  it('the waits differ from one client to the next', () => {
    vi.mocked(Math.random).mockReturnValue(1);
    subscribe();
    lastSocket().ends(1006, false);
    expect(opensAfter(3900)).toBe(true);
  });

  it('not after the end of the session, until the next subscription', () => {
    subscribe();
    lastSocket().open().ends(1000);
    vi.advanceTimersByTime(120_000);
    expect(FakeSocket.all).toHaveLength(1);
    subscribe('7');
    expect(lastSocket().open().sent).toEqual(['+book:*', '+book:7']);
  });

  it('not without listeners', () => {
    subscribe().end();
    lastSocket().ends(1006, false);
    vi.advanceTimersByTime(120_000);
    expect(FakeSocket.all).toHaveLength(1);
  });

  it('continues after the last message; duplicates are reported once', () => {
    subscribe();
    const socket = lastSocket().open();
    socket.subscribed('*', 4);
    socket.tells('*', 5, { id: 'a' });
    socket.ends(1006, false);
    vi.advanceTimersByTime(3000);
    const next = lastSocket().open();
    expect(next.sent).toEqual(['+book:*@5']);
    // Pending messages of the old socket are sent again by the new one.
    socket.tells('*', 6, { id: 'b' });
    next.subscribed('*', 5, 10);
    next.tells('*', 6, { id: 'b' });
    next.tells('*', 6, { id: 'b' });
    expect(heard).toEqual([{ id: 'a' }, { id: 'b' }]);
  });

  it('requests missing messages when it finds a gap', () => {
    subscribe();
    const socket = lastSocket().open();
    socket.subscribed('*', 4);
    socket.tells('*', 6, { id: 'b' });
    expect(heard).toEqual([]);
    expect(socket.sent.at(-1)).toBe('+book:*@4');
    socket.subscribed('*', 4);
    socket.tells('*', 5, { id: 'a' });
    socket.tells('*', 6, { id: 'b' });
    expect(heard).toEqual([{ id: 'a' }, { id: 'b' }]);
  });

  it('a reset makes every listener request again, and continues from there', () => {
    subscribe();
    const socket = lastSocket().open();
    socket.subscribed('*', 4);
    socket.says({ type: 'reset', broadcast: 'book', index: '*', sequence: 900 });
    socket.tells('*', 901, { id: 'a' });
    expect(heard).toEqual(['reset', { id: 'a' }]);
  });
});

describe('the product’s channel', () => {
  it('is at the API base with the scheme changed, and is reopened when the connection is back', () => {
    const engine = renewEngine({ live: '/api/v3/bus' });
    const { connection } = engine;
    const one = listener();
    engine.live.subscribe('book', '*', one);
    const socket = lastSocket().open();
    expect(socket.url).toBe(`${window.location.origin.replace('http', 'ws')}/api/v3/bus`);
    socket.subscribed('*', 4);
    connection.set({ lost: true, failures: 1 });
    expect(FakeSocket.all).toHaveLength(1);
    connection.set({ lost: false, failures: 0 });
    expect(FakeSocket.all).toHaveLength(2);
    expect(socket.readyState).toBe(3);
    expect(lastSocket().open().sent).toEqual(['+book:*@4']);
    engine.end();
    expect(lastSocket().readyState).toBe(3);
    connection.set({ lost: true, failures: 1 });
    connection.set({ lost: false, failures: 0 });
    expect(FakeSocket.all).toHaveLength(2);
    expect(renewEngine().live.subscribe('book', '*', one)).toBeTypeOf('function');
    expect(FakeSocket.all).toHaveLength(2);
  });
});
