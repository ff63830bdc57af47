// @vitest-environment happy-dom
/** The life of a session: the cookie decides, the stored account is only used for display. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { storedAccount } from '../../engine/access/account.ts';
import { holdsAny, holdsOwn } from '../../engine/access/can.ts';
import { propertyValue } from '../../engine/access/facts.ts';
import type { SessionStore } from '../../engine/access/session.ts';
import type { Arguments } from '../../engine/language/request.ts';
import { createStored } from '../../engine/data/storage.ts';
import type { CompiledApp, CompiledOperation } from '../../engine/language/compiled.ts';
import en from '../../locales/en/engine-shell.json';
import { engine, renewEngine } from '../engine.ts';
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

let session: SessionStore;
/** Opens the product again, as by loading the page. */
function open(): Promise<void> {
  ({ session } = renewEngine({ app, locales: { en: async () => en } }));
  return session.start();
}
const can = (anyOf: string[]) => holdsAny(anyOf, session.get());
const call = (one: CompiledOperation, args: Arguments) => engine.api.call(one, args);

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
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe('the start', () => {
  it('restores the account, its instance and its settings', async () => {
    spec('B-210');
    await open();
    expect(session.get()).toMatchObject({
      status: 'in',
      account,
      system: { instanceName: 'Own' },
      properties: { limit: 12, on: true },
    });
    expect([can(['READ']), can(['WRITE']), can([])]).toEqual([true, false, true]);
    expect(JSON.parse(localStorage.getItem('user')!)).toEqual(account);
  });

  it('requests account and public information in parallel, and the instance too after an earlier visit', async () => {
    localStorage.setItem('user', JSON.stringify(account));
    const started = open();
    expect(session.get()).toMatchObject({ status: 'loading', account });
    expect(new Set(paths)).toEqual(
      new Set(['/renew', '/publicInfo', '/info', '/property/limit', '/property/on']),
    );
    await started;
    expect(paths).toHaveLength(5);
  });

  it('sends one request where the product returns all of it together, with the names of its settings', async () => {
    const start = operation('start', { parameters: { settings: { in: 'query' } } });
    const whole = { ...app, session: { ...app.session, start } };
    const begin = () => {
      ({ session } = renewEngine({ app: whole, locales: { en: async () => en } }));
      return session.start();
    };
    const info = { instanceName: 'Own', instanceType: 'A', timeZone: 'Asia/Omsk' };
    const requested = '/start?settings=limit&settings=on';
    replies[requested] = [200, { account, info, settings: { limit: '12' }, preferences: [] }];
    await begin();
    expect(session.get()).toMatchObject({
      status: 'in',
      account,
      system: info,
      properties: { limit: 12, on: true },
    });
    // A returning user: nothing delays the rows of the page.
    paths = [];
    await begin();
    expect(paths).toEqual([requested]);
    // The sign-in call returns the rest as well.
    paths = [];
    await call(app.session.login!, { login: 'anna', password: 'x' });
    await vi.waitFor(() => expect(paths).toEqual(['/login', requested]));
    replies[requested] = [401];
    paths = [];
    await begin();
    expect(session.get()).toMatchObject({ status: 'out', system: { instanceName: 'Portal' } });
    expect(paths).toEqual([requested, '/publicInfo']);
  });

  it('starts with the data of the last visit, and does not change when the server confirms it', async () => {
    await open();
    const started = open();
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

  it("starts with the data of the last visit, and replaces it by the server's", async () => {
    await open();
    const other = { ...account, login: 'other' };
    replies['/renew'] = [200, other];
    await open();
    expect(session.get()).toMatchObject({ status: 'in', account: other, generation: 1 });
    replies['/renew'] = [401, { code: 'unauthorized' }];
    const started = open();
    expect(session.get()).toMatchObject({ status: 'in', account: other });
    await started;
    expect(session.get()).toMatchObject({ status: 'out' });
    expect([localStorage.getItem('user'), localStorage.getItem('facts')]).toEqual([null, null]);
  });

  it('without a cookie is signed out for the server, whatever the browser has stored', async () => {
    localStorage.setItem('user', JSON.stringify(account));
    replies['/renew'] = [401, { code: 'unauthorized' }];
    await open();
    expect(session.get()).toMatchObject({ status: 'out', system: { instanceName: 'Portal' } });
    expect(session.get().account).toBeUndefined();
    expect(localStorage.getItem('user')).toBeNull();
    expect(can(['READ'])).toBe(false);
  });

  it('keeps the session while the server is unavailable', async () => {
    vi.useFakeTimers();
    localStorage.setItem('user', JSON.stringify(account));
    replies['/renew'] = [503];
    const started = open();
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
  it.each(['{', 'null', '"anna"', '{"login":1}', '{"login":"anna"}'])(
    '%s is reported and removed',
    (text) => {
      const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
      localStorage.setItem('user', text);
      expect(storedAccount(createStored())).toBeUndefined();
      expect(warn).toHaveBeenCalledOnce();
      expect(localStorage.getItem('user')).toBeNull();
    },
  );
});

describe('viewing as another account', () => {
  it('narrows the session, remounts the page, keeps what the tools need, and ends', async () => {
    await open();
    const viewAs = { name: 'Boris', instanceName: 'Own', ownPermissions: ['READ'] };
    replies['/viewAs'] = [200, { ...account, permissions: [], viewAs }];
    await call(app.session.viewAs!, {});
    await vi.waitFor(() => expect(session.get().account?.viewAs).toEqual(viewAs));
    expect([can(['READ']), holdsOwn(['READ'], session.get()), session.get().generation]).toEqual([
      false,
      true,
      1,
    ]);
    replies['/viewAsEnd'] = [200, { ...account, viewAs: null }];
    await call(app.session.viewAsEnd!, {});
    await vi.waitFor(() => expect(session.get().generation).toBe(2));
    expect([can(['READ']), holdsOwn(['WRITE'], session.get())]).toEqual([true, false]);
  });
});

describe('signing in and out', () => {
  beforeEach(async () => {
    replies['/renew'] = [401, { code: 'unauthorized' }];
    await open();
  });

  it('any caller of the sign-in operation is signed in', async () => {
    spec('B-209');
    await call(app.session.login!, { login: 'anna' });
    await vi.waitFor(() => expect(session.get().status).toBe('in'));
    expect(session.get().system?.instanceName).toBe('Own');
  });

  it('a sign-in without system information reports that', async () => {
    spec('M-002');
    await engine.i18n.start();
    replies['/info'] = [500, { code: 'internal' }];
    await call(app.session.login!, {});
    await vi.waitFor(() => expect(session.get().status).toBe('in'));
    expect(engine.toasts.get().map(({ type, text }) => [type, text])).toEqual([
      ['error', 'Error while getting system info'],
    ]);
  });

  it('a refused sign-in changes nothing', async () => {
    replies['/login'] = [401, { code: 'credentials', message: 'No' }];
    await expect(call(app.session.login!, {})).rejects.toThrow('No');
    expect(session.get()).toMatchObject({ status: 'out', expired: false });
  });

  it('a reply 401 while signed in ends the session and says that it expired', async () => {
    spec('B-234');
    await call(app.session.login!, {});
    await vi.waitFor(() => expect(session.get().status).toBe('in'));
    replies['/rows'] = [401, { code: 'unauthorized' }];
    await engine.api.read(rows, {}).catch(() => undefined);
    expect(session.get()).toMatchObject({ status: 'out', expired: true });
    expect(localStorage.getItem('user')).toBeNull();
  });

  it('over unsaved work it waits for the user: the same account continues, another one starts afresh', async () => {
    await call(app.session.login!, {});
    await vi.waitFor(() => expect(session.get().status).toBe('in'));
    const release = engine.unsavedWork.hold();
    const refused = () => {
      replies['/rows'] = [401, { code: 'unauthorized' }];
      return engine.api.read(rows, {}, { fresh: true });
    };
    const first = refused();
    await vi.waitFor(() => expect(session.get().interrupted).toBe(true));
    expect(session.get().status).toBe('in');
    replies['/rows'] = [200, { kept: true }];
    await call(app.session.login!, {});
    expect(await first).toEqual({ kept: true });
    expect(session.get()).toMatchObject({ generation: 0, account });

    const second = refused();
    await vi.waitFor(() => expect(session.get().interrupted).toBe(true));
    replies['/login'] = [200, { login: 'boris', permissions: [] }];
    const requested = paths.filter((path) => path === '/rows').length;
    await call(app.session.login!, {});
    await expect(second).rejects.toThrow();
    // No request was sent as the other account.
    expect(paths.filter((path) => path === '/rows')).toHaveLength(requested);
    expect(session.get()).toMatchObject({ generation: 1, account: { login: 'boris' } });
    release();
  });

  it('a reply 401 while signed out changes nothing', async () => {
    replies['/rows'] = [401, { code: 'unauthorized' }];
    await engine.api.read(rows, {}).catch(() => undefined);
    expect(session.get().expired).toBe(false);
  });

  it.each([204, 500])('signing out ends the session, also when the call returns %i', async (status) => {
    spec('B-211', 'S-027');
    await call(app.session.login!, {});
    await vi.waitFor(() => expect(session.get().status).toBe('in'));
    expect(JSON.parse(localStorage.getItem('user')!)).toEqual(account);
    // The cookie alone restores the account.
    localStorage.clear();
    replies['/renew'] = [200, account];
    await open();
    expect(session.get()).toMatchObject({ status: 'in', account });
    expect(JSON.parse(localStorage.getItem('user')!)).toEqual(account);
    replies['/logout'] = [status];
    await session.signOut();
    expect(session.get()).toMatchObject({ status: 'out', signedOut: true, expired: false });
    expect(session.get().account).toBeUndefined();
    expect(localStorage.getItem('user')).toBeNull();
    const toasts = engine.toasts.get();
    expect(toasts.map(({ type }) => type)).toEqual(status === 500 ? ['error'] : []);
    if (status !== 500) return;
    // The server has not ended the session: the message stays until a second try succeeds.
    expect(toasts[0]).toMatchObject({ unremovable: true });
    replies['/logout'] = [204];
    toasts[0]!.button!.onSelect();
    await vi.waitFor(() => expect(engine.toasts.get().map(({ type }) => type)).toEqual(['success']));
  });
});

describe('another tab', () => {
  const tell = (stored: object | null) => {
    if (stored) localStorage.setItem('user', JSON.stringify(stored));
    else localStorage.removeItem('user');
    window.dispatchEvent(new StorageEvent('storage', { key: 'user' }));
  };

  it('that signs out removes the rows of this one, and waits for unsaved work', async () => {
    await open();
    tell(account);
    expect(session.get()).toMatchObject({ status: 'in', account });
    expect(session.get().interrupted).toBeUndefined();
    const release = engine.unsavedWork.hold();
    tell(null);
    expect(session.get()).toMatchObject({ status: 'in', interrupted: true });
    await call(app.session.login!, {});
    await vi.waitFor(() => expect(session.get()).toMatchObject({ status: 'in' }));
    await vi.waitFor(() => expect(session.get().interrupted).toBeUndefined());
    release();
    tell(null);
    expect(session.get()).toMatchObject({ status: 'out', signedOut: true });
  });

  it('that signs another account in shows its page in this one', async () => {
    await open();
    const { generation = 0 } = session.get();
    tell({ ...account, login: 'boris' });
    await vi.waitFor(() => expect(session.get().account?.login).toBe('boris'));
    expect(session.get()).toMatchObject({ status: 'in', generation: generation + 1 });
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
