/** Keeps a reply that is shown in step with the server: broadcasts that concern it, and asking again. */
import { useEffect, useMemo, useRef, useState } from 'react';
import type { ApiProblem } from '../data/problem.ts';
import type { CompiledInStep, CompiledLive } from '../language/compiled.ts';
import { useLive, type LiveSource } from './live.ts';
import { useHolds } from './scope.ts';

interface Followed extends LiveSource {
  loaded: LiveSource['loaded'] & { data?: unknown; error?: ApiProblem };
}

const NOTHING: CompiledInStep = { live: [] satisfies CompiledLive[] };

export function useInStep(source: CompiledInStep | undefined, followed: Followed): void {
  const { live, poll } = source ?? NOTHING;
  useLive(live, followed);
  const { loaded, asked } = followed;
  const { data, error } = loaded;
  const done = useHolds(
    poll?.until,
    useMemo(() => (poll ? { result: data } : undefined), [poll, data]),
  );
  // What the server refuses it refuses again; what did not arrive may arrive the next time.
  const refused = error !== undefined && error.status >= 400 && error.status < 500;
  const answered = data !== undefined || error !== undefined;
  const seconds = poll && asked && answered && !done && !refused ? poll.every : undefined;
  const reload = useRef(loaded.reload);
  useEffect(() => {
    reload.current = loaded.reload;
  });
  const [asks, setAsks] = useState(0);
  useEffect(() => {
    if (seconds === undefined) return;
    return afterPause(seconds, () => void reload.current().finally(() => setAsks((before) => before + 1)));
    // Each answer begins a new pause.
  }, [seconds, asks]);
}

/** Runs the work once the time has passed and the page is looked at; the function that comes back gives it up. */
function afterPause(seconds: number, work: () => void): () => void {
  let due = false;
  const run = () => {
    if (!due || document.hidden) return;
    due = false;
    work();
  };
  const timer = setTimeout(() => {
    due = true;
    run();
  }, seconds * 1000);
  document.addEventListener('visibilitychange', run);
  return () => {
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', run);
  };
}
