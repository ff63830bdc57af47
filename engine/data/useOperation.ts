/** Reads operations for components. */
import useSWR, { type SWRConfiguration } from 'swr';
import type { CompiledOperation } from '../language/compiled.ts';
import { useEngine } from './engine.ts';
import type { ApiProblem } from './problem.ts';
import type { Arguments, Paging } from '../language/request.ts';
import { useLocale } from './useLocale.ts';

export interface OperationResult<T> {
  /** The last reply; while other arguments are requested, the previous one. */
  data: T | undefined;
  error: ApiProblem | undefined;
  /** There is no reply or error to show yet. */
  loading: boolean;
  /** The shown reply belongs to earlier arguments; the request for the current ones is pending. */
  previous: boolean;
  /** A request is pending, whether or not a reply is shown. */
  validating: boolean;
  reload(): Promise<void>;
  /** Changes the shown reply, if there is one, without a request. */
  patch(change: (reply: T) => T): void;
}

export interface UseOperationOptions extends Paging {
  /** Requests once and keeps the reply until it is invalidated. */
  immutable?: boolean;
  /** Does not show the reply of earlier arguments while new ones are requested. */
  keepPrevious?: boolean;
  /** Called instead of the operation itself; whatever makes the operation's reply stale also makes this one stale. */
  load?: (args: Arguments) => Promise<unknown>;
}

const CONFIG: SWRConfiguration = {
  revalidateOnFocus: false,
  revalidateOnReconnect: true,
  shouldRetryOnError: false,
  dedupingInterval: 500,
};

/** Reads an operation; `args` of null requests nothing. The last request wins, in whatever order replies arrive. */
export function useOperation<T = unknown>(
  operation: CompiledOperation | undefined,
  args: Arguments | null,
  options: UseOperationOptions = {},
): OperationResult<T> {
  const { api, transport, problems } = useEngine();
  // Subscribes to the language, which is part of the key.
  useLocale();
  const { immutable, keepPrevious = true, load, ...paging } = options;
  const key = operation && args ? api.keyOf(operation, args, paging) : null;
  const read = async (of: string): Promise<T> => {
    // Read from the key: the arguments may have changed since this request was scheduled.
    const request = api.requestOf(of);
    try {
      return (await (load
        ? load(request.args)
        : transport.send(operation!, request.args, request.paging))) as T;
    } catch (error) {
      throw problems.of(error);
    }
  };
  const swr = useSWR<T, ApiProblem, string | null>(key, read, {
    ...CONFIG,
    keepPreviousData: keepPrevious,
    ...(immutable && { revalidateIfStale: false, revalidateOnReconnect: false }),
  });
  return {
    data: key ? swr.data : undefined,
    error: swr.error,
    loading: key !== null && swr.data === undefined && swr.error === undefined,
    previous: key !== null && swr.data !== undefined && swr.isLoading,
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
