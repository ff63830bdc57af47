// @vitest-environment happy-dom
/** A POST has a key that stays the same until it is known whether it was executed. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { CompiledOperation } from '../../engine/language/compiled.ts';
import { engine, renewEngine } from '../engine.ts';

const save: CompiledOperation = {
  id: 'thingSave',
  method: 'POST',
  path: '/api/thing',
  parameters: {},
  body: ['name'],
  reply: 'record',
  changes: [],
  permissions: [],
};

let keys: (string | undefined)[];
let answer: () => Promise<Response>;
beforeEach(() => {
  renewEngine();
  keys = [];
  answer = () => Promise.resolve(Response.json({ id: '1' }));
  vi.stubGlobal('fetch', (_: string, init: RequestInit) => {
    keys.push((init.headers as Record<string, string>)['Idempotency-Key']);
    return answer();
  });
});
afterEach(() => vi.unstubAllGlobals());

const quietly = () => engine.transport.send(save, { name: 'a' }).catch(() => undefined);

it('has the same key until it is answered, then another', async () => {
  answer = () => Promise.reject(new TypeError('Failed to fetch'));
  await quietly();
  answer = () => Promise.resolve(Response.json({}, { status: 503 }));
  await quietly();
  answer = () => Promise.resolve(Response.json({}));
  await quietly();
  await quietly();
  expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
  expect([keys[1], keys[2]]).toEqual([keys[0], keys[0]]);
  expect(keys[3]).not.toBe(keys[0]);
});

it('has another once the server has refused: the reason may no longer apply', async () => {
  answer = () => Promise.resolve(Response.json({ code: 'taken' }, { status: 409 }));
  await quietly();
  await quietly();
  expect(keys[1]).not.toBe(keys[0]);
});

it('shares it with its duplicate, and with no other', async () => {
  await Promise.all([quietly(), quietly(), engine.transport.send(save, { name: 'b' })]);
  expect(keys[0]).toBe(keys[1]);
  expect(keys[2]).not.toBe(keys[0]);
});

it('needs none when nothing is created', async () => {
  const { body: _body, ...read } = { ...save, method: 'GET' as const };
  await engine.transport.send(read, {});
  await engine.transport.send({ ...save, method: 'PUT' }, { name: 'a' });
  expect(keys).toEqual([undefined, undefined]);
});
