// @vitest-environment happy-dom
/** The cache of replies: equal requests are sent once, the last one wins, a call makes replies stale. */
import type { ReactNode } from 'react';
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { EngineProvider } from '../../engine/data/EngineProvider.tsx';
import { useOperation } from '../../engine/data/useOperation.ts';
import type { CompiledOperation } from '../../engine/language/compiled.ts';
import { engine, renewEngine } from '../engine.ts';
import { spec } from '../spec/spec.ts';

function operation(id: string, more: Partial<CompiledOperation> = {}): CompiledOperation {
  return {
    id,
    method: 'GET',
    path: `/api/${id}`,
    parameters: { q: { in: 'query' } },
    reply: 'record',
    changes: [],
    permissions: [],
    ...more,
  };
}
const list = operation('list');
const save = operation('save', { method: 'POST', body: ['name'], changes: ['list'] });

interface Asked {
  url: string;
  init: RequestInit;
  answer(body: unknown, status?: number): Promise<void>;
}
let sentCalls: Asked[];

beforeEach(async () => {
  sentCalls = [];
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    return new Promise((resolve) =>
      sentCalls.push({
        url,
        init,
        answer: (body, status = 200) =>
          act(async () =>
            resolve(
              new Response(JSON.stringify(body), {
                status,
                headers: { 'content-type': status < 400 ? 'application/json' : 'application/problem+json' },
              }),
            ),
          ),
      }),
    );
  });
  localStorage.clear();
  renewEngine({ locales: { ru: async () => ({}), en: async () => ({}) } });
  await engine.i18n.start();
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const Provider = ({ children }: { children: ReactNode }) => (
  <EngineProvider engine={engine}>{children}</EngineProvider>
);
const draw = (page: ReactNode) => render(page, { wrapper: Provider });

function Probe({ q, off }: { q?: string; off?: boolean }) {
  const { data, error, loading } = useOperation<{ text: string }>(list, off ? null : { q });
  return <p>{error ? `error ${error.status}` : loading ? 'loading' : (data?.text ?? 'nothing')}</p>;
}
const shown = () => screen.getByRole('paragraph').textContent;

describe('useOperation', () => {
  it('sends no request without arguments', () => {
    draw(<Probe off />);
    expect([shown(), sentCalls.length]).toEqual(['nothing', 0]);
  });

  it('sends one request for two equal callers, also when one passes an empty filter', async () => {
    draw(
      <>
        <Probe />
        <Probe q="" />
      </>,
    );
    expect(sentCalls.map(({ url }) => url)).toEqual(['/api/list']);
    await sentCalls[0]!.answer({ text: 'a' });
    expect(screen.getAllByText('a')).toHaveLength(2);
  });

  it('keeps the shown reply while the next one loads, and shows the reply to the last request', async () => {
    const { rerender } = draw(<Probe q="1" />);
    await sentCalls[0]!.answer({ text: 'one' });
    rerender(<Probe q="2" />);
    rerender(<Probe q="3" />);
    expect(shown()).toBe('one');
    await sentCalls[2]!.answer({ text: 'three' });
    await sentCalls[1]!.answer({ text: 'two' });
    expect(shown()).toBe('three');
  });

  it('is loading until there is a reply or an error', async () => {
    spec('B-202', 'B-203', 'B-204', 'S-025');
    draw(<Probe q="good" />);
    expect(shown()).toBe('loading');
    await sentCalls[0]!.answer({ text: 'one' });
    expect(shown()).toBe('one');
    cleanup();
    draw(<Probe q="bad" />);
    expect(shown()).toBe('loading');
    await sentCalls[1]!.answer({ code: 'conflict', message: 'No' }, 409);
    expect(shown()).toBe('error 409');
  });

  it('returns a failure as a problem', async () => {
    draw(<Probe />);
    await sentCalls[0]!.answer({ code: 'conflict', message: 'No' }, 409);
    expect(shown()).toBe('error 409');
  });

  it('requests again in another language, and names it in the request', async () => {
    draw(<Probe />);
    await sentCalls[0]!.answer({ text: 'по-русски' });
    await act(() => engine.i18n.setLocale('en'));
    expect(sentCalls.map(({ init }) => (init.headers as Record<string, string>)['Accept-Language'])).toEqual([
      'ru',
      'en',
    ]);
    await sentCalls[1]!.answer({ text: 'in English' });
    expect(shown()).toBe('in English');
    await act(() => engine.i18n.setLocale('ru'));
  });
});

describe('a request outside React', () => {
  it('is answered from the cache, and again where it must be fresh; two at once share a request', async () => {
    const read = (fresh?: boolean) => engine.api.read(list, {}, fresh ? { fresh } : {});
    const first = [read(), read()];
    expect(sentCalls).toHaveLength(1);
    await sentCalls[0]!.answer({ text: 'a' });
    expect(await Promise.all(first)).toEqual([{ text: 'a' }, { text: 'a' }]);
    expect([await read(), sentCalls.length]).toEqual([{ text: 'a' }, 1]);
    const fresh = read(true);
    expect(sentCalls).toHaveLength(2);
    await sentCalls[1]!.answer({ text: 'b' });
    expect([await fresh, await read(), sentCalls.length]).toEqual([{ text: 'b' }, { text: 'b' }, 2]);
  });

  it('that failed is repeated by the next caller', async () => {
    const failed = engine.api.read(list, {}).catch((error: { status: number }) => error.status);
    await sentCalls[0]!.answer({ code: 'internal', message: '' }, 500);
    expect(await failed).toBe(500);
    const again = engine.api.read(list, {});
    expect(sentCalls).toHaveLength(2);
    await sentCalls[1]!.answer({ text: 'a' });
    expect(await again).toEqual({ text: 'a' });
  });

  it('is not cached where a call made it stale while it was pending', async () => {
    const before = engine.api.read(list, {});
    const saved = engine.api.call(save, { name: 'n' });
    await sentCalls[1]!.answer({});
    await saved;
    await sentCalls[0]!.answer({ text: 'as it was' });
    expect(await before).toEqual({ text: 'as it was' });
    const after = engine.api.read(list, {});
    expect(sentCalls).toHaveLength(3);
    await sentCalls[2]!.answer({ text: 'as it is' });
    expect(await after).toEqual({ text: 'as it is' });
  });

  it('sends the version of a record, including the first, as If-Match', () => {
    for (const version of [1, 7]) void engine.api.call({ ...save, version }, { name: 'n' });
    const sent = sentCalls.map(({ init }) => (init.headers as Record<string, string>)['If-Match']);
    expect(sent).toEqual(['"1"', '"7"']);
  });
});

describe('an export', () => {
  it('is canceled on the server too when the user stops it, and only then', async () => {
    const report = operation('report');
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const fetched = engine.transfers.fetchPrepared(report, {});
      await sentCalls[0]!.answer({ id: '5' });
      await sentCalls[1]!.answer({ progress: 0.5 }, 202);
      await act(() => vi.advanceTimersByTimeAsync(450));
      const [shown] = engine.toasts.get();
      act(() => shown!.button!.onSelect());
      expect(await fetched).toBe(false);
      expect(sentCalls.map(({ url, init }) => `${init.method} ${url}`)).toEqual([
        'POST /api/report',
        'GET /api/report/5',
        'DELETE /api/report/5',
      ]);
    } finally {
      vi.useRealTimers();
    }
  });
});

describe('callOperation', () => {
  it('makes the replies that it changes stale, both displayed and cached', async () => {
    draw(<Probe q="shown" />);
    await sentCalls[0]!.answer({ text: 'before' });
    const stored = engine.api.read(list, { q: 'stored' });
    await sentCalls[1]!.answer({ text: 'stored' });
    await stored;
    await engine.api.read(list, { q: 'stored' });
    expect(sentCalls).toHaveLength(2);

    const call = engine.api.call(save, { name: 'n' });
    expect(sentCalls[2]).toMatchObject({ url: '/api/save', init: { method: 'POST', body: '{"name":"n"}' } });
    await sentCalls[2]!.answer({});
    await act(() => call);
    await waitFor(() => expect(sentCalls).toHaveLength(4));
    expect(shown()).toBe('before');
    await sentCalls[3]!.answer({ text: 'after' });
    expect(shown()).toBe('after');
    void engine.api.read(list, { q: 'stored' });
    expect(sentCalls).toHaveLength(5);
  });

  it('leaves the replies unchanged when it fails', async () => {
    draw(<Probe />);
    await sentCalls[0]!.answer({ text: 'before' });
    const call = engine.api.call(save, {});
    const failed = expect(call).rejects.toMatchObject({ status: 412, code: 'stale' });
    await sentCalls[1]!.answer({ code: 'stale', message: 'x' }, 412);
    await failed;
    expect(sentCalls).toHaveLength(2);
  });
});

describe('every request', () => {
  it('has the cookie and the header that other sites cannot send', () => {
    void engine.api.read(list, {});
    const { init } = sentCalls[0]!;
    expect(init.credentials).toBe('include');
    expect(init.headers).toMatchObject({ 'X-Requested-With': 'XMLHttpRequest' });
  });

  it('reports a reply 401 to the session', async () => {
    const reported: string[] = [];
    engine.transport.onUnauthorized(({ id }) => {
      reported.push(id);
      return false;
    });
    const request = engine.api.read(list, {}).catch(() => undefined);
    await sentCalls[0]!.answer({ code: 'unauthorized', message: '' }, 401);
    await request;
    expect(reported).toEqual(['list']);
  });

  it('sends a body with a file as parts', async () => {
    void engine.api.call(
      operation('upload', { method: 'POST', body: ['file', 'meta', 'ids', 'pages'], multipart: true }),
      {
        file: new File(['x'], 'a.txt'),
        meta: { kind: 1 },
        // A list of objects is one part: a server refuses duplicate fields.
        ids: [{ id: 'a' }, { id: 'b' }],
        pages: [new File(['x'], 'b.txt'), new File(['y'], 'c.txt')],
      },
    );
    const { init } = sentCalls[0]!;
    expect(init.body).toBeInstanceOf(FormData);
    expect((init.body as FormData).get('meta')).toBe('{"kind":1}');
    expect((init.body as FormData).getAll('ids')).toEqual(['[{"id":"a"},{"id":"b"}]']);
    expect((init.body as FormData).getAll('pages')).toHaveLength(2);
    expect((init.headers as Record<string, string>)['Content-Type']).toBeUndefined();
  });
});
