/**
 * Responses that the page preloads before any script has run (server/http/static.ts). The browser would use a preloaded
 * response for the next request of its URL, however late and in whatever language, so all are consumed at start-up, and
 * each is returned once.
 */
export interface EarlyReplies {
  /**
   * Returns the preloaded response to a GET of the URL in the language; undefined when there is none. Resolves to
   * undefined when the request failed.
   */
  take(url: string, locale: string): Promise<Response | undefined> | undefined;
}

/** Milliseconds after start-up until unused responses are discarded. */
const EXPIRES_MS = 5_000;

/**
 * @param head of the document; `hreflang` of each of its links is the language in which the browser requested the reply
 */
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
  }, EXPIRES_MS);
  return {
    take(url, locale) {
      const found = remove(url);
      const fits = found?.locale === locale;
      const reply = found?.reply.then((one) => (fits && one?.ok ? one : discard(one)));
      return fits ? reply : undefined;
    },
  };
}

/** An unread body would keep its connection busy. */
function discard(reply: Response | undefined): undefined {
  void reply?.body?.cancel();
}
