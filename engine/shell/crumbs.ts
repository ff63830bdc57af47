/** Titles that only a loaded page knows (a number, a name): breadcrumbs and the tab's title read them here. */
import { createStore, type Store } from '../data/store.ts';

declare module '../data/engine.ts' {
  interface Engine {
    readonly pageTitles: PageTitles;
  }
}

/** Titles by screen id. A map, because an id can be the name of a member of every object (`toString`). */
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
