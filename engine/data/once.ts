/**
 * Keys under which the server carries out a POST once. While nobody knows whether a request was taken (the network
 * failed, or the server did), the same request goes under the same key again; and so do two at the same moment.
 */
const keys = new Map<string, string>();

/** Requests without an answer that are remembered; older ones are hardly sent again. */
const MOST = 50;

/** The key of a request that says just this. */
export function keyFor(question: string): string {
  const known = keys.get(question);
  if (known) return known;
  // randomUUID is there on secure origins only.
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const key = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  keys.set(question, key);
  const [oldest] = keys.keys();
  if (keys.size > MOST && oldest !== undefined) keys.delete(oldest);
  return key;
}

/** The request was answered: whoever sends it again means another. */
export function answered(question: string, status: number): void {
  if (status < 500) keys.delete(question);
}
