/**
 * Reads and calls operations. Replies are stored in the cache of SWR's provider, which the engine owns; a successful
 * call drops the replies that it makes stale (`changes`), and those on screen are requested again.
 */
import type { ScopedMutator, State } from 'swr';
import type { CompiledOperation } from '../language/compiled.ts';
import type { I18n } from './i18n.ts';
import type { ApiProblem } from './problem.ts';
import { isEmpty, type Arguments, type Paging } from '../language/request.ts';
import type { SendOptions, Transport, VersionedOperation } from './transport.ts';

declare module './engine.ts' {
  interface Engine {
    readonly api: Api;
  }
}

/** A reply in the cache, and its pending request when one was made outside React. */
interface Entry extends State<unknown, ApiProblem> {
  request?: Promise<unknown> | undefined;
}

/** Writes to the cache so that hooks see it; SWR provides both functions to components only. */
interface Writer {
  mutate: ScopedMutator;
  unload(options: { revalidate: boolean }): void;
}

type CallListener = (operation: CompiledOperation, reply: unknown) => void;

export interface Api {
  /** The cache of SWR's provider, by `keyOf`. */
  readonly cache: Map<string, Entry>;
  /** Connects the cache to the hooks that show it; the returned function disconnects it. */
  connect(writer: Writer): () => void;
  /** The key of a reply: the operation's id, the language, the arguments and the page. */
  keyOf(operation: CompiledOperation, args: Arguments, paging: Paging): string;
  /** Returns the arguments and paging that the key contains. */
  requestOf(key: string): { args: Arguments; paging: Paging };
  /** Calls an operation; on success the replies that it makes stale are dropped. Rejects with an ApiProblem. */
  call(operation: VersionedOperation, args: Arguments, options?: SendOptions): Promise<unknown>;
  /**
   * Reads an operation outside React. Without `fresh` a cached reply suffices. Simultaneous reads share one request.
   */
  read<T = unknown>(
    operation: CompiledOperation,
    args: Arguments,
    options?: Paging & { fresh?: boolean },
  ): Promise<T>;
  /**
   * Drops the replies of these operations, also those not on screen, and requests those on screen again. Resolves
   * immediately: the screens keep what they show until the new replies arrive.
   */
  invalidate(operationIds: readonly string[]): Promise<void>;
  /** Drops every reply: another account sees other rows. Unless `askAgain` is false, hooks request theirs again. */
  forget(options?: { askAgain?: boolean }): void;
  /** Calls the listener after every successful call. */
  onCall(listener: CallListener): () => void;
}

interface ApiParts {
  i18n: Pick<I18n, 'current'>;
  transport: Transport;
}

export function createApi({ i18n, transport }: ApiParts): Api {
  const listeners = new Set<CallListener>();
  const replies = createReplies();
  const keyOf = (operation: CompiledOperation, args: Arguments, paging: Paging) =>
    `${operation.id} ${i18n.current()} ${JSON.stringify([sorted(args), sorted(paging)])}`;
  const invalidate = async (ids: readonly string[]) => {
    const stale = new Set(ids);
    const keys = [...replies.cache.keys()].filter((key) => stale.has(key.slice(0, key.indexOf(' '))));
    await Promise.all(keys.map((key) => replies.write(key, undefined, true)));
  };
  return {
    cache: replies.cache,
    connect: replies.connect,
    keyOf,
    requestOf,
    invalidate,
    async call(operation, args, options = {}) {
      const reply = await transport.send(operation, args, options);
      for (const listener of listeners) listener(operation, reply);
      await invalidate(operation.changes);
      return reply;
    },
    read<T>(
      operation: CompiledOperation,
      args: Arguments,
      { fresh = false, ...paging }: Paging & { fresh?: boolean } = {},
    ) {
      const send = () => transport.send(operation, args, paging);
      return replies.read(keyOf(operation, args, paging), fresh, send) as Promise<T>;
    },
    forget: ({ askAgain = true } = {}) => replies.clear(askAgain),
    onCall(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** The cache: written directly while no hook is connected, otherwise through SWR. */
function createReplies() {
  const cache = new Map<string, Entry>();
  let writer: Writer | undefined;
  const write = async (key: string, data: unknown, revalidate: boolean): Promise<void> => {
    const { request: _dropped, ...rest } = cache.get(key) ?? {};
    cache.set(key, writer ? rest : { data });
    await writer?.mutate(key, data, { revalidate });
  };
  /** A reply that was dropped while its request was pending is returned, but not stored. */
  const read = async (key: string, fresh: boolean, send: () => Promise<unknown>): Promise<unknown> => {
    const { data, request: waiting } = cache.get(key) ?? {};
    if (data !== undefined && !fresh) return data;
    if (waiting) return waiting;
    const request = send();
    const isCurrent = () => cache.get(key)?.request === request;
    cache.set(key, { ...cache.get(key), request });
    try {
      const reply = await request;
      if (isCurrent()) await write(key, reply, false);
      return reply;
    } finally {
      if (isCurrent()) cache.set(key, { ...cache.get(key), request: undefined });
    }
  };
  return {
    cache,
    read,
    write,
    clear(revalidate: boolean) {
      if (writer) writer.unload({ revalidate });
      else cache.clear();
    },
    connect(to: Writer) {
      writer = to;
      return () => {
        if (writer === to) writer = undefined;
      };
    },
  };
}

type Pairs = [name: string, value: unknown][];

function requestOf(key: string): { args: Arguments; paging: Paging } {
  const [args, paging] = JSON.parse(key.slice(key.indexOf(' ', key.indexOf(' ') + 1))) as [Pairs, Pairs];
  return { args: Object.fromEntries(args), paging: Object.fromEntries(paging) };
}

/** Arguments that are not sent do not affect the key, nor does their order. */
function sorted(args: object): Pairs {
  return Object.entries(args)
    .filter(([, value]) => !isEmpty(value))
    .sort(([a], [b]) => (a < b ? -1 : 1));
}
