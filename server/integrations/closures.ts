/**
 * Client of the closure service: a closure sent to it applies to every router that uses it. The service may refuse, be
 * slow or be unreachable.
 */
import { ExchangeError } from './talon.ts';

/** A closure as sent to the service. */
export interface SentClosure {
  id: string;
  /** Number assigned by the service; null until it knows the closure. */
  number: string | null;
  reason: string;
  geometry: unknown;
  from: string;
  to: string | null;
}

/** State of a closure in the service. */
export type Decision = 'WAITS' | 'CONFIRMED' | 'REMOVED';

export interface Closures {
  /** Throws unless the service accepts requests now; called before anything is sent. */
  available(): Promise<void>;
  /** Sends a new or changed closure; returns its number. */
  send(closure: SentClosure): Promise<string>;
  remove(number: string): Promise<void>;
  /** Returns its state; `wanted` is the last requested state. */
  decision(number: string, wanted: 'CONFIRMED' | 'REMOVED'): Promise<Decision>;
}

/** Longest wait for a reply. */
const PATIENCE_MS = 4_000;
/** Addresses of the demonstration: `demo:accepts`, `demo:refused`, `demo:slow`, `demo:gone`. */
const DEMO = 'demo:';

/** Returns a client of the service at an address; without an address every call fails with GONE. */
export function closuresAt(address: string | null, patienceMs = PATIENCE_MS): Closures {
  if (address === null || address === '') return demoClosures('gone', patienceMs);
  return address.startsWith(DEMO)
    ? demoClosures(address.slice(DEMO.length), patienceMs)
    : overHttp(address, patienceMs);
}

function overHttp(address: string, patienceMs: number): Closures {
  async function ask(path: string, init: RequestInit = {}): Promise<unknown> {
    try {
      const answer = await fetch(`${address}${path}`, {
        ...init,
        redirect: 'error',
        signal: AbortSignal.timeout(patienceMs),
      });
      if (answer.status === 401 || answer.status === 403) throw new ExchangeError('REFUSED');
      if (!answer.ok) throw new ExchangeError('GONE');
      return answer.status === 204 ? undefined : await answer.json();
    } catch (error) {
      if (error instanceof ExchangeError) throw error;
      const slow = error instanceof Error && error.name === 'TimeoutError';
      throw new ExchangeError(slow ? 'SLOW' : 'GONE', { cause: error });
    }
  }
  const at = (number: string) => `/closures/${encodeURIComponent(number)}`;
  return {
    async available() {
      await ask('/health');
    },
    async send({ number, ...closure }) {
      const headers = { 'Content-Type': 'application/json' };
      const body = JSON.stringify(closure);
      const answer = await ask(number ? at(number) : '/closures', {
        method: number ? 'PUT' : 'POST',
        headers,
        body,
      });
      const given = (answer as { number?: unknown } | undefined)?.number ?? number;
      if (typeof given !== 'string' || given === '') throw new ExchangeError('GONE');
      return given.slice(0, 100);
    },
    async remove(number) {
      await ask(at(number), { method: 'DELETE' });
    },
    async decision(number) {
      const { status } = ((await ask(at(number))) ?? {}) as { status?: unknown };
      return status === 'CONFIRMED' || status === 'REMOVED' ? status : 'WAITS';
    },
  };
}

/** Simulated service of the demonstration: it confirms whatever it was sent. */
function demoClosures(mood: string, patienceMs: number): Closures {
  const answer = async () => {
    if (mood === 'refused') throw new ExchangeError('REFUSED');
    if (mood === 'gone') throw new ExchangeError('GONE');
    if (mood === 'slow') {
      await new Promise((resolve) => setTimeout(resolve, patienceMs));
      throw new ExchangeError('SLOW');
    }
  };
  return {
    available: answer,
    async send({ id, number }) {
      await answer();
      return number ?? `ПД-${id.slice(0, 8).toUpperCase()}`;
    },
    async remove() {
      await answer();
    },
    async decision(_number, wanted) {
      await answer();
      return wanted;
    },
  };
}
