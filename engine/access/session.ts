/**
 * Who is signed in. The session cookie decides; what the last visit left (`localStorage.user` and `facts`) is only what
 * the first page is begun with.
 * Whoever calls the product's sign-in operation signs in, whichever screen it was.
 */
import { forgetReplies, onCall } from '../data/operations.ts';
import { beat } from '../data/connection.ts';
import { setTimeZone, t } from '../data/locale.ts';
import { asProblem, nameRoles } from '../data/problem.ts';
import { readStored, writeStored } from '../data/storage.ts';
import { createStore } from '../data/store.ts';
import { toast } from '../data/toasts.ts';
import { onUnauthorized, send } from '../data/transport.ts';
import { holdsWork } from '../data/unsaved.ts';
import type { CompiledApp, CompiledOperation } from '../language/compiled.ts';
import { openPreferences, readPreferences, takePreferences } from './preferences.ts';

export interface Account {
  login: string;
  permissions: string[];
  firstName?: string;
  lastName?: string;
  middleName?: string | null;
  /** `light` or `dark`: the look that the account has chosen. */
  theme?: string | null;
  /** As whom an ADMIN views at present; permissions are then what both have. */
  viewAs?: {
    login: string | null;
    name: string | null;
    instanceName: string | null;
    ownPermissions: string[];
  } | null;
}

/** System information of the instance; before sign-in that of the host. */
export interface SystemInfo {
  instanceName: string;
  instanceType: string;
  footerText?: string;
  version?: string;
  timeZone?: string;
  /** `light` or `dark`, for whoever has chosen none. */
  currentTheme?: string;
}

export interface Session {
  /** `in` and `out` are the server's word; `loading` is the time before it. */
  status: 'loading' | 'in' | 'out';
  account?: Account;
  system?: SystemInfo;
  properties: Record<string, unknown>;
  /** The session ended while it was in use: the guard then says so. */
  expired: boolean;
  /** The reader signed out: nobody need be told why the sign-in page is there. */
  signedOut?: boolean;
  /** The session ended over unsaved work: the reader is asked to sign in again, and the page waits. */
  interrupted?: boolean;
  /** Rises when another account signs in over the page of the one before: nothing of that page may stay. */
  turn?: number;
  /** What the last visit left, until the server has spoken: enough to begin a page, not to refuse one. */
  remembered?: true;
}

const USER = 'user';
const FACTS = 'facts';
const RETRY = 3000;

export const session = createStore<Session>({ status: 'loading', properties: {}, expired: false });

/** Begins the session of a product: asks the cookie, and the host for its public information, at once. */
export async function startSession(app: CompiledApp): Promise<void> {
  session.subscribe(() => openPreferences(session.get().account?.login, app.preferences));
  nameRoles({ login: app.session.login });
  const { login, logout, renew } = app.session;
  if (!login || !logout || !renew) return enterOpen(app);
  const own = [login.id, logout.id, renew.id];
  const entering = [login, app.session.viewAs, app.session.viewAsEnd].map((one) => one?.id);
  onUnauthorized((operation) => {
    if (session.get().status !== 'in' || own.includes(operation.id)) return false;
    if (holdsWork()) return askAgain();
    void leave(app, true);
    return false;
  });
  onCall((operation, reply) => {
    if (entering.includes(operation.id)) void enter(app, reply as Account);
    // The account itself was changed: its name, or that its password was the first one.
    else if (operation.id !== logout.id && operation.changes.includes(renew.id)) void readAnew(app);
  });
  window.addEventListener('storage', ({ key }) => key === USER && heed(app));
  const shown = storedAccount();
  const known = shown && storedFacts(shown);
  if (known?.system?.timeZone) setTimeZone(known.system.timeZone);
  // The page of a known reader asks for its rows beside the session; the cookie decides what it gets.
  if (known) session.set({ status: 'in', account: shown, expired: false, remembered: true, ...known });
  else if (shown) session.set((now) => ({ ...now, account: shown }));
  const publicInfo = readPublicInfo(app);
  // Instance and settings are asked for beside the account when there is reason to expect one.
  const facts = shown ? readFacts(app, shown) : undefined;
  const account = await renewed(app, renew);
  if (account) await enter(app, account, facts);
  else {
    writeStored(USER, undefined);
    writeStored(FACTS, undefined);
    const system = await publicInfo;
    session.set((now) => ({ ...without(now), ...(system ? { system } : {}) }));
  }
}

/** A product without sign-in is everybody's. */
const NOBODY: Account = { login: '', permissions: [] };

async function enterOpen(app: CompiledApp): Promise<void> {
  const { system, properties, preferred } = await readFacts(app, NOBODY);
  if (system?.timeZone) setTimeZone(system.timeZone);
  openPreferences(NOBODY.login, app.preferences);
  takePreferences(preferred);
  session.set({ status: 'in', account: NOBODY, properties, expired: false, ...(system ? { system } : {}) });
}

/** Settled once the reader has signed in again: true when it is the same reader, whose calls then go on. */
let renewal: { promise: Promise<boolean>; settle(same: boolean): void } | undefined;

function askAgain(): Promise<boolean> {
  if (!renewal) {
    let settle!: (same: boolean) => void;
    renewal = { promise: new Promise((resolve) => (settle = resolve)), settle };
    session.set((now) => ({ ...now, interrupted: true }));
  }
  return renewal.promise;
}

function settleRenewal(same: boolean): void {
  renewal?.settle(same);
  renewal = undefined;
}

/** The reader gives up the page instead of signing in over it. */
export async function abandon(app: CompiledApp): Promise<void> {
  await leave(app, true);
}

/** Ends the session; also when the call fails, for nobody wants to stay signed in then. */
export async function signOut(app: CompiledApp): Promise<void> {
  await read(app.session.logout);
  await leave(app, false);
}

/** Another tab has signed out, or somebody else has signed in there: the cookie is no longer this reader's. */
function heed(app: CompiledApp): void {
  const { status, account } = session.get();
  const stored = storedAccount();
  if (status !== 'in' || stored?.login === account?.login) return;
  if (stored) {
    void askAgain();
    void enter(app, stored);
  } else if (holdsWork()) void askAgain();
  else void leave(app, false);
}

/**
 * The account of the cookie. Only a refusal says that there is none: while the server is away nobody is signed
 * out, the overlay of the lost connection is shown and the question repeated.
 */
async function renewed(app: CompiledApp, renew: CompiledOperation): Promise<Account | undefined> {
  for (;;)
    try {
      return (await send(renew, {})) as Account;
    } catch (error) {
      if (asProblem(error).status < 500) return undefined;
      if (app.session.heartbeat) await beat(app.session.heartbeat);
      await new Promise((resolve) => setTimeout(resolve, RETRY));
    }
}

/** Asks for the account again; what it shows and may do follows. */
async function readAnew(app: CompiledApp): Promise<void> {
  const account = await read<Account>(app.session.renew);
  const { status, account: before } = session.get();
  if (!account || status !== 'in') return;
  writeStored(USER, JSON.stringify(account));
  if (before && isHeld(app, before) && !isHeld(app, account))
    takePreferences(await readPreferences(app.preferences));
  session.set((now) => ({ ...now, account }));
}

interface Facts {
  system?: SystemInfo;
  properties: Record<string, unknown>;
  /** What is kept of views; asked for here, so that a first page comes as its reader wants it. */
  preferred?: Awaited<ReturnType<typeof readPreferences>>;
}

/** Instance and settings of the last visit, if it was this account's. */
function storedFacts(account: Account): Facts | undefined {
  try {
    const { login, system, properties } = JSON.parse(readStored(FACTS) ?? '{}') as Partial<Facts> & {
      login?: string;
    };
    return login === account.login && system && properties ? { system, properties } : undefined;
  } catch {
    return undefined;
  }
}

/** The account has something to do first (`first` of the app file): the server would refuse to be asked more. */
const isHeld = ({ first }: CompiledApp, account: Account): boolean =>
  first !== undefined && (account as unknown as Record<string, unknown>)[first.property] === true;

async function readFacts(app: CompiledApp, account: Account): Promise<Facts> {
  const [system, properties, preferred] = await Promise.all([
    read<SystemInfo>(app.session.info),
    readProperties(app),
    isHeld(app, account) ? undefined : readPreferences(app.preferences),
  ]);
  return { properties, preferred, ...(system ? { system } : {}) };
}

async function enter(app: CompiledApp, account: Account, asked?: Promise<Facts>): Promise<void> {
  let { system, properties, preferred } = (await asked) ?? (await readFacts(app, account));
  // What was asked beside a stale cookie came back empty.
  if (!system && asked) ({ system, properties, preferred } = await readFacts(app, account));
  if (!system && app.session.info) toast({ type: 'error', text: t('errorMessages.systemInfo') });
  writeStored(USER, JSON.stringify(account));
  writeStored(FACTS, JSON.stringify({ login: account.login, system, properties }));
  if (system?.timeZone) setTimeZone(system.timeZone);
  openPreferences(account.login, app.preferences);
  takePreferences(preferred);
  const { interrupted, account: before, turn = 0, remembered: guessed, ...now } = session.get();
  // All is as the last visit left it: the page stands, and its rows are on their way.
  if (guessed && says([before, now.system, now.properties]) === says([account, system, properties]))
    return session.set(({ remembered: _, ...known }) => known);
  const sameReader = before?.login === account.login;
  const sameView = says([before?.viewAs]) === says([account.viewAs]);
  const over = interrupted === true || guessed === true || (before !== undefined && !sameView);
  const same = over && sameReader && sameView;
  const another = over && !same;
  // What the same reader has on the screen stays as it is.
  if (!same) await forgetReplies({ askAgain: !another });
  session.set({
    status: 'in',
    account,
    properties,
    expired: false,
    turn: another ? turn + 1 : turn,
    ...(system ? { system } : {}),
  });
  // What was on its way for the reader before was thrown away: the page of this one asks for itself, once it is drawn.
  if (another) await Promise.resolve().then(() => forgetReplies());
  settleRenewal(same);
}

const says = (facts: readonly unknown[]): string => JSON.stringify(facts);

async function leave(app: CompiledApp, expired: boolean): Promise<void> {
  writeStored(USER, undefined);
  writeStored(FACTS, undefined);
  session.set((now) => ({ ...without(now), expired, signedOut: !expired }));
  settleRenewal(false);
  const system = await readPublicInfo(app);
  // Pages that are still on their way out ask nothing again in the name of nobody.
  await forgetReplies({ askAgain: false });
  if (system) session.set((now) => (now.status === 'out' ? { ...now, system } : now));
}

function without({ system }: Session): Session {
  return { status: 'out', properties: {}, expired: false, ...(system ? { system } : {}) };
}

function readPublicInfo(app: CompiledApp): Promise<SystemInfo | undefined> {
  return read<SystemInfo>(app.session.publicInfo);
}

/** Settings that screens see as `properties`; one that is not set has its default. */
async function readProperties(app: CompiledApp): Promise<Record<string, unknown>> {
  const { property } = app.session;
  const entries = Object.entries(app.properties).map(async ([name, { type, default: otherwise }]) => {
    const reply = property && (await read<{ value: string | null }>(property, { name }));
    return [name, propertyValue(reply?.value, type) ?? otherwise] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
}

/** The text of a setting as its declared type; an empty one gives nothing, nor does an interval that lacks an end. */
export function propertyValue(
  text: string | null | undefined,
  type: CompiledApp['properties'][string]['type'],
): unknown {
  if (text == null || text === '') return undefined;
  switch (type) {
    case 'boolean':
      return text === 'true';
    case 'number':
      return Number.isFinite(Number(text)) ? Number(text) : undefined;
    case 'list':
      return text.split('\n').filter(Boolean);
    case 'interval': {
      const [start, end] = text.split('/');
      return start && end ? { start, end } : undefined;
    }
    default:
      return text;
  }
}

/** Nothing here is worth stopping the start for: a failed read, or one that the product lacks, is an absent answer. */
async function read<T>(
  operation: CompiledOperation | undefined,
  args: Record<string, unknown> = {},
): Promise<T | undefined> {
  if (!operation) return undefined;
  try {
    return (await send(operation, args)) as T;
  } catch {
    return undefined;
  }
}

/** The account of the last visit; what cannot be read is told and removed. */
export function storedAccount(): Account | undefined {
  const text = readStored(USER);
  if (text === null) return undefined;
  try {
    const account = JSON.parse(text) as Account;
    if (typeof account?.login === 'string' && Array.isArray(account.permissions)) return account;
    throw new Error('it is no account');
  } catch (error) {
    console.warn('The stored account could not be read and was removed', error);
    writeStored(USER, undefined);
    return undefined;
  }
}
