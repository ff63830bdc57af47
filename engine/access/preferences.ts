/**
 * What an account, its roles and all have of views (`preferences` of screens/app.json). What the browser keeps is there at
 * once; what the server keeps takes its place as it comes, beside the session. A change of the reader holds at once and is
 * sent after a pause; one that was not taken is sent at the next start.
 */
import { asProblem, type ApiProblem } from '../data/problem.ts';
import { readStored, writeStored } from '../data/storage.ts';
import { createStore } from '../data/store.ts';
import { send } from '../data/transport.ts';
import type { CompiledPreferences } from '../language/compiled.ts';

/** A row of the server, of a role or of all. */
export interface Shared {
  version: number;
  owner: 'ROLE' | 'ALL';
  roleId: string | null;
  roleName?: string | null;
  /** False: the account only administers it. */
  applies?: boolean;
  screen: string;
  view: string;
  schemaVersion: number;
  value: unknown;
}

type Row = Omit<Shared, 'owner'> & { owner: Shared['owner'] | 'ACCOUNT' };

/** What is kept of views, by `screen/view`: id of the screen and place in its file. */
export interface Kept {
  version: number;
  own: Readonly<Record<string, unknown>>;
  shared: readonly Shared[];
  /** What of `own` the server has not taken yet. */
  unsent: readonly string[];
  /** `own` was kept by the browser alone: what the server has already goes before it. */
  moved?: true;
}

/** With whom something is shared. */
export type Audience = Pick<Shared, 'owner' | 'roleId'>;

/** Of what the browser keeps. */
const VERSION = 3;
/** Of the values: one of another is left alone. */
const SCHEMA = 1;
/** Milliseconds without a change before it is sent. */
const PAUSE = 600;
/** So many are asked for: what a list of the API gives at once, and more than people make. */
const ALL = 1000;
/** Refusals that say nothing of what was sent. */
const LATER = new Set([401, 408, 429]);
const EMPTY: Kept = { version: VERSION, own: {}, shared: [], unsent: [] };

export const preferences = createStore<Kept>(EMPTY);

let operations: CompiledPreferences | undefined;
let reader: string | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;
let sending: Promise<void> = Promise.resolve();

/** The operations that keep preferences; undefined where the browser alone does. */
export const keptBy = (): CompiledPreferences | undefined => operations;

const storageKey = (): string => `looks:${reader ?? ''}`;

/** Shows what the browser keeps of this account; another reader has other preferences. */
export function openPreferences(login: string | undefined, by: CompiledPreferences | undefined): void {
  operations = by;
  if (reader === login) return;
  clearTimeout(timer);
  reader = login;
  preferences.set(parse(readStored(storageKey())));
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

/** Version 2: looks of tables and the density of all, in the browser alone. */
interface BrowserLooks {
  tables?: Record<string, unknown>;
  compact?: boolean;
}

function movedFrom({ tables = {}, compact = false }: BrowserLooks): Kept {
  const own: Record<string, unknown> = compact ? { '*/*': { compact } } : {};
  for (const [id, looks] of Object.entries(tables)) own[id] = { looks };
  return { ...EMPTY, own, unsent: Object.keys(own), moved: true };
}

function keep(next: Kept): void {
  preferences.set(next);
  writeStored(storageKey(), JSON.stringify(next));
}

/** Asks for all that concerns the account; undefined where nobody keeps it, or it could not be had. */
export async function readPreferences(
  by: CompiledPreferences | undefined,
): Promise<readonly Row[] | undefined> {
  if (!by) return undefined;
  try {
    return ((await send(by.list, {}, { page: 0, count: ALL })) as { list: Row[] }).list;
  } catch {
    return undefined;
  }
}

/** Puts what the server has in the place of what the browser kept. */
export function takePreferences(rows: readonly Row[] | undefined): void {
  if (!rows) return;
  const now = preferences.get();
  const known = rows.filter(({ schemaVersion }) => schemaVersion === SCHEMA);
  const theirs = Object.fromEntries(
    known.filter(({ owner }) => owner === 'ACCOUNT').map((row) => [row.screen + row.view, row.value]),
  );
  const unsent = now.moved ? now.unsent.filter((id) => !(id in theirs)) : now.unsent;
  const mine = Object.fromEntries(unsent.map((id) => [id, now.own[id]]));
  const next: Kept = {
    version: VERSION,
    own: { ...theirs, ...mine },
    shared: known.filter((row): row is Shared => row.owner !== 'ACCOUNT'),
    unsent,
  };
  // What is as it was draws nothing anew.
  if (JSON.stringify(next) !== JSON.stringify(now)) keep(next);
  if (unsent.length) sendLater();
}

/** Sets what the account itself has of a view. */
export function setOwn(id: string, value: unknown): void {
  const now = preferences.get();
  const unsent = now.unsent.includes(id) ? now.unsent : [...now.unsent, id];
  keep({ ...now, own: { ...now.own, [id]: value }, unsent });
  sendLater();
}

function sendLater(): void {
  clearTimeout(timer);
  // One after the other: an earlier value must not come last.
  if (operations) timer = setTimeout(() => (sending = sending.then(sendUnsent)), PAUSE);
}

async function sendUnsent(): Promise<void> {
  const [of, { unsent, own }] = [reader, preferences.get()];
  for (const id of unsent) {
    const fault = await sent(() => send(operations!.save, { ...placeOf(id), value: own[id] }));
    // Another reader has come meanwhile: what is left is kept for the first.
    if (of !== reader) return;
    if (fault && (fault.status >= 500 || LATER.has(fault.status))) return;
    if (fault) console.error(`What was kept of ${id} was refused`, fault);
    const now = preferences.get();
    if (now.own[id] === own[id]) keep({ ...now, unsent: now.unsent.filter((one) => one !== id) });
  }
}

async function sent(call: () => Promise<unknown>): Promise<ApiProblem | undefined> {
  try {
    await call();
    return undefined;
  } catch (error) {
    return asProblem(error);
  }
}

/** A table is named by its screen and its place in the file, which begins with a slash. */
const placeOf = (id: string) => {
  const slash = id.indexOf('/');
  return { screen: id.slice(0, slash), view: id.slice(slash), schemaVersion: SCHEMA };
};

/** Changes what a role or all have of a view. Throws an ApiProblem; what another has saved meanwhile is kept. */
export async function share(
  id: string,
  audience: Audience,
  change: (value: unknown) => unknown,
): Promise<void> {
  const place = placeOf(id);
  const isIt = (row: Shared) =>
    row.screen + row.view === id && row.owner === audience.owner && row.roleId === audience.roleId;
  const save = async (before: Shared | undefined) =>
    (await send(operations!.share!, {
      ...place,
      owner: audience.owner,
      ...(audience.roleId === null ? {} : { roleId: audience.roleId }),
      ...(before ? { version: before.version } : {}),
      value: change(before?.value),
    })) as Shared;
  const row = await save(preferences.get().shared.find(isIt)).catch(async (error: unknown) => {
    const { code, details } = asProblem(error);
    if (code !== 'stale') throw error;
    return save(details?.current as Shared | undefined);
  });
  const now = preferences.get();
  keep({ ...now, shared: [...now.shared.filter((one) => !isIt(one)), row] });
}
