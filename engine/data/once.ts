/**
 * Idempotency keys: the server carries out a POST once per key. While it is unknown whether a request was accepted (the
 * network or the server failed), the same request is sent again with the same key; two identical simultaneous requests
 * share one key.
 */
export interface OnceKeys {
  /** Returns the key of a request; `request` is its address and body. */
  keyFor(request: string): string;
  /** Called with the status of the reply; if it is below 500, the same request sent again gets a new key. */
  answered(request: string, status: number): void;
}

/** Most unanswered requests that are remembered; older ones are unlikely to be sent again. */
const MOST = 50;

export function createOnceKeys(): OnceKeys {
  const keys = new Map<string, string>();
  return {
    keyFor(request) {
      const known = keys.get(request);
      if (known) return known;
      const key = randomKey();
      keys.set(request, key);
      const [oldest] = keys.keys();
      if (keys.size > MOST && oldest !== undefined) keys.delete(oldest);
      return key;
    },
    answered(request, status) {
      if (status < 500) keys.delete(request);
    },
  };
}

/** Used because `randomUUID` exists on secure origins only. */
function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
