/** Has the calls of the page answered in a state of the data while the workshop is open. */
import { useEffect, useRef, useState } from 'react';
import { withDataState, type Concerns, type DataState } from '../data/dataStates.ts';
import { forgetReplies } from '../data/operations.ts';

/** The state in which calls are answered by now. */
export function useDataState(state: DataState, concerns: Concerns): DataState {
  const [present, setPresent] = useState<DataState>('normal');
  useEffect(() => {
    const own = window.fetch;
    window.fetch = withDataState(own.bind(window), state, concerns);
    void forgetReplies({ askAgain: false }).then(() => setPresent(state));
    return () => {
      window.fetch = own;
    };
  }, [state, concerns]);
  const before = useRef(present);
  // What was on its way in the state before was thrown away: the preview, drawn anew by now, asks for itself.
  useEffect(() => {
    if (before.current !== present) void forgetReplies();
    before.current = present;
  }, [present]);
  return present;
}
