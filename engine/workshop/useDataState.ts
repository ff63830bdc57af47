/** While the workshop is open, calls of the page are answered in a data state. */
import { useEffect, useRef, useState } from 'react';
import { useEngine } from '../data/engine.ts';
import { withDataState, type Concerns, type DataState } from '../data/dataStates.ts';

/** Returns the state in which calls are answered now. */
export function useDataState(state: DataState, concerns: Concerns): DataState {
  const { api, transport } = useEngine();
  const [present, setPresent] = useState<DataState>('normal');
  useEffect(() => {
    const stop = transport.intercept((fetch) => withDataState(fetch, state, concerns));
    api.forget({ askAgain: false });
    queueMicrotask(() => setPresent(state));
    return stop;
  }, [api, transport, state, concerns]);
  const before = useRef(present);
  // Pending requests of the previous state were dropped: the remounted preview sends its own.
  useEffect(() => {
    if (before.current !== present) void api.forget();
    before.current = present;
  }, [api, present]);
  return present;
}
