/** Calls the server every ten seconds and stores whether it answers. */
import type { CompiledOperation } from '../language/compiled.ts';
import { createStore, type Store } from './store.ts';
import type { Transport } from './transport.ts';

declare module './engine.ts' {
  interface Engine {
    readonly connection: ConnectionStore;
  }
}

export const HEARTBEAT_INTERVAL = 10_000;
/** Timeout of a heartbeat in milliseconds. */
const TIMEOUT = 8_000;

export interface Connection {
  lost: boolean;
  /** Time of the last successful heartbeat. */
  lastSuccess?: Date;
  /** Failed attempts since then. */
  failures: number;
}

export interface ConnectionStore extends Store<Connection> {
  /** Starts the heartbeat, if the product has one; the returned function stops it. */
  start(operation: CompiledOperation | undefined): () => void;
  /** Sends one heartbeat. No answer within the timeout counts as a failure too. */
  beat(operation: CompiledOperation): Promise<void>;
}

export function createConnection({ send }: Transport): ConnectionStore {
  const store = createStore<Connection>({ lost: false, failures: 0 });
  const beat = async (operation: CompiledOperation) => {
    const timeout = new AbortController();
    const timer = setTimeout(() => timeout.abort(), TIMEOUT);
    try {
      await send(operation, {}, { signal: timeout.signal });
      store.set({ lost: false, failures: 0, lastSuccess: new Date() });
    } catch {
      store.set((now) => ({ ...now, lost: true, failures: now.failures + 1 }));
    } finally {
      clearTimeout(timer);
    }
  };
  return {
    ...store,
    beat,
    start(operation) {
      if (!operation) return () => undefined;
      const tick = () => void beat(operation);
      const timer = setInterval(tick, HEARTBEAT_INTERVAL);
      window.addEventListener('online', tick);
      store.set({ lost: false, failures: 0, lastSuccess: new Date() });
      return () => {
        clearInterval(timer);
        window.removeEventListener('online', tick);
      };
    },
  };
}
