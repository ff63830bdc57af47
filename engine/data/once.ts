/**
 * Keys under which the server carries out a POST once. While nobody knows whether a request was taken (the network
 * failed, or the server did), the same request is sent under the same key again; two at the same moment share one.
 */
export interface OnceKeys {
  /** The key of a request; `request` is its address and body. */
  keyFor(request: string): string;
  /** The request was answered: the same one sent again is meant as another. */
  answered(request: string, status: number): void;
}

/** Requests without an answer that are remembered; older ones are hardly sent again. */
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

/** `randomUUID` exists on secure origins only. */
function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
