/** Client of the talon system, whose talons vehicles show at polygons. It may refuse, be slow or be unreachable. */

/** Why an exchange failed. */
export type Failure = 'REFUSED' | 'SLOW' | 'GONE';

export class ExchangeError extends Error {
  constructor(
    readonly failure: Failure,
    options?: ErrorOptions,
  ) {
    super(failure, options);
    this.name = 'ExchangeError';
  }
}

export interface TalonRow {
  [name: string]: string | null;
}

/** Requests to the system; all but `signIn` take the token that `signIn` returned. */
export interface Talon {
  signIn(login: string, password: string): Promise<string>;
  test(token: string): Promise<void>;
  list(token: string, what: TalonList): Promise<TalonRow[]>;
}

/** Lists of the talon system, with the text fields of their rows. */
export const TALON_LISTS = {
  'visit-points': ['id', 'name', 'address'],
  ros: ['id', 'name', 'tin'],
  'polygon-contracts': ['id', 'number', 'polygon', 'beginDate', 'endDate'],
} as const;
export type TalonList = keyof typeof TALON_LISTS;

/** Longest wait for a reply. */
const PATIENCE_MS = 4_000;
const MOST_ROWS = 1_000;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Returns a client of the talon system at a URL; without a URL every call fails with GONE. */
export function talonAt(url: string | undefined, patienceMs = PATIENCE_MS): Talon {
  async function ask(path: string, init: RequestInit): Promise<unknown> {
    if (url === undefined) throw new ExchangeError('GONE');
    try {
      const answer = await fetch(`${url}${path}`, {
        ...init,
        redirect: 'error',
        signal: AbortSignal.timeout(patienceMs),
      });
      if (answer.status === 401 || answer.status === 403) throw new ExchangeError('REFUSED');
      if (!answer.ok) throw new ExchangeError('GONE');
      return await answer.json();
    } catch (error) {
      if (error instanceof ExchangeError) throw error;
      const slow = error instanceof Error && error.name === 'TimeoutError';
      throw new ExchangeError(slow ? 'SLOW' : 'GONE', { cause: error });
    }
  }
  const withToken = (token: string) => ({ headers: { Authorization: `Bearer ${token}` } });
  return {
    async signIn(login, password) {
      const body = JSON.stringify({ login, password });
      const headers = { 'Content-Type': 'application/json' };
      const answer = await ask('/token', { method: 'POST', headers, body });
      const { token } = (answer ?? {}) as { token?: unknown };
      if (typeof token !== 'string' || token === '') throw new ExchangeError('GONE');
      return token;
    },
    async test(token) {
      await ask('/test', withToken(token));
    },
    async list(token, what) {
      const answer = await ask(`/${what}`, withToken(token));
      if (!Array.isArray(answer)) throw new ExchangeError('GONE');
      return answer.slice(0, MOST_ROWS).map((row: unknown) => textsOf(row, TALON_LISTS[what]));
    },
  };
}

/** Reads only the expected text fields of a row, up to a bounded length. */
function textsOf(row: unknown, names: readonly string[]): TalonRow {
  const given = (row ?? {}) as Record<string, unknown>;
  const text = (name: string, value: unknown) => {
    if (typeof value !== 'string' || (name.endsWith('Date') && !DAY.test(value))) return null;
    return value.slice(0, 500);
  };
  return Object.fromEntries(names.map((name) => [name, text(name, given[name])]));
}
