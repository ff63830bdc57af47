/** Titles that only a loaded page knows (a number, a name): breadcrumbs and the tab's title read them here. */
import { createStore } from '../data/store.ts';

export const pageTitles = createStore<Readonly<Record<string, string>>>({});

export function setPageTitle(screen: string, title: string): void {
  pageTitles.set((titles) => (titles[screen] === title ? titles : { ...titles, [screen]: title }));
}
