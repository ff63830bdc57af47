/** The server behind the stories: the signed-in account, the data state, and the kind of the instance. */
import { allBut, app, withDataState, type DataState } from '../engine/app/preview.tsx';

export interface Setting {
  /** Demo account; empty for none. In the product: id of the account to view as; empty for the user's own. */
  account: string;
  data: DataState;
  /** Kind of instance to show instead of the account's own. */
  instanceType: string;
  /** Compact table rows, whatever the account has chosen. */
  compact: boolean;
}

const DEMO_PASSWORD = 'demo';
const HEADERS = { 'X-Requested-With': 'XMLHttpRequest', 'Content-Type': 'application/json' };
const own = window.fetch.bind(window);
const { login, logout, info, publicInfo, start, viewAs, viewAsEnd, viewAsAccounts } = app.session;
const concerns = allBut([
  ...Object.values(app.session).map(({ path }) => path),
  ...SERVER_FACTS.dictionaries,
]);

let signedIn: string | undefined;

/** Whether the product's server serves this build: its user is signed in, and stories can only restrict the session. */
export const inProduct = location.pathname.startsWith('/storybook/');

/** Returns the accounts to choose from: those of the demo data, or in the product those that the user may view as. */
export async function knownAccounts(): Promise<{ value: string; title: string }[]> {
  if (!inProduct) {
    const demo = SERVER_FACTS.accounts.map(({ login: value, title }) => ({ value, title }));
    return [...demo, { value: '', title: 'nobody' }];
  }
  const others = viewAsAccounts ? ((await rowsAt(viewAsAccounts.path)) as Other[]) : [];
  const known = others.map(({ id, login: name, instanceName }) => ({
    value: id,
    title: `${name}, ${instanceName}`,
  }));
  return [{ value: '', title: 'my own permissions' }, ...known];
}

interface Other {
  id: string;
  login: string;
  instanceName: string;
}

/** Signs in, and answers all further requests according to this setting. */
export async function setServer({ account, data, instanceType, compact }: Setting): Promise<void> {
  if (signedIn !== account) await (inProduct ? view(account) : signIn(account));
  signedIn = account;
  const stated = withDensity(withDataState(own, data, concerns), compact);
  window.fetch = instanceType ? withInstance(stated, instanceType) : stated;
}

const isOf = (operation: { path: string } | undefined, input: RequestInfo | URL) =>
  operation?.path === new URL(input instanceof Request ? input.url : String(input), location.href).pathname;

/** Replaces the density among the account's preferences in replies; saving it is answered without the server. */
function withDensity(given: typeof fetch, compact: boolean): typeof fetch {
  const { list, save } = app.preferences ?? {};
  const density = {
    owner: 'ACCOUNT',
    version: 1,
    schemaVersion: 1,
    screen: '*',
    view: '/*',
    value: { compact },
  };
  return async (input, init) => {
    if (isOf(save, input)) return Response.json(density);
    const response = await given(input, init);
    const within = isOf(list, input) ? 'list' : isOf(start, input) ? 'preferences' : undefined;
    if (!response.ok || !within) return response;
    const body = (await response.json()) as Record<string, { screen: string }[]>;
    const others = body[within]!.filter(({ screen }) => screen !== density.screen);
    return Response.json({ ...body, [within]: [...others, density] });
  };
}

async function signIn(account: string): Promise<void> {
  const call = account ? login : logout;
  if (!call) throw new Error('This product has no such call of the session');
  const { path } = call;
  const body = account && JSON.stringify({ login: account, password: DEMO_PASSWORD });
  const response = await own(path, { method: 'POST', headers: HEADERS, ...(body && { body }) });
  if (account && !response.ok) throw new Error(`${account} cannot sign in: ${response.status}`);
}

/** The session stays the user's own, viewing as another account. */
async function view(account: string): Promise<void> {
  const call = account ? viewAs : viewAsEnd;
  if (!call) throw new Error('This product has no such call of the session');
  const body = account && JSON.stringify({ accountId: account });
  const response = await own(call.path, { method: call.method, headers: HEADERS, ...(body && { body }) });
  if (!response.ok) throw new Error(`The product could not be viewed as ${account}: ${response.status}`);
}

function withInstance(given: typeof fetch, instanceType: string): typeof fetch {
  return async (input, init) => {
    const response = await given(input, init);
    const whole = isOf(start, input);
    if (!response.ok || !(whole || isOf(info, input) || isOf(publicInfo, input))) return response;
    const body = (await response.json()) as { info?: object };
    return Response.json(
      whole ? { ...body, info: { ...body.info, instanceType } } : { ...body, instanceType },
    );
  };
}

/** Returns the rows of a list, as the signed-in account sees them; none when it may not read the list. */
export async function rowsAt(address: string): Promise<unknown[]> {
  const response = await own(address, { headers: HEADERS });
  if (!response.ok) return [];
  const body = (await response.json()) as unknown[] | { list: unknown[] };
  return Array.isArray(body) ? body : body.list;
}
