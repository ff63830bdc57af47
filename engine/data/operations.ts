/**
 * Reading and calling operations. Replies live in SWR's cache under [operation, locale, arguments, page]; a
 * call that succeeds drops the replies that it makes stale (`changes`), and what is on screen asks again.
 */
import useSWR, { mutate, preload, SWRConfig, unstable_serialize, type SWRConfiguration } from 'swr';
import type { CompiledOperation } from '../language/compiled.ts';
import { currentLocale, useLocale } from './locale.ts';
import { asProblem, type ApiProblem } from './problem.ts';
import { isEmpty, type Arguments, type Paging } from './request.ts';
import { send, type SendOptions, type VersionedOperation } from './transport.ts';

export interface OperationResult<T> {
  /** The last reply; while other arguments are asked for, still the previous one. */
  data?: T;
  error?: ApiProblem;
  /** There is nothing to show yet. */
  loading: boolean;
  /** A request is under way, whether or not there is something to show. */
  validating: boolean;
  reload(): Promise<void>;
  /** Changes the reply that is shown, if there is one, without asking. */
  patch(change: (reply: T) => T): void;
}

export interface UseOperationOptions extends Paging {
  /** Ask once and keep the reply until it is invalidated. */
  immutable?: boolean;
  /** Do not show the reply of earlier arguments while new ones are asked for. */
  keepPrevious?: boolean;
  /** Asks in place of the operation itself; what makes its reply stale makes this stale. */
  ask?: (args: Arguments) => Promise<unknown>;
}

type Key = [id: string, locale: string, args: Arguments, paging: Paging];

const CONFIG: SWRConfiguration = {
  revalidateOnFocus: false,
  revalidateOnReconnect: true,
  shouldRetryOnError: false,
  dedupingInterval: 500,
};

/** Reads an operation; `args` of null asks for nothing. The last request wins, whatever comes back first. */
export function useOperation<T = unknown>(
  operation: CompiledOperation | undefined,
  args: Arguments | null,
  options: UseOperationOptions = {},
): OperationResult<T> {
  const { locale } = useLocale();
  const { immutable, keepPrevious = true, ask, ...paging } = options;
  const key = operation && args ? keyOf(operation, args, paging, locale) : null;
  const swr = useSWR<T, ApiProblem, Key | null>(key, fetcherOf<T>(operation, ask), {
    ...CONFIG,
    keepPreviousData: keepPrevious,
    ...(immutable && { revalidateIfStale: false, revalidateOnReconnect: false }),
  });
  return {
    data: key ? swr.data : undefined,
    error: swr.error,
    loading: key !== null && swr.data === undefined && swr.error === undefined,
    validating: swr.isValidating,
    reload: async () => {
      await swr.mutate();
    },
    patch: (change) => {
      const changed = (now: T | undefined) => (now === undefined ? now : change(now));
      void swr.mutate(changed, { revalidate: false });
    },
  };
}

/** Calls an operation without a cache; on success whatever it makes stale is asked for again. */
export async function callOperation(
  operation: VersionedOperation,
  args: Arguments,
  options: SendOptions = {},
): Promise<unknown> {
  const reply = await send(operation, args, options);
  for (const listener of listeners) listener(operation, reply);
  await invalidate(operation.changes);
  return reply;
}

/**
 * Reads outside React. Without `fresh` a reply in the cache is enough, and one request serves all who ask
 * at the same time.
 */
export async function fetchOperation<T = unknown>(
  operation: CompiledOperation,
  args: Arguments,
  options: Paging & { fresh?: boolean } = {},
): Promise<T> {
  const { fresh, ...paging } = options;
  const key = keyOf(operation, args, paging, currentLocale());
  const name = unstable_serialize(key);
  const cached = SWRConfig.defaultValue.cache.get(name)?.data as T | undefined;
  if (cached !== undefined && !fresh) return cached;
  const waiting = inFlight.get(name) as Promise<T> | undefined;
  if (waiting) return waiting;
  const request = send(operation, args, paging) as Promise<T>;
  inFlight.set(name, request);
  try {
    const reply = await request;
    stored.set(name, key);
    await mutate(key, reply, { revalidate: false });
    return reply;
  } finally {
    inFlight.delete(name);
  }
}

/** Starts a read that a component will soon ask for with the same arguments. */
export function preloadOperation(operation: CompiledOperation, args: Arguments, paging: Paging = {}): void {
  const started = preload(
    keyOf(operation, args, paging, currentLocale()),
    fetcherOf(operation),
  ) as Promise<unknown>;
  started.catch(() => undefined);
}

/**
 * Drops the replies of these operations, also those that nobody shows now, and asks again for the shown.
 * Resolves at once: the screens keep what they have until the new replies arrive.
 */
export async function invalidate(operationIds: readonly string[]): Promise<void> {
  if (!operationIds.length) return;
  const stale = new Set(operationIds);
  await drop((id) => stale.has(id));
}

/** Forgets every reply: another account sees other rows. What is on screen asks again, unless nobody may ask. */
export async function forgetReplies({ askAgain = true } = {}): Promise<void> {
  inFlight.clear();
  await drop(() => true, askAgain);
}

async function drop(isStale: (operationId: string) => boolean, revalidate = true): Promise<void> {
  // SWR's filter sees only the keys that a component asked for.
  const dropped = [...stored].filter(([, key]) => isStale(key[0]));
  for (const [name] of dropped) stored.delete(name);
  const { cache } = SWRConfig.defaultValue;
  const unseen = dropped.filter(([name]) => !(cache.get(name) as { _k?: unknown } | undefined)?._k);
  await Promise.all([
    mutate((key) => Array.isArray(key) && isStale(key[0] as string), undefined, { revalidate }),
    ...unseen.map(([, key]) => mutate(key, undefined, { revalidate })),
  ]);
}

type CallListener = (operation: CompiledOperation, reply: unknown) => void;
const listeners = new Set<CallListener>();
const inFlight = new Map<string, Promise<unknown>>();
/** Keys of the replies that were read outside React. */
const stored = new Map<string, Key>();

/** Hears of every successful call. */
export function onCall(listener: CallListener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function fetcherOf<T>(operation: CompiledOperation | undefined, ask?: UseOperationOptions['ask']) {
  return async ([, , args, paging]: Key): Promise<T> => {
    try {
      return (await (ask ? ask(args) : send(operation!, args, paging))) as T;
    } catch (error) {
      throw asProblem(error);
    }
  };
}

/** Arguments that are not sent make no difference to the key, so the same question is asked once. */
function keyOf(operation: CompiledOperation, args: Arguments, paging: Paging, locale: string): Key {
  const sent = Object.fromEntries(Object.entries(args).filter(([, value]) => !isEmpty(value)));
  return [operation.id, locale, sent, paging];
}
