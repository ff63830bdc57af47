/** The server behind the stories: who is signed in to it, in which state its data are, of what kind the instance is. */
import { app } from '../engine/app/preview.tsx';
import { withDataState, type DataState } from './dataStates.ts';

export interface Setting {
  /** Demo account; empty for nobody. */
  account: string;
  data: DataState;
  /** Kind of instance that is shown instead of the account's own. */
  instanceType: string;
}

const DEMO_PASSWORD = 'demo';
const HEADERS = { 'X-Requested-With': 'XMLHttpRequest', 'Content-Type': 'application/json' };
const own = window.fetch.bind(window);
const { login, logout, renew, info, publicInfo, heartbeat, property } = app.session;
const UNTOUCHED = [login, logout, renew, info, publicInfo, heartbeat, property]
  .map((one) => one?.path)
  .concat(SERVER_FACTS.dictionaries);

const concerns = (path: string) =>
  path.startsWith('/api/') && !UNTOUCHED.some((one) => one && matches(one, path));

const matches = (pattern: string, path: string) =>
  new RegExp(`^${pattern.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path);

let signedIn: string | undefined;

/** Signs in, and has everything that is asked from here on answered in this setting. */
export async function setServer({ account, data, instanceType }: Setting): Promise<void> {
  if (signedIn !== account) await signIn(account);
  signedIn = account;
  const stated = withDataState(own, data, concerns);
  window.fetch = instanceType ? withInstance(stated, instanceType) : stated;
}

async function signIn(account: string): Promise<void> {
  const call = account ? login : logout;
  if (!call) throw new Error('This product has no such call of the session');
  const { path } = call;
  const body = account && JSON.stringify({ login: account, password: DEMO_PASSWORD });
  const response = await own(path, { method: 'POST', headers: HEADERS, ...(body && { body }) });
  if (account && !response.ok) throw new Error(`${account} cannot sign in: ${response.status}`);
}

function withInstance(given: typeof fetch, instanceType: string): typeof fetch {
  return async (input, init) => {
    const response = await given(input, init);
    const { pathname } = new URL(String(input), location.href);
    if (!response.ok || ![info?.path, publicInfo?.path].includes(pathname)) return response;
    return Response.json({ ...((await response.json()) as object), instanceType });
  };
}

/** Rows of a list, as the account that is signed in sees them; none where it may not. */
export async function rowsAt(address: string): Promise<unknown[]> {
  const response = await own(address, { headers: HEADERS });
  if (!response.ok) return [];
  const body = (await response.json()) as unknown[] | { list: unknown[] };
  return Array.isArray(body) ? body : body.list;
}
