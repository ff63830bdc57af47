/** Titles known only once a page is loaded (a number, a name), for the breadcrumbs and the title of the browser tab. */
import { createStore, type Store } from '../data/store.ts';

declare module '../data/engine.ts' {
  interface Engine {
    readonly pageTitles: PageTitles;
  }
}

/** Titles by screen id. A map, because an id can equal the name of an inherited object member (`toString`). */
type Titles = ReadonlyMap<string, string>;

export interface PageTitles extends Store<Titles> {
  setTitle(screen: string, title: string): void;
}

export function createPageTitles(): PageTitles {
  const store = createStore<Titles>(new Map());
  return {
    ...store,
    setTitle: (screen, title) =>
      store.set((titles) => (titles.get(screen) === title ? titles : new Map(titles).set(screen, title))),
  };
}
