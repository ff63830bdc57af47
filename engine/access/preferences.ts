/**
 * Preferences for views, of the account, of its roles and of all users (`preferences` of screens/app.json). Preferences
 * stored in the browser apply immediately and are replaced by those stored on the server, which are read together with
 * the session. A change by the user applies immediately and is sent after a pause; a change that could not be sent is
 * sent at the next start.
 */
import type { ApiProblem, Problems } from '../data/problem.ts';
import type { Stored } from '../data/storage.ts';
import { createStore, type Store } from '../data/store.ts';
import type { Transport } from '../data/transport.ts';
import type { CompiledPreferences } from '../language/compiled.ts';

declare module '../data/engine.ts' {
  interface Engine {
    readonly preferences: Preferences;
  }
}

/** A row stored on the server for a role or for all users. */
export interface Shared {
  version: number;
  owner: 'ROLE' | 'ALL';
  roleId: string | null;
  roleName?: string | null;
  /** False when the account only administers the row. */
  applies?: boolean;
  screen: string;
  view: string;
  schemaVersion: number;
  value: unknown;
}

export type PreferenceRow = Omit<Shared, 'owner'> & { owner: Shared['owner'] | 'ACCOUNT' };

/** Stored preferences, by `screen/view`: id of the screen and place in its file. */
export interface Kept {
  version: number;
  own: Readonly<Record<string, unknown>>;
  shared: readonly Shared[];
  /** Keys of `own` that the server has not accepted yet. */
  unsent: readonly string[];
  /** `own` was stored in the browser alone: values that the server already has take precedence. */
  moved?: true;
}

/** With whom a preference is shared. */
export type Audience = Pick<Shared, 'owner' | 'roleId'>;

/** Version of the format stored in the browser. */
const VERSION = 3;
/** Schema version of the values; values of another version are ignored. */
const SCHEMA = 1;
/** Milliseconds without a change before it is sent. */
const PAUSE = 600;
/** Page size of the request: the maximum of a list in the API, and more than anyone has. */
const ALL = 1000;
/** Statuses of refusals that are not about the sent value; it is sent again later. */
const LATER = new Set([401, 408, 429]);
const EMPTY: Kept = { version: VERSION, own: {}, shared: [], unsent: [] };

interface PreferenceParts {
  storage: Stored;
  transport: Transport;
  problems: Problems;
  /** The operations that store preferences; without them only the browser stores them. */
  by: CompiledPreferences | undefined;
}

export class Preferences implements Store<Kept> {
  /** The operations that store preferences; undefined when only the browser stores them. */
  readonly keptBy: CompiledPreferences | undefined;
  readonly #parts: PreferenceParts;
  readonly #store = createStore<Kept>(EMPTY);
  #reader: string | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #sending: Promise<void> = Promise.resolve();

  constructor(parts: PreferenceParts) {
    this.#parts = parts;
    this.keptBy = parts.by;
  }

  readonly get = (): Kept => this.#store.get();
  readonly set: Store<Kept>['set'] = (next) => this.#store.set(next);
  readonly subscribe: Store<Kept>['subscribe'] = (listener) => this.#store.subscribe(listener);

  /** Shows the preferences that the browser stores for this account; each account has its own. */
  open(login: string | undefined): void {
    if (this.#reader === login) return;
    this.end();
    this.#reader = login;
    this.set(parse(this.#parts.storage.read(this.#storageKey())));
  }

  /** Requests the account's preferences; undefined when only the browser stores them, or when the call failed. */
  async read(): Promise<readonly PreferenceRow[] | undefined> {
    if (!this.keptBy) return undefined;
    try {
      const reply = await this.#parts.transport.send(this.keptBy.list, {}, { page: 0, count: ALL });
      return (reply as { list: PreferenceRow[] }).list;
    } catch {
      return undefined;
    }
  }

  /** Replaces what the browser stored by what the server has. */
  take(rows: readonly PreferenceRow[] | undefined): void {
    if (!rows) return;
    const now = this.get();
    const next = merged(now, rows);
    // Equal preferences must not cause a re-render.
    if (JSON.stringify(next) !== JSON.stringify(now)) this.#keep(next);
    if (next.unsent.length) this.#sendLater();
  }

  /** Sets the account's own preferences for a view. */
  setOwn(id: string, value: unknown): void {
    const now = this.get();
    const unsent = now.unsent.includes(id) ? now.unsent : [...now.unsent, id];
    this.#keep({ ...now, own: { ...now.own, [id]: value }, unsent });
    this.#sendLater();
  }

  /**
   * Changes the preferences of a role or of all users for a view. Throws an ApiProblem; the change is applied on top of
   * a save by another user.
   */
  async share(id: string, audience: Audience, change: (value: unknown) => unknown): Promise<void> {
    const { transport, problems } = this.#parts;
    const isIt = (row: Shared) =>
      row.screen + row.view === id && row.owner === audience.owner && row.roleId === audience.roleId;
    const save = async (before: Shared | undefined) =>
      (await transport.send(this.keptBy!.share!, {
        ...placeOf(id),
        owner: audience.owner,
        ...(audience.roleId === null ? {} : { roleId: audience.roleId }),
        ...(before ? { version: before.version } : {}),
        value: change(before?.value),
      })) as Shared;
    const row = await save(this.get().shared.find(isIt)).catch(async (error: unknown) => {
      const { code, details } = problems.of(error);
      if (code !== 'stale') throw error;
      return save(details?.current as Shared | undefined);
    });
    const now = this.get();
    this.#keep({ ...now, shared: [...now.shared.filter((one) => !isIt(one)), row] });
  }

  /** Cancels the pending save. */
  end(): void {
    clearTimeout(this.#timer);
  }

  #storageKey(): string {
    return `looks:${this.#reader ?? ''}`;
  }

  #keep(next: Kept): void {
    this.set(next);
    this.#parts.storage.write(this.#storageKey(), JSON.stringify(next));
  }

  #sendLater(): void {
    clearTimeout(this.#timer);
    if (!this.keptBy) return;
    // One request after the other, so that an earlier value never arrives last.
    this.#timer = setTimeout(() => (this.#sending = this.#sending.then(() => this.#sendUnsent())), PAUSE);
  }

  async #sendUnsent(): Promise<void> {
    const [of, { unsent, own }] = [this.#reader, this.get()];
    for (const id of unsent) {
      const problem = await this.#save(id, own[id]);
      // Another account has signed in meanwhile: the unsent rest stays stored for the first.
      if (of !== this.#reader) return;
      if (problem && (problem.status >= 500 || LATER.has(problem.status))) return;
      if (problem) console.error(`The preferences of ${id} were refused`, problem);
      const now = this.get();
      if (now.own[id] === own[id]) this.#keep({ ...now, unsent: now.unsent.filter((one) => one !== id) });
    }
  }

  async #save(id: string, value: unknown): Promise<ApiProblem | undefined> {
    const { transport, problems } = this.#parts;
    try {
      await transport.send(this.keptBy!.save, { ...placeOf(id), value });
      return undefined;
    } catch (error) {
      return problems.of(error);
    }
  }
}

/** Returns the stored preferences, with the server's rows in place of those that the server has accepted. */
function merged(now: Kept, rows: readonly PreferenceRow[]): Kept {
  const known = rows.filter(({ schemaVersion }) => schemaVersion === SCHEMA);
  const theirs = Object.fromEntries(
    known.filter(({ owner }) => owner === 'ACCOUNT').map((row) => [row.screen + row.view, row.value]),
  );
  const unsent = now.moved ? now.unsent.filter((id) => !(id in theirs)) : now.unsent;
  const mine = Object.fromEntries(unsent.map((id) => [id, now.own[id]]));
  return {
    version: VERSION,
    own: { ...theirs, ...mine },
    shared: known.filter((row): row is Shared => row.owner !== 'ACCOUNT'),
    unsent,
  };
}

/** Splits a key into the id of the screen and the place of the view in its file, which begins with a slash. */
function placeOf(id: string) {
  const slash = id.indexOf('/');
  return { screen: id.slice(0, slash), view: id.slice(slash), schemaVersion: SCHEMA };
}

function parse(text: string | null): Kept {
  try {
    const stored = JSON.parse(text ?? '{}') as Partial<Kept> & BrowserLooks;
    const { shared = [], unsent = [], own = {} } = stored;
    if (stored.version === VERSION && Array.isArray(shared) && Array.isArray(unsent))
      return { ...EMPTY, ...stored, shared, unsent, own };
    return stored.version === 2 ? movedFrom(stored) : EMPTY;
  } catch {
    return EMPTY;
  }
}

/** Version 2: looks of tables, and one density for all tables, stored in the browser alone. */
interface BrowserLooks {
  tables?: Record<string, unknown>;
  compact?: boolean;
}

function movedFrom({ tables = {}, compact = false }: BrowserLooks): Kept {
  const own: Record<string, unknown> = compact ? { '*/*': { compact } } : {};
  for (const [id, looks] of Object.entries(tables)) own[id] = { looks };
  return { ...EMPTY, own, unsent: Object.keys(own), moved: true };
}
