// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { HEARTBEAT_INTERVAL, type ConnectionStore } from '../../engine/data/connection.ts';
import type { CompiledOperation } from '../../engine/language/compiled.ts';
import { renewEngine } from '../engine.ts';
import { spec } from '../spec/spec.ts';

const heartbeat: CompiledOperation = {
  id: 'heartbeat',
  method: 'GET',
  path: '/api/heartbeat',
  parameters: {},
  reply: 'record',
  changes: [],
  permissions: [],
};
const good = () => Promise.resolve(new Response('{}', { headers: { 'content-type': 'application/json' } }));
let answer: (init: RequestInit) => Promise<Response>;
let stop: () => void;
let connection: ConnectionStore;

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-01-01T10:00:00Z') });
  answer = good;
  vi.stubGlobal('fetch', (_: string, init: RequestInit) => answer(init));
  ({ connection } = renewEngine());
  stop = connection.start(heartbeat);
});
afterEach(() => {
  stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const tick = (times = 1) => vi.advanceTimersByTimeAsync(HEARTBEAT_INTERVAL * times);

describe('the heartbeat', () => {
  it('is sent every ten seconds and stores the time of the last success', async () => {
    spec('C-006');
    await tick();
    expect(connection.get()).toMatchObject({ lost: false, failures: 0 });
    expect(connection.get().lastSuccess).toEqual(new Date('2026-01-01T10:00:10Z'));
  });

  it('counts failures until the next success', async () => {
    answer = () => Promise.reject(new TypeError('Failed to fetch'));
    await tick(3);
    expect(connection.get()).toMatchObject({ lost: true, failures: 3 });
    expect(connection.get().lastSuccess).toEqual(new Date('2026-01-01T10:00:00Z'));
    answer = good;
    await tick();
    expect(connection.get()).toMatchObject({ lost: false, failures: 0 });
  });

  it('treats a reply of 503 and a missing reply as failures', async () => {
    answer = () => Promise.resolve(new Response('', { status: 503 }));
    await tick();
    expect(connection.get().failures).toBe(1);
    answer = ({ signal }) =>
      new Promise((_, reject) =>
        signal!.addEventListener('abort', () => reject(new DOMException('', 'AbortError'))),
      );
    await tick(2);
    expect(connection.get().failures).toBe(2);
  });

  it('stops once the product is closed', async () => {
    stop();
    answer = vi.fn(good);
    await tick(3);
    window.dispatchEvent(new Event('online'));
    expect(answer).not.toHaveBeenCalled();
  });

  it('is sent immediately when the network is back', async () => {
    answer = () => Promise.reject(new TypeError('x'));
    await tick();
    answer = good;
    window.dispatchEvent(new Event('online'));
    await vi.advanceTimersByTimeAsync(0);
    expect(connection.get().lost).toBe(false);
  });
});
