/**
 * States of the data that a screen may meet: wrappers around `fetch`, for stories, workshop and tests. Calls that keep
 * the session and those that fill dictionaries pass through unchanged: without them the page would show something else.
 */
export const DATA_STATES = [
  'normal',
  'loading',
  'empty',
  'one row',
  'many rows',
  'slow',
  '403',
  '500',
  'offline',
] as const;
export type DataState = (typeof DATA_STATES)[number];

type Fetch = typeof fetch;

const SLOW = 3000;
const MANY = 200;

/** Whether a request is for the data of a screen; other requests pass through unchanged. */
export type Concerns = (path: string, method: string) => boolean;

/** Matches all calls of the API except those with these paths, which keep the session and fill dictionaries. */
export function allBut(paths: readonly string[]): Concerns {
  const patterns = paths.map((path) => new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`));
  return (path) => path.startsWith('/api/') && !patterns.some((pattern) => pattern.test(path));
}

/** Wraps `fetch` so that it answers in the given data state. */
export function withDataState(given: Fetch, state: DataState, concerns: Concerns): Fetch {
  if (state === 'normal') return given;
  return async (input, init) => {
    const request = new Request(
      input instanceof Request ? input : new URL(String(input), location.href),
      init,
    );
    if (!concerns(new URL(request.url).pathname, request.method)) return given(input, init);
    return ANSWERS[state](() => given(input, init), request.signal);
  };
}

type Answer = (fetchReply: () => Promise<Response>, signal: AbortSignal) => Promise<Response>;

const ANSWERS: Record<Exclude<DataState, 'normal'>, Answer> = {
  loading: (_, signal) => until(signal),
  slow: async (fetchReply, signal) => {
    await Promise.race([new Promise((resolve) => setTimeout(resolve, SLOW)), until(signal)]);
    return fetchReply();
  },
  empty: (fetchReply) => changed(fetchReply, () => []),
  'one row': (fetchReply) => changed(fetchReply, (rows) => rows.slice(0, 1)),
  'many rows': (fetchReply) => changed(fetchReply, repeated),
  403: async () => refusal(403, 'forbidden'),
  500: async () => refusal(500, 'internal'),
  offline: async () => {
    throw new TypeError('Failed to fetch');
  },
};

/** Never resolves; rejects when the request is aborted. */
function until(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const end = () => reject(new DOMException('The request was given up', 'AbortError'));
    if (signal.aborted) end();
    signal.addEventListener('abort', end);
  });
}

/** The reply with its rows replaced, if it has any: a page `{ list, size }` or a list. */
async function changed(
  fetchReply: () => Promise<Response>,
  rowsOf: (rows: object[]) => object[],
): Promise<Response> {
  const response = await fetchReply();
  if (!response.ok || !response.headers.get('content-type')?.includes('json')) return response;
  const body = (await response.json()) as object[] | { list?: object[]; size?: number };
  if (Array.isArray(body)) return Response.json(rowsOf(body));
  if (!Array.isArray(body?.list)) return Response.json(body);
  const list = rowsOf(body.list);
  return Response.json({ ...body, list, size: list.length, sizeExact: true });
}

/** Repeats the rows, each with a unique id if it has one. */
function repeated(rows: object[]): object[] {
  if (!rows.length) return rows;
  return Array.from({ length: MANY }, (_, i) => {
    const row = rows[i % rows.length]!;
    return 'id' in row && typeof row.id === 'string' ? { ...row, id: numbered(row.id, i) } : row;
  });
}

const numbered = (id: string, i: number) => id.slice(0, -4) + i.toString(16).padStart(4, '0');

/** A refusal in the server's format. */
function refusal(status: number, code: string): Response {
  const problem = { type: 'about:blank', title: code, status, code, message: '' };
  return new Response(JSON.stringify(problem), {
    status,
    headers: { 'content-type': 'application/problem+json' },
  });
}
