/** Asks the server every ten seconds whether it is well, and keeps what the answer was. */
import type { CompiledOperation } from '../language/compiled.ts';
import { createStore } from './store.ts';
import { send } from './transport.ts';

export const HEARTBEAT_INTERVAL = 10_000;
const PATIENCE = 8_000;

export interface Connection {
  lost: boolean;
  /** When a heartbeat last succeeded. */
  lastSuccess?: Date;
  /** Failed tries since then. */
  failures: number;
}

export const connection = createStore<Connection>({ lost: false, failures: 0 });

/** Begins the heartbeat, if the product has one; the function that comes back ends it. */
export function startHeartbeat(operation: CompiledOperation | undefined): () => void {
  if (!operation) return () => undefined;
  const tick = () => void beat(operation);
  const timer = setInterval(tick, HEARTBEAT_INTERVAL);
  window.addEventListener('online', tick);
  connection.set({ lost: false, failures: 0, lastSuccess: new Date() });
  return () => {
    clearInterval(timer);
    window.removeEventListener('online', tick);
  };
}

/** One heartbeat. An answer that does not come in time is a failure too. */
export async function beat(operation: CompiledOperation): Promise<void> {
  const patience = new AbortController();
  const timer = setTimeout(() => patience.abort(), PATIENCE);
  try {
    await send(operation, {}, { signal: patience.signal });
    connection.set({ lost: false, failures: 0, lastSuccess: new Date() });
  } catch {
    connection.set((now) => ({ ...now, lost: true, failures: now.failures + 1 }));
  } finally {
    clearTimeout(timer);
  }
}
