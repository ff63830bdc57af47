// @vitest-environment happy-dom
/** The life of a session: the cookie decides, the stored account is only for show. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { can, holdsOwn } from '../../engine/access/can.ts';
import { propertyValue, session, signOut, startSession, storedAccount } from '../../engine/access/session.ts';
import { initLocale } from '../../engine/data/locale.ts';
import { callOperation, fetchOperation } from '../../engine/data/operations.ts';
import { toasts } from '../../engine/data/toasts.ts';
import { holdWork } from '../../engine/data/unsaved.ts';
import type { CompiledApp, CompiledOperation } from '../../engine/language/compiled.ts';
import en from '../../locales/en/engine-shell.json';
import { spec } from '../spec/spec.ts';

function operation(id: string, more: Partial<CompiledOperation> = {}): CompiledOperation {
  return {
    id,
    method: 'GET',
    path: `/${id}`,
    parameters: {},
    reply: 'record',
    changes: [],
    permissions: [],
    ...more,
  };
}
const post = { method: 'POST' } as const;
const app: CompiledApp = {
  name: 'app',
  home: [],
  login: 'login',
  error: 'error',
  locales: ['ru'],
  groups: [],
  accents: {},
  session: {
    login: operation('login', { ...post, body: ['login'] }),
    logout: operation('logout', post),
    renew: operation('renew', post),
    publicInfo: operation('publicInfo'),
    info: operation('info'),
    viewAs: operation('viewAs', post),
    viewAsEnd: operation('viewAsEnd', { method: 'DELETE' }),
    heartbeat: operation('heartbeat'),
    property: operation('property', {
      path: '/property/{name}',
      parameters: { name: { in: 'path', required: true } },
    }),
  },
  properties: { limit: { type: 'number', default: 7 }, on: { type: 'boolean', default: true } },
  links: [],
  pages: {},
  personal: [],
};
const rows = operation('rows');
const account = { login: 'anna', permissions: ['READ'], firstName: 'Anna' };

let replies: Record<string, [status: number, body?: unknown]>;
let paths: string[];

beforeEach(() => {
  localStorage.clear();
  paths = [];
  replies = {
    '/renew': [200, account],
    '/login': [200, account],
    '/logout': [204],
    '/info': [200, { instanceName: 'Own', instanceType: 'A', timeZone: 'Asia/Omsk' }],
    '/publicInfo': [200, { instanceName: 'Portal', instanceType: 'NONE' }],
    '/property/limit': [200, { value: '12' }],
    '/property/on': [404],
    '/heartbeat': [200, {}],
  };
  vi.stubGlobal('fetch', async (path: string) => {
    paths.push(path);
    const [status, body] = replies[path] ?? [404];
    return new Response(body === undefined ? null : JSON.stringify(body), {
      status,
      headers: { 'content-type': status < 400 ? 'application/json' : 'application/problem+json' },
    });
  });
  session.set({ status: 'loading', properties: {}, expired: false });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe('the start', () => {
  it('restores the account, its instance and its settings', async () => {
    spec('B-210');
    await startSession(app);
    expect(session.get()).toMatchObject({
      status: 'in',
      account,
      system: { instanceName: 'Own' },
      properties: { limit: 12, on: true },
    });
    expect([can(['READ']), can(['WRITE']), can([])]).toEqual([true, false, true]);
    expect(JSON.parse(localStorage.getItem('user')!)).toEqual(account);
  });

  it('asks for account and public information at once, and for the instance too when someone was here', async () => {
    localStorage.setItem('user', JSON.stringify(account));
    const started = startSession(app);
    expect(session.get()).toMatchObject({ status: 'loading', account });
    expect(new Set(paths)).toEqual(
      new Set(['/renew', '/publicInfo', '/info', '/property/limit', '/property/on']),
    );
    await started;
    expect(paths).toHaveLength(5);
  });

  it('begins with what the last visit left, and goes on without a change when it is so still', async () => {
    await startSession(app);
    session.set({ status: 'loading', properties: {}, expired: false });
    const started = startSession(app);
    const first = session.get();
    expect(first).toMatchObject({
      status: 'in',
      account,
      system: { instanceName: 'Own' },
      properties: { limit: 12 },
    });
    await started;
    const { remembered, ...facts } = first;
    expect(remembered).toBe(true);
    expect(session.get()).toEqual(facts);
  });

  it('begins with what the last visit left, and gives it up for what the server says', async () => {
    await startSession(app);
    const other = { ...account, login: 'other' };
    replies['/renew'] = [200, other];
    session.set({ status: 'loading', properties: {}, expired: false });
    await startSession(app);
    expect(session.get()).toMatchObject({ status: 'in', account: other, turn: 1 });
    replies['/renew'] = [401, { code: 'unauthorized' }];
    session.set({ status: 'loading', properties: {}, expired: false });
    const started = startSession(app);
    expect(session.get()).toMatchObject({ status: 'in', account: other });
    await started;
    expect(session.get()).toMatchObject({ status: 'out' });
    expect([localStorage.getItem('user'), localStorage.getItem('facts')]).toEqual([null, null]);
  });

  it('without a cookie is nobody at the host, whatever the browser remembers', async () => {
    localStorage.setItem('user', JSON.stringify(account));
    replies['/renew'] = [401, { code: 'unauthorized' }];
    await startSession(app);
    expect(session.get()).toMatchObject({ status: 'out', system: { instanceName: 'Portal' } });
    expect(session.get().account).toBeUndefined();
    expect(localStorage.getItem('user')).toBeNull();
    expect(can(['READ'])).toBe(false);
  });

  it('signs nobody out while the server is away', async () => {
    vi.useFakeTimers();
    localStorage.setItem('user', JSON.stringify(account));
    replies['/renew'] = [503];
    const started = startSession(app);
    await vi.advanceTimersByTimeAsync(9000);
    expect(session.get().status).toBe('loading');
    expect(localStorage.getItem('user')).not.toBeNull();
    replies['/renew'] = [200, account];
    await vi.advanceTimersByTimeAsync(3000);
    await started;
    expect(session.get().status).toBe('in');
  });
});

describe('the stored account', () => {
  it.each(['{', 'null', '"anna"', '{"login":1}', '{"login":"anna"}'])('%s is told and removed', (text) => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    localStorage.setItem('user', text);
    expect(storedAccount()).toBeUndefined();
    expect(warn).toHaveBeenCalledOnce();
    expect(localStorage.getItem('user')).toBeNull();
  });
});

describe('viewing as another', () => {
  it('narrows the session, begins the page anew, keeps what the tools ask for, and ends', async () => {
    await startSession(app);
    const viewAs = { name: 'Boris', instanceName: 'Own', ownPermissions: ['READ'] };
    replies['/viewAs'] = [200, { ...account, permissions: [], viewAs }];
    await callOperation(app.session.viewAs!, {});
    await vi.waitFor(() => expect(session.get().account?.viewAs).toEqual(viewAs));
    expect([can(['READ']), holdsOwn(['READ'], session.get()), session.get().turn]).toEqual([false, true, 1]);
    replies['/viewAsEnd'] = [200, { ...account, viewAs: null }];
    await callOperation(app.session.viewAsEnd!, {});
    await vi.waitFor(() => expect(session.get().turn).toBe(2));
    expect([can(['READ']), holdsOwn(['WRITE'], session.get())]).toEqual([true, false]);
  });
});

describe('signing in and out', () => {
  beforeEach(async () => {
    replies['/renew'] = [401, { code: 'unauthorized' }];
    await startSession(app);
  });

  it('whoever calls the sign-in operation is in', async () => {
    spec('B-209');
    await callOperation(app.session.login!, { login: 'anna' });
    await vi.waitFor(() => expect(session.get().status).toBe('in'));
    expect(session.get().system?.instanceName).toBe('Own');
  });

  it('who gets in though nothing is told of the system is told so', async () => {
    spec('M-002');
    await initLocale({ en: async () => en });
    replies['/info'] = [500, { code: 'internal' }];
    await callOperation(app.session.login!, {});
    await vi.waitFor(() => expect(session.get().status).toBe('in'));
    expect(toasts.get().map(({ type, text }) => [type, text])).toEqual([
      ['error', 'Error while getting system info'],
    ]);
    toasts.set([]);
  });

  it('a refused sign-in changes nothing', async () => {
    replies['/login'] = [401, { code: 'credentials', message: 'No' }];
    await expect(callOperation(app.session.login!, {})).rejects.toThrow('No');
    expect(session.get()).toMatchObject({ status: 'out', expired: false });
  });

  it('a reply 401 while signed in ends the session and says that it expired', async () => {
    spec('B-234');
    await callOperation(app.session.login!, {});
    await vi.waitFor(() => expect(session.get().status).toBe('in'));
    replies['/rows'] = [401, { code: 'unauthorized' }];
    await fetchOperation(rows, {}).catch(() => undefined);
    expect(session.get()).toMatchObject({ status: 'out', expired: true });
    expect(localStorage.getItem('user')).toBeNull();
  });

  it('over unsaved work it waits for the reader: the same one goes on, another one starts anew', async () => {
    await callOperation(app.session.login!, {});
    await vi.waitFor(() => expect(session.get().status).toBe('in'));
    const release = holdWork();
    const refused = () => {
      replies['/rows'] = [401, { code: 'unauthorized' }];
      return fetchOperation(rows, {}, { fresh: true });
    };
    const first = refused();
    await vi.waitFor(() => expect(session.get().interrupted).toBe(true));
    expect(session.get().status).toBe('in');
    replies['/rows'] = [200, { kept: true }];
    await callOperation(app.session.login!, {});
    expect(await first).toEqual({ kept: true });
    expect(session.get()).toMatchObject({ turn: 0, account });

    const second = refused();
    await vi.waitFor(() => expect(session.get().interrupted).toBe(true));
    replies['/login'] = [200, { login: 'boris', permissions: [] }];
    const asked = paths.filter((path) => path === '/rows').length;
    await callOperation(app.session.login!, {});
    await expect(second).rejects.toThrow();
    // Nothing was sent in the name of the other.
    expect(paths.filter((path) => path === '/rows')).toHaveLength(asked);
    expect(session.get()).toMatchObject({ turn: 1, account: { login: 'boris' } });
    release();
  });

  it('a reply 401 while signed out is nothing new', async () => {
    replies['/rows'] = [401, { code: 'unauthorized' }];
    await fetchOperation(rows, {}).catch(() => undefined);
    expect(session.get().expired).toBe(false);
  });

  it.each([204, 500])('signing out ends the session, also when the call gives %i', async (status) => {
    spec('B-211', 'S-027');
    await callOperation(app.session.login!, {});
    await vi.waitFor(() => expect(session.get().status).toBe('in'));
    expect(JSON.parse(localStorage.getItem('user')!)).toEqual(account);
    // The cookie alone brings the account back.
    localStorage.clear();
    replies['/renew'] = [200, account];
    await startSession(app);
    expect(session.get()).toMatchObject({ status: 'in', account });
    expect(JSON.parse(localStorage.getItem('user')!)).toEqual(account);
    replies['/logout'] = [status];
    await signOut(app);
    expect(session.get()).toMatchObject({ status: 'out', signedOut: true, expired: false });
    expect(session.get().account).toBeUndefined();
    expect(localStorage.getItem('user')).toBeNull();
  });
});

describe('another tab', () => {
  const tell = (stored: object | null) => {
    if (stored) localStorage.setItem('user', JSON.stringify(stored));
    else localStorage.removeItem('user');
    window.dispatchEvent(new StorageEvent('storage', { key: 'user' }));
  };

  it('that signs out takes the rows of this one along, and waits for unsaved work', async () => {
    await startSession(app);
    tell(account);
    expect(session.get().status).toBe('in');
    const release = holdWork();
    tell(null);
    expect(session.get()).toMatchObject({ status: 'in', interrupted: true });
    await callOperation(app.session.login!, {});
    await vi.waitFor(() => expect(session.get()).toMatchObject({ status: 'in' }));
    await vi.waitFor(() => expect(session.get().interrupted).toBeUndefined());
    release();
    tell(null);
    expect(session.get()).toMatchObject({ status: 'out', signedOut: true });
  });

  it('that signs another account in gives this one their page', async () => {
    await startSession(app);
    const { turn = 0 } = session.get();
    tell({ ...account, login: 'boris' });
    await vi.waitFor(() => expect(session.get().account?.login).toBe('boris'));
    expect(session.get()).toMatchObject({ status: 'in', turn: turn + 1 });
  });
});

describe('a setting', () => {
  it.each([
    [null, 'string', undefined],
    ['', 'boolean', undefined],
    ['true', 'boolean', true],
    ['TRUE', 'boolean', false],
    ['1', 'boolean', false],
    ['2.5', 'number', 2.5],
    ['many', 'number', undefined],
    ['07', 'string', '07'],
    ['one\ntwo\n', 'list', ['one', 'two']],
    ['08:00/17:00', 'interval', { start: '08:00', end: '17:00' }],
    ['08:00', 'interval', undefined],
  ] as const)('%j as %s is %j', (text, type, value) => expect(propertyValue(text, type)).toEqual(value));
});
