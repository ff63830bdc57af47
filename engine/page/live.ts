/** Updates a loaded reply from the live channel: `live` of a table's source and of a record. */
import { useCallback, useEffect, useRef } from 'react';
import type { OperationResult } from '../data/useOperation.ts';
import { useEngine } from '../data/engine.ts';
import type { LiveItem } from '../data/liveSocket.ts';
import { applyLive, type LiveRules } from '../data/liveReply.ts';
import { createThrottledReload, type ThrottledReload } from '../data/throttledReload.ts';
import type { CompiledLive } from '../language/compiled.ts';
import { evaluate, type Scope } from '../language/evaluate.ts';
import { NEW } from '../language/request.ts';
import { useSelected } from './scope.ts';

/** Index of the broadcast for the rows that the account can read anyway: those of its instance. */
const OWN = '*';

export interface LiveSource extends Omit<LiveRules, 'mode'> {
  loaded: Pick<OperationResult<unknown>, 'validating' | 'patch' | 'reload'>;
  /** Whether the source is requested at all. */
  requested: boolean;
}

export function useLive(live: readonly CompiledLive[], source: LiveSource): void {
  const channel = useEngine().live;
  const latest = useRef(source);
  useEffect(() => {
    latest.current = source;
  });
  const indexes = useSelected(
    useCallback(
      (scope: Scope) => live.map(({ index }) => (index ? indexText(evaluate(index, scope)) : OWN)),
      [live],
    ),
  );
  const throttledReload = useRef<ThrottledReload>(undefined);
  useEffect(() => {
    const made = createThrottledReload(() => void latest.current.loaded.reload());
    throttledReload.current = made;
    return () => made.stop();
  }, []);

  const { requested } = source;
  useEffect(() => {
    if (!requested) return;
    const apply = (mode: CompiledLive['mode'], item: LiveItem) => {
      const { loaded, ...rules } = latest.current;
      // A pending reply may be older than the message, and would be taken for the newer one.
      if (loaded.validating) return throttledReload.current?.request();
      loaded.patch((reply) => {
        const change = applyLive(reply, item, { ...rules, mode });
        if (change.reload) throttledReload.current?.request();
        return change.reply;
      });
    };
    const subscriptions = live.map(({ broadcast, mode }, i) => {
      const index = indexes[i];
      if (!index) return undefined;
      return channel.subscribe(broadcast, index, {
        item: (item) => apply(mode, item),
        reset: () => throttledReload.current?.request(),
      });
    });
    return () => subscriptions.forEach((unsubscribe) => unsubscribe?.());
  }, [channel, live, indexes, requested]);
}

/** Empty while the value is unknown, and for a record that does not exist yet. */
const indexText = (value: unknown): string => (value == null || value === NEW ? '' : String(value));
