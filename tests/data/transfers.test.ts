// @vitest-environment happy-dom
/** File transfers: which of them have a message, and for how long. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { engine, renewEngine } from '../engine.ts';

beforeEach(() => {
  vi.useFakeTimers();
  renewEngine();
});
afterEach(() => vi.useRealTimers());

const texts = () => engine.toasts.get().map(({ text }) => text);

it('a slow one has a message until it ends, a quick one never', async () => {
  let arrive: (reply: string) => void = () => undefined;
  const slow = engine.transfers.run('slow', () => new Promise<string>((done) => (arrive = done)));
  await vi.advanceTimersByTimeAsync(1000);
  expect(texts()).toEqual(['slow']);
  arrive('a');
  expect(await slow).toEqual({ done: true, reply: 'a' });
  expect(texts()).toEqual([]);
  expect(await engine.transfers.run('quick', () => Promise.resolve('b'))).toEqual({ done: true, reply: 'b' });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(texts()).toEqual([]);
});
