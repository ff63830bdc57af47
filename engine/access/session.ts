/**
 * The session of the signed-in account. The session cookie decides; what the last visit left in the storage only serves
 * the first paint. A call of the product's sign-in operation signs in, whichever screen made it.
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
  /** `in` and `out` are the server's answer; `loading` until it arrives. */
  status: 'loading' | 'in' | 'out';
  account?: Account;
  system?: SystemInfo;
  properties: Record<string, unknown>;
  /** The session ended while it was in use; the guard then says so. */
  expired: boolean;
  /** The user signed out: the sign-in page needs no explanation. */
  signedOut?: boolean;
  /** The session ended while there was unsaved work: a dialog offers to sign in again, and the page stays open. */
  interrupted?: boolean;
  /** Incremented when another account signs in over the page of the previous one; the page is then remounted. */
  generation?: number;
  /** Restored from the last visit, before the server's answer: enough to start a page, not to refuse one. */
  remembered?: true;
}

/** Milliseconds between two attempts to reach a server that is down. */
const RETRY = 3000;

/** The account in a product without sign-in, where every screen is open to everyone. */
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
  /** Settles when the user has signed in again: with true for the same account, whose calls then continue. */
  #renewal: { promise: Promise<boolean>; settle(same: boolean): void } | undefined;
  readonly #ends: (() => void)[] = [];
  /** Id of the toast that says that the server has not ended the session. */
  #stays?: number;

  /** @param app the product; a session without one can only be set */
  constructor(parts: Parts, app: CompiledApp | undefined) {
    this.#parts = parts;
    this.#given = app;
  }

  readonly get = (): Session => this.#store.get();
  readonly set: Store<Session>['set'] = (next) => this.#store.set(next);
  readonly subscribe: Store<Session>['subscribe'] = (listener) => this.#store.subscribe(listener);

  /** Starts the session: renews it with the cookie; without a session reads the public information of the host. */
  async start(): Promise<void> {
    const { login, logout, renew, start } = this.#app.session;
    const { problems, preferences } = this.#parts;
    this.#ends.push(this.subscribe(() => preferences.open(this.get().account?.login)));
    problems.nameRoles({ login });
    if (!login || !logout || !renew) return this.#enterOpen();
    this.#watch({ login, logout, renew });
    const stored = this.#showStored();
    // Only a visitor without a session needs the public information. With `start` it is not requested in parallel, so
    // that nothing delays the first rows.
    const publicInfo = start ? undefined : this.#readPublicInfo();
    const begun = await (start ? this.#begin(start) : this.#renew(renew, stored));
    if (begun) return this.#enter(begun.account, begun.facts);
    forgetAccount(this.#parts.storage);
    const system = await (publicInfo ?? this.#readPublicInfo());
    this.set((now) => ({ ...signedOut(now), ...(system ? { system } : {}) }));
  }

  /** Signs out in this browser immediately. Until the server has ended the session, a toast that says so stays open. */
  async signOut(): Promise<void> {
    const failure = await this.#endOnServer();
    await this.#leave(false);
    if (failure) this.#showStillSignedIn(failure);
  }

  /** The user leaves the page instead of signing in again over it. */
  async abandon(): Promise<void> {
    await this.#leave(true);
  }

  /** Removes listeners. */
  end(): void {
    for (const end of this.#ends.splice(0)) end();
  }

  /** Returns why the server did not end the session; undefined also when the session had already ended. */
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

  /** The next user of this browser would still be signed in: a toast says so, with a button that tries again. */
  #showStillSignedIn(failure: ApiProblem): void {
    const { toasts, problems, i18n } = this.#parts;
    const text = problems.failureText(failure, i18n.t('errorMessages.logout'));
    const again = async () => {
      toasts.dismiss(this.#stays!);
      const still = await this.#endOnServer();
      if (still) this.#showStillSignedIn(still);
      else toasts.show({ type: 'success', text: i18n.t('engine.signOut.done') });
    };
    this.#stays = toasts.show({
      type: 'error',
      text: `${text}\n${i18n.t('engine.signOut.stays')}`,
      unremovable: true,
      button: { label: i18n.t('engine.retry'), onSelect: () => void again() },
    });
  }

  get #app(): CompiledApp {
    if (!this.#given)
      throw new Error('This engine was made without a product: its session cannot be started.');
    return this.#given;
  }

  /** Handles 401 replies, calls that sign in or change the account, and changes in other tabs. */
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

  /** Starts with what the last visit left; the cookie decides later. */
  #showStored(): Account | undefined {
    const { storage, i18n } = this.#parts;
    const account = storedAccount(storage);
    const facts = account && storedFacts(storage, account);
    if (facts?.system?.timeZone) i18n.setTimeZone(facts.system.timeZone);
    // The page of a known account requests its rows in parallel to the session.
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

  /** Another tab has signed out, or signed in another account: the cookie no longer belongs to this account. */
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
   * Reads the account of the cookie, for a product without a `start` operation. Instance and settings are read in
   * parallel when an account is stored from the last visit.
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
   * Repeats a call until the server answers. Only a refusal means that there is no session: while the server is down no
   * one is signed out, and the overlay of the lost connection is shown.
   */
  async #untilAnswered<T>(send: () => Promise<T>): Promise<T | undefined> {
    const { problems, connection } = this.#parts;
    const { heartbeat } = this.#app.session;
    for (;;)
      try {
        return await send();
      } catch (error) {
        if (problems.of(error).status < 500) return undefined;
        if (heartbeat) await connection.beat(heartbeat);
        await new Promise((resolve) => setTimeout(resolve, RETRY));
      }
  }

  /** Reads the account again, and updates what it shows and may do. */
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
    // The requests were sent with a stale cookie and returned nothing.
    if (!facts.system && requested) facts = await this.#readFacts(account);
    const { preferred, ...known } = facts;
    this.#keepFacts(account, facts);
    const { remembered: guessed, ...before } = this.get();
    // Nothing has changed since the last visit: the page stays, and its rows are already requested.
    if (guessed && serialize(before) === serialize({ account, ...known })) return this.set(before);
    const { over, same } = compare(this.get(), account);
    const another = over && !same;
    // The same account keeps what is on the screen.
    if (!same) this.#parts.api.forget({ askAgain: !another });
    const { generation = 0 } = before;
    this.set({
      status: 'in',
      account,
      expired: false,
      generation: another ? generation + 1 : generation,
      ...known,
    });
    // Requests of the previous account were dropped; the page of the new account makes its own once it is rendered.
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
    // Pages that are still unmounting must not send requests without a session.
    this.#parts.api.forget({ askAgain: false });
    if (system) this.set((now) => (now.status === 'out' ? { ...now, system } : now));
  }

  #readPublicInfo(): Promise<SystemInfo | undefined> {
    return readOptional<SystemInfo>(this.#parts.transport, this.#app.session.publicInfo);
  }
}

/**
 * Whether the account signs in over the page of a previous one, and whether it is the same with the same permissions.
 */
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
