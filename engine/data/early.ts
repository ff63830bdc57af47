/**
 * Replies that the head of the page requested before any code was there (server/http/static.ts). The browser would hand
 * such a reply to the next request of its address, whenever that is and in whatever language: so all are taken at the
 * start, and given out once.
 */
export interface EarlyReplies {
  /** The reply to a GET of the address in the language; undefined where none was requested. One that was refused is none. */
  take(url: string, locale: string): Promise<Response | undefined> | undefined;
}

/** Milliseconds from the start after which what nobody has taken is no longer given out. */
const GOOD_FOR_MS = 5_000;

/** @param head of the document; each of its links says in `hreflang` in which language the browser requested the reply */
export function takeEarlyReplies(head: ParentNode, fetchNow: typeof fetch = fetch): EarlyReplies {
  const links = head.querySelectorAll('link[rel="preload"][as="fetch"][hreflang]');
  const replies = new Map(
    [...links].map((link) => {
      const url = link.getAttribute('href') ?? '';
      const reply = fetchNow(url, { credentials: 'include' }).catch(() => undefined);
      return [url, { reply, locale: link.getAttribute('hreflang') }] as const;
    }),
  );
  const remove = (url: string) => {
    const found = replies.get(url);
    replies.delete(url);
    return found;
  };
  setTimeout(() => {
    for (const url of replies.keys()) void remove(url)?.reply.then(discard);
  }, GOOD_FOR_MS);
  return {
    take(url, locale) {
      const found = remove(url);
      const fits = found?.locale === locale;
      const reply = found?.reply.then((one) => (fits && one?.ok ? one : discard(one)));
      return fits ? reply : undefined;
    },
  };
}

/** A reply that nobody reads would keep its connection. */
function discard(reply: Response | undefined): undefined {
  void reply?.body?.cancel();
}
