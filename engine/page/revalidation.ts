/** Keeps a shown reply up to date with the server: through broadcasts that concern it, and by polling. */
import { useEffect, useMemo, useRef, useState } from 'react';
import type { ApiProblem } from '../data/problem.ts';
import { afterPause } from '../data/throttledReload.ts';
import type { CompiledInStep, CompiledOperation } from '../language/compiled.ts';
import { useLive, type LiveSource } from './live.ts';
import { useHolds } from './scope.ts';

interface Followed extends LiveSource {
  loaded: LiveSource['loaded'] & { data?: unknown; error?: ApiProblem | undefined };
}

const NOTHING: CompiledInStep = { live: [] };

export function useRevalidation(source: CompiledInStep | undefined, followed: Followed): void {
  const { live, poll } = source ?? NOTHING;
  useLive(live, followed);
  const { loaded, requested } = followed;
  const { data, error } = loaded;
  const done = useHolds(
    poll?.until,
    useMemo(() => (poll ? { result: data } : undefined), [poll, data]),
  );
  // A refused request would be refused again; a failed one may succeed the next time.
  const refused = error !== undefined && error.status >= 400 && error.status < 500;
  const answered = data !== undefined || error !== undefined;
  const seconds = poll && requested && answered && !done && !refused ? poll.every : undefined;
  const reload = useRef(loaded.reload);
  useEffect(() => {
    reload.current = loaded.reload;
  });
  const [polls, setPolls] = useState(0);
  useEffect(() => {
    if (seconds === undefined) return;
    return afterPause(
      seconds * 1000,
      () => void reload.current().finally(() => setPolls((before) => before + 1)),
    );
    // Each answer starts a new pause.
  }, [seconds, polls]);
}

/** The same for a reply that is shown completely: a record, or all rows of a list. */
export function useReplyRevalidation(
  source: CompiledInStep | undefined,
  loaded: Followed['loaded'],
  args: unknown,
  operation: CompiledOperation | undefined,
): void {
  useRevalidation(source, { loaded, requested: args !== null, key: operation?.key ?? NO_KEY, fits: false });
}

const NO_KEY: readonly string[] = [];
