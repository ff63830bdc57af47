/** Titles that only a loaded page knows (a number, a name): breadcrumbs and the tab's title read them here. */
import { createStore, type Store } from '../data/store.ts';

declare module '../data/engine.ts' {
  interface Engine {
    readonly pageTitles: PageTitles;
  }
}

/** Titles by the id of their screen. */
export interface PageTitles extends Store<Readonly<Record<string, string>>> {
  setTitle(screen: string, title: string): void;
}

export function createPageTitles(): PageTitles {
  const store = createStore<Readonly<Record<string, string>>>({});
  return {
    ...store,
    setTitle: (screen, title) =>
      store.set((titles) => (titles[screen] === title ? titles : { ...titles, [screen]: title })),
  };
}
