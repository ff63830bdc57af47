/** The service that looks at photos of visits. Asked over HTTP; it may refuse, be slow or be gone. */
import { ExchangeError } from './talon.ts';

/** What it saw on a photo. */
export interface Seen {
  /** Percent. */
  fill: number;
  /** Words of "photoFindings". */
  seen: string[];
  /** Percent. */
  confidence: number;
}

export interface Photo {
  name: string;
  mediaType: string;
  bytes: Buffer;
}

export interface PhotoAnalysis {
  /** Throws an ExchangeError. */
  look(photo: Photo): Promise<Seen>;
}

/** Longer than this nobody waits for one photo. */
const PATIENCE_MS = 8_000;
const MOST_WORDS = 20;

/** The service at an address; without one it is gone. */
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

/** Takes what another system sends by its shape, and nothing else of it. */
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
