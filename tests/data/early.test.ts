// @vitest-environment happy-dom
/** Replies that the page head requested: taken at the start, used once, and only for equal requests. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { takeEarlyReplies, type EarlyReplies } from '../../engine/data/early.ts';
import { createTransport } from '../../engine/data/transport.ts';
import type { CompiledOperation } from '../../engine/language/compiled.ts';
import { renewEngine } from '../engine.ts';

const operation: CompiledOperation = {
  id: 'book',
  method: 'GET',
  path: '/api/book/{id}',
  parameters: { id: { in: 'path', required: true } },
  reply: 'record',
  changes: [],
  permissions: [],
};

let urls: string[];
/** Addresses whose reply was discarded unread. */
let discarded: string[];
const fetchNow = ((url: string) => {
  urls.push(url);
  const status = url === '/api/book/9' ? 403 : 200;
  const reply = Response.json({ from: urls.length }, { status });
  vi.spyOn(reply.body!, 'cancel').mockImplementation(async () => void discarded.push(url));
  return Promise.resolve(reply);
}) as typeof fetch;

function transportAt(links: string) {
  const { i18n, problems, debug } = renewEngine();
  // Not in the document, since happy-dom would follow its links.
  const head = document.createElement('div');
  head.innerHTML = links;
  const early: EarlyReplies = takeEarlyReplies(head, fetchNow);
  return createTransport({ i18n, problems, debug, fetch: fetchNow, early });
}

const link = (id: number, language: string) =>
  `<link rel="preload" as="fetch" crossorigin="use-credentials" hreflang="${language}" href="/api/book/${id}">`;

beforeEach(() => {
  urls = [];
  discarded = [];
  vi.useFakeTimers();
});
afterEach(() => void vi.useRealTimers());

describe('a reply that the head requested', () => {
  it('is used for the first request of its address, and for no later one', async () => {
    const transport = transportAt(link(1, 'ru'));
    expect(urls).toEqual(['/api/book/1']);
    expect(await transport.send(operation, { id: 1 })).toEqual({ from: 1 });
    expect(await transport.send(operation, { id: 1 })).toEqual({ from: 2 });
  });

  it('is not used in another language, when it was refused, for a change, or long after the start', async () => {
    const transport = transportAt(link(1, 'en') + link(9, 'ru') + link(3, 'ru') + link(4, 'ru'));
    expect(urls).toHaveLength(4);
    expect(await transport.send(operation, { id: 1 })).toEqual({ from: 5 });
    await expect(transport.send(operation, { id: 9 })).rejects.toMatchObject({ status: 403 });
    expect(urls).toHaveLength(6);
    expect(await transport.send({ ...operation, method: 'DELETE' }, { id: 3 })).toEqual({ from: 7 });
    await vi.advanceTimersByTimeAsync(5_000);
    expect(discarded).toEqual([1, 9, 3, 4].map((id) => `/api/book/${id}`));
    expect(await transport.send(operation, { id: 4 })).toEqual({ from: 8 });
  });

  it('does not exist on a page that requests nothing but the session', async () => {
    const transport = transportAt('<link rel="preload" as="fetch" href="/api/book/1">');
    expect(urls).toEqual([]);
    expect(await transport.send(operation, { id: 1 })).toEqual({ from: 1 });
  });
});
