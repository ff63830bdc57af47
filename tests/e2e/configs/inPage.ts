/**
 * Runs in the page before the product does: it answers every call, fixes the clock, keeps the live channel silent, and
 * reports when a screen is at rest. No call leaves the page, so none takes time.
 */
import type { Reply } from './replies.ts';

export interface Setting {
  replies: Reply[];
  /** The operation that returns the signed-in account, under `account`. */
  start: string;
  /** Permissions of the signed-in account; null when no one is signed in. */
  permissions: readonly string[] | null;
  /** Compiled screens that replace the product's own, and the list of all screens, if that differs. */
  screens: Record<string, unknown>;
  entries?: unknown;
  now: string;
}

export interface InPage {
  asked: { operation: string; query: string; ofFrame: boolean }[];
  go(address: string): void;
  /** Counts an import as pending until its code has loaded: `serveBuild` wraps every import in it. */
  code<T>(module: Promise<T>): Promise<T>;
  /**
   * Resolves once the screen (any, if none is named) is rendered, at the path if one is named, and nothing moves any
   * more.
   */
  rest(screen?: string, path?: string): Promise<void>;
}

/** Passed to the page as text, so everything it needs is defined within it. */
export function sampleServer({
  replies,
  start: ofSession,
  permissions,
  screens,
  entries,
  now,
}: Setting): void {
  const PICTURE = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 9"/>';
  const patterns = replies.map((reply) => ({ ...reply, fits: new RegExp(reply.path) }));
  const asked: InPage['asked'] = [];
  /** Pending calls, code and timers. */
  let pending = 0;
  const count = async <T>(work: Promise<T>): Promise<T> => {
    pending += 1;
    try {
      return await work;
    } finally {
      pending -= 1;
    }
  };

  const answer = async (path: string, query: string, method: string): Promise<Response> => {
    const reply = patterns.find((one) => one.method === method && one.fits.test(path));
    if (!reply) throw new Error(`No operation answers ${method} ${path}`);
    asked.push({ operation: reply.operation, query, ofFrame: reply.ofFrame });
    if (reply.file) return new Response(PICTURE, { headers: { 'Content-Type': 'image/svg+xml' } });
    const own = reply.operation === ofSession;
    if (own && !permissions) return Response.json({}, { status: 401 });
    if (reply.body === undefined) return new Response(null, { status: 204 });
    if (!own) return Response.json(reply.body);
    const body = reply.body as { account: object };
    return Response.json({ ...body, account: { ...body.account, permissions } });
  };
  const real = window.fetch;
  const start = window.setTimeout;
  window.fetch = async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : String(input), location.href);
    if (!url.pathname.startsWith('/api/')) return real(input, init);
    return count(answer(url.pathname, url.search, init?.method ?? 'GET'));
  };
  countTimers();
  window.WebSocket = class extends EventTarget {
    readyState = 0;
    send() {}
    close() {}
  } as unknown as typeof WebSocket;

  window.Date = class extends Date {
    constructor(...given: []) {
      super(...((given.length ? given : [now]) as []));
    }
    static override now = () => new Date(now).getTime();
  } as DateConstructor;

  // Screens and their list arrive as JSON text.
  const parse = JSON.parse;
  JSON.parse = (text: string, ...more: []) => {
    const value = parse(text, ...more) as { id?: string; view?: unknown; routes?: unknown }[] & {
      id?: string;
    };
    if (entries && Array.isArray(value) && value[0]?.routes && 'view' in value[0]) return entries;
    return value?.id !== undefined && 'view' in value && 'operations' in value && value.id in screens
      ? screens[value.id]
      : value;
  };

  const BUSY = '.skeleton, [role=progressbar], [aria-busy=true]';
  const PATIENCE = 30_000;
  const FRAMELESS = 500;
  /** Number of consecutive frames without a change, each with no work pending. */
  const STILL = 2;
  let changes = 0;
  const watch = { childList: true, subtree: true, attributes: true, characterData: true };
  new MutationObserver(() => (changes += 1)).observe(document, watch);
  // The browser is idle when nothing waits to run: no frame, no reply, no part of React's work. Do not wait when it
  // draws nothing for a while (another process has the processor, or no frame is requested).
  const idle = () =>
    new Promise<unknown>((resolve) => {
      requestAnimationFrame(() => requestIdleCallback(resolve));
      start(resolve, FRAMELESS);
    });
  const rest = async (screen?: string, path?: string) => {
    const place = screen === undefined ? '[data-screen]' : `[data-screen="${screen}"]`;
    const began = performance.now();
    for (let still = 0, seen = -1; still < STILL;) {
      await idle();
      const there = path === undefined || location.pathname === path;
      const stands = there && document.querySelector(place) && !document.querySelector(BUSY);
      still = stands && !pending && changes === seen ? still + 1 : 0;
      seen = changes;
      if (performance.now() - began > PATIENCE)
        throw new Error(
          `${screen ?? 'The page'} did not come to rest: ${location.pathname}, ${pending} on their way`,
        );
    }
  };
  // As Back and Forward do.
  const go = (href: string) => {
    history.pushState({ idx: (history.state?.idx ?? 0) + 1 }, '', href);
    dispatchEvent(new PopStateEvent('popstate', { state: null }));
  };
  (window as unknown as { sample: InPage }).sample = { asked, go, rest, code: count };

  /** Short timers count as pending; longer ones (a draft, a toast) are not waited for. */
  function countTimers() {
    const SOON = 300;
    const end = window.clearTimeout;
    const soon = new Set<number>();
    const settle = (id: number | undefined) => {
      if (id !== undefined && soon.delete(id)) pending -= 1;
    };
    window.setTimeout = ((work: TimerHandler, delay = 0, ...given: unknown[]) => {
      if (delay > SOON || typeof work !== 'function') return start(work, delay, ...given);
      pending += 1;
      const id = start(() => {
        settle(id);
        (work as (...each: unknown[]) => void)(...given);
      }, delay);
      soon.add(id);
      return id;
    }) as typeof setTimeout;
    window.clearTimeout = (id) => {
      settle(id as number | undefined);
      end(id);
    };
  }
}
