/**
 * Client of the service that analyses photos of visits, over HTTP; the service may refuse, be slow or be unreachable.
 */
import { ExchangeError } from './talon.ts';

/** Result of the analysis of a photo. */
export interface Seen {
  /** In percent. */
  fill: number;
  /** Values of the dictionary "photoFindings". */
  seen: string[];
  /** In percent. */
  confidence: number;
}

export interface Photo {
  name: string;
  mediaType: string;
  bytes: Buffer;
}

export interface PhotoAnalysis {
  /** Analyses a photo; throws an ExchangeError. */
  look(photo: Photo): Promise<Seen>;
}

/** Longest wait for one photo. */
const PATIENCE_MS = 8_000;
const MOST_WORDS = 20;

/** Returns a client of the service at a URL; without a URL every call fails with GONE. */
export function photoAnalysisAt(url: string | undefined, patienceMs = PATIENCE_MS): PhotoAnalysis {
  return {
    async look({ name, mediaType, bytes }) {
      if (url === undefined) throw new ExchangeError('GONE');
      try {
        const answer = await fetch(`${url}/analyze`, {
          method: 'POST',
          headers: { 'Content-Type': mediaType, 'X-File-Name': encodeURIComponent(name) },
          body: new Uint8Array(bytes),
          redirect: 'error',
          signal: AbortSignal.timeout(patienceMs),
        });
        if (answer.status >= 400 && answer.status < 500) throw new ExchangeError('REFUSED');
        if (!answer.ok) throw new ExchangeError('GONE');
        return readSeen(await answer.json());
      } catch (error) {
        if (error instanceof ExchangeError) throw error;
        const slow = error instanceof Error && error.name === 'TimeoutError';
        throw new ExchangeError(slow ? 'SLOW' : 'GONE', { cause: error });
      }
    },
  };
}

/** Validates the service's reply and reads only the expected fields. */
function readSeen(answer: unknown): Seen {
  const { fill, seen, confidence } = (answer ?? {}) as Record<string, unknown>;
  const percent = (value: unknown): value is number =>
    typeof value === 'number' && value >= 0 && value <= 100;
  if (!percent(fill) || !percent(confidence) || !Array.isArray(seen)) throw new ExchangeError('REFUSED');
  const words = seen.filter(
    (word): word is string => typeof word === 'string' && /^[A-Z_]{1,40}$/.test(word),
  );
  return { fill, confidence, seen: words.slice(0, MOST_WORDS) };
}
