/**
 * Who is signed in. The session cookie decides; what the last visit left in the storage only serves the first paint.
 * A call of the product's sign-in operation signs in, whichever screen made it.
 */
import type { Engine } from '../data/engine.ts';
import type { ApiProblem } from '../data/problem.ts';
import { createStore, type Store } from '../data/store.ts';
import type { CompiledApp, CompiledOperation } from '../language/compiled.ts';
import {
  forgetAccount,
  storeAccount,
  storedAccount,
  storedFacts,
  USER,
  type Account,
  type SystemInfo,
} from './account.ts';
import { isHeld, readFacts, readOptional, readStart, type Begun, type ReadFacts } from './facts.ts';

export type { Account, SystemInfo } from './account.ts';

declare module '../data/engine.ts' {
  interface Engine {
    readonly session: SessionStore;
  }
}

export interface Session {
  /** `in` and `out` come from the server; `loading` is the time before its answer. */
  status: 'loading' | 'in' | 'out';
  account?: Account;
  system?: SystemInfo;
  properties: Record<string, unknown>;
  /** The session ended while it was in use: the guard then says so. */
  expired: boolean;
  /** The reader signed out: the sign-in page needs no explanation. */
  signedOut?: boolean;
  /** The session ended over unsaved work: a dialog offers to sign in again, and the page waits. */
  interrupted?: boolean;
  /** Incremented when another account signs in over the page of the one before; the page is then mounted anew. */
  generation?: number;
  /** From the last visit, before the answer of the server: enough to begin a page, not to refuse one. */
  remembered?: true;
}

/** Milliseconds between two tries to reach a server that is down. */
const RETRY = 3000;

/** A product without sign-in is everybody's. */
const NOBODY: Account = { login: '', permissions: [] };

type Parts = Pick<
  Engine,
  | 'api'
  | 'connection'
  | 'i18n'
  | 'preferences'
  | 'problems'
  | 'storage'
  | 'toasts'
  | 'transport'
  | 'unsavedWork'
>;

export class SessionStore implements Store<Session> {
  readonly #parts: Parts;
  readonly #given: CompiledApp | undefined;
  readonly #store = createStore<Session>({ status: 'loading', properties: {}, expired: false });
  /** Settled once the reader has signed in again: true when it is the same reader, whose calls then go on. */
  #renewal: { promise: Promise<boolean>; settle(same: boolean): void } | undefined;
  readonly #ends: (() => void)[] = [];
  /** The message that the server has not ended the session. */
  #stays?: number;

  /** @param app the product; a session without one can only be set */
  constructor(parts: Parts, app: CompiledApp | undefined) {
    this.#parts = parts;
    this.#given = app;
  }

  readonly get = (): Session => this.#store.get();
  readonly set: Store<Session>['set'] = (next) => this.#store.set(next);
  readonly subscribe: Store<Session>['subscribe'] = (listener) => this.#store.subscribe(listener);

  /** Begins the session: renews it by the cookie and reads the public information of the host, at once. */
  async start(): Promise<void> {
    const { login, logout, renew, start } = this.#app.session;
    const { problems, preferences } = this.#parts;
    this.#ends.push(this.subscribe(() => preferences.open(this.get().account?.login)));
    problems.nameRoles({ login });
    if (!login || !logout || !renew) return this.#enterOpen();
    this.#watch({ login, logout, renew });
    const stored = this.#showStored();
    // Who is signed in needs no page for nobody, and nothing is to keep the first rows waiting.
    const publicInfo = start ? undefined : this.#readPublicInfo();
    const begun = await (start ? this.#begin(start) : this.#renew(renew, stored));
    if (begun) return this.#enter(begun.account, begun.facts);
    forgetAccount(this.#parts.storage);
    const system = await (publicInfo ?? this.#readPublicInfo());
    this.set((now) => ({ ...signedOut(now), ...(system ? { system } : {}) }));
  }

  /** Signs out in this browser at once. While the server has not ended the session, a message stays that says so. */
  async signOut(): Promise<void> {
    const failure = await this.#endOnServer();
    await this.#leave(false);
    if (failure) this.#tellStays(failure);
  }

  /** The reader gives up the page instead of signing in over it. */
  async abandon(): Promise<void> {
    await this.#leave(true);
  }

  /** Removes listeners. */
  end(): void {
    for (const end of this.#ends.splice(0)) end();
  }

  /** What kept the server from ending the session; one that is gone already is what was asked for. */
  async #endOnServer(): Promise<ApiProblem | undefined> {
    const { transport, problems } = this.#parts;
    const { logout } = this.#app.session;
    try {
      if (logout) await transport.send(logout, {});
      return undefined;
    } catch (error) {
      const problem = problems.of(error);
      return problem.status === 401 ? undefined : problem;
    }
  }

  /** Whoever comes to this browser next would be signed in: it is said, with a button that tries again. */
  #tellStays(failure: ApiProblem): void {
    const { toasts, problems, i18n } = this.#parts;
    const said = problems.failureText(failure, i18n.t('errorMessages.logout'));
    const again = async () => {
      toasts.dismiss(this.#stays!);
      const still = await this.#endOnServer();
      if (still) this.#tellStays(still);
      else toasts.show({ type: 'success', text: i18n.t('engine.signOut.done') });
    };
    this.#stays = toasts.show({
      type: 'error',
      text: `${said}\n${i18n.t('engine.signOut.stays')}`,
      unremovable: true,
      button: { label: i18n.t('engine.retry'), onSelect: () => void again() },
    });
  }

  get #app(): CompiledApp {
    if (!this.#given)
      throw new Error('This engine was made without a product: its session cannot be started.');
    return this.#given;
  }

  /** Follows replies 401, calls that sign in or change the account, and the other tabs. */
  #watch({ login, logout, renew }: Record<'login' | 'logout' | 'renew', CompiledOperation>): void {
    const { api, transport, storage } = this.#parts;
    const { viewAs, viewAsEnd } = this.#app.session;
    const own = [login.id, logout.id, renew.id, this.#app.session.start?.id];
    const entering = [login, viewAs, viewAsEnd].map((one) => one?.id);
    transport.onUnauthorized((operation) => {
      if (this.get().status !== 'in' || own.includes(operation.id)) return false;
      if (this.#parts.unsavedWork.exists()) return this.#askAgain();
      void this.#leave(true);
      return false;
    });
    const unlisten = api.onCall((operation, reply) => {
      if (entering.includes(operation.id)) void this.#enter(reply as Account);
      // The account itself was changed: its name, or its first password.
      else if (operation.id !== logout.id && operation.changes.includes(renew.id)) void this.#readAnew();
    });
    const onStorage = ({ key, storageArea }: StorageEvent) => {
      const ours = storageArea === null || storageArea === storage.area;
      if (key === USER && ours) this.#followOtherTab();
    };
    window.addEventListener('storage', onStorage);
    this.#ends.push(unlisten, () => window.removeEventListener('storage', onStorage));
  }

  /** Begins with what the last visit left; the cookie decides later. */
  #showStored(): Account | undefined {
    const { storage, i18n } = this.#parts;
    const account = storedAccount(storage);
    const facts = account && storedFacts(storage, account);
    if (facts?.system?.timeZone) i18n.setTimeZone(facts.system.timeZone);
    // The page of a known reader requests its rows beside the session.
    if (facts) this.set({ status: 'in', account, expired: false, remembered: true, ...facts });
    else if (account) this.set((now) => ({ ...now, account }));
    return account;
  }

  async #enterOpen(): Promise<void> {
    const { i18n, preferences } = this.#parts;
    const { system, properties, preferred } = await this.#readFacts(NOBODY);
    if (system?.timeZone) i18n.setTimeZone(system.timeZone);
    preferences.open(NOBODY.login);
    preferences.take(preferred);
    this.set({ status: 'in', account: NOBODY, properties, expired: false, ...(system ? { system } : {}) });
  }

  #askAgain(): Promise<boolean> {
    if (!this.#renewal) {
      let settle!: (same: boolean) => void;
      this.#renewal = { promise: new Promise((resolve) => (settle = resolve)), settle };
      this.set((now) => ({ ...now, interrupted: true }));
    }
    return this.#renewal.promise;
  }

  #settleRenewal(same: boolean): void {
    this.#renewal?.settle(same);
    this.#renewal = undefined;
  }

  /** Another tab has signed out, or somebody else has signed in there: the cookie is no longer this reader's. */
  #followOtherTab(): void {
    const { status, account } = this.get();
    const stored = storedAccount(this.#parts.storage);
    if (status !== 'in' || stored?.login === account?.login) return;
    if (stored) {
      void this.#askAgain();
      void this.#enter(stored);
    } else if (this.#parts.unsavedWork.exists()) void this.#askAgain();
    else void this.#leave(false);
  }

  /**
   * The account of the cookie, by the calls of a product that has no operation for the whole start. Instance and
   * settings are read beside it when somebody is expected.
   */
  async #renew(
    renew: CompiledOperation,
    stored: Account | undefined,
  ): Promise<(Partial<Begun> & Pick<Begun, 'account'>) | undefined> {
    const facts = stored && this.#readFacts(stored);
    const account = await this.#untilAnswered(() => this.#parts.transport.send(renew, {}));
    return account === undefined
      ? undefined
      : { account: account as Account, ...(facts ? { facts: await facts } : {}) };
  }

  #begin(start: CompiledOperation): Promise<Begun | undefined> {
    return this.#untilAnswered(() => readStart({ ...this.#parts, app: this.#app }, start));
  }

  /**
   * Only a refusal says that there is no session: while the server is down nobody is signed out, the overlay of the lost
   * connection is shown and the call repeated.
   */
  async #untilAnswered<T>(ask: () => Promise<T>): Promise<T | undefined> {
    const { problems, connection } = this.#parts;
    const { heartbeat } = this.#app.session;
    for (;;)
      try {
        return await ask();
      } catch (error) {
        if (problems.of(error).status < 500) return undefined;
        if (heartbeat) await connection.beat(heartbeat);
        await new Promise((resolve) => setTimeout(resolve, RETRY));
      }
  }

  /** Reads the account again; what it shows and may do follows. */
  async #readAnew(): Promise<void> {
    const { transport, storage, preferences } = this.#parts;
    const account = await readOptional<Account>(transport, this.#app.session.renew);
    const { status, account: before } = this.get();
    if (!account || status !== 'in') return;
    storeAccount(storage, account);
    if (before && isHeld(this.#app, before) && !isHeld(this.#app, account))
      preferences.take(await preferences.read());
    this.set((now) => ({ ...now, account }));
  }

  #readFacts(account: Account): Promise<ReadFacts> {
    return readFacts({ ...this.#parts, app: this.#app }, account);
  }

  async #enter(account: Account, requested?: ReadFacts): Promise<void> {
    if (this.#stays !== undefined) this.#parts.toasts.dismiss(this.#stays);
    let facts = requested ?? (await this.#readFacts(account));
    // Requested beside a stale cookie they came back empty.
    if (!facts.system && requested) facts = await this.#readFacts(account);
    const { preferred, ...known } = facts;
    this.#keepFacts(account, facts);
    const { remembered: guessed, ...before } = this.get();
    // All is as the last visit left it: the page stays, and its rows are on their way.
    if (guessed && serialize(before) === serialize({ account, ...known })) return this.set(before);
    const { over, same } = compare(this.get(), account);
    const another = over && !same;
    // What the same reader has on the screen stays as it is.
    if (!same) this.#parts.api.forget({ askAgain: !another });
    const { generation = 0 } = before;
    this.set({
      status: 'in',
      account,
      expired: false,
      generation: another ? generation + 1 : generation,
      ...known,
    });
    // Requests of the reader before were dropped: the page of this one makes its own, once it is drawn.
    if (another) await Promise.resolve().then(() => this.#parts.api.forget());
    this.#settleRenewal(same);
  }

  /** Stores the account and applies time zone and preferences. */
  #keepFacts(account: Account, { system, properties, preferred }: ReadFacts): void {
    const { toasts, storage, i18n, preferences } = this.#parts;
    if (!system && this.#app.session.info)
      toasts.show({ type: 'error', text: i18n.t('errorMessages.systemInfo') });
    storeAccount(storage, account, { properties, ...(system ? { system } : {}) });
    if (system?.timeZone) i18n.setTimeZone(system.timeZone);
    preferences.open(account.login);
    preferences.take(preferred);
  }

  async #leave(expired: boolean): Promise<void> {
    forgetAccount(this.#parts.storage);
    this.set((now) => ({ ...signedOut(now), expired, signedOut: !expired }));
    this.#settleRenewal(false);
    const system = await this.#readPublicInfo();
    // Pages that are still being left request nothing for nobody.
    this.#parts.api.forget({ askAgain: false });
    if (system) this.set((now) => (now.status === 'out' ? { ...now, system } : now));
  }

  #readPublicInfo(): Promise<SystemInfo | undefined> {
    return readOptional<SystemInfo>(this.#parts.transport, this.#app.session.publicInfo);
  }
}

/** Whether the account signs in over the page of a reader, and whether it is that reader with the same rights. */
function compare({ interrupted, remembered, account: before }: Session, account: Account) {
  const sameView = JSON.stringify([before?.viewAs]) === JSON.stringify([account.viewAs]);
  const over = interrupted === true || remembered === true || (before !== undefined && !sameView);
  return { over, same: over && before?.login === account.login && sameView };
}

const serialize = ({ account, system, properties }: Partial<Session>): string =>
  JSON.stringify([account, system, properties]);

function signedOut({ system }: Session): Session {
  return { status: 'out', properties: {}, expired: false, ...(system ? { system } : {}) };
}
