/** All rows of a list, page by page, as the page operation gives them to this reader. */
import { DEEPEST } from '../http/paging.ts';

interface Page {
  list: unknown[];
}

/** Rows asked for at once; the API files allow up to 1,000. */
const AT_ONCE = 500;

/** Asks `page` until it has no more; what lies deeper than pages go is left out. */
export async function* allRows(
  page: (page: number, count: number) => Promise<unknown>,
): AsyncIterable<unknown> {
  for (let number = 0; number * AT_ONCE <= DEEPEST; number++) {
    const { list } = (await page(number, AT_ONCE)) as Page;
    yield* list;
    if (list.length < AT_ONCE) return;
  }
}
