/** Has the calls of the page answered in a state of the data while the workshop is open. */
import { useEffect, useRef, useState } from 'react';
import { useEngine } from '../data/engine.ts';
import { withDataState, type Concerns, type DataState } from '../data/dataStates.ts';

/** The state in which calls are answered by now. */
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
  // What was on its way in the state before was thrown away: the preview, drawn anew by now, asks for itself.
  useEffect(() => {
    if (before.current !== present) void api.forget();
    before.current = present;
  }, [api, present]);
  return present;
}
