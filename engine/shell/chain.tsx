/**
 * The screens that one address opens, outermost first: a tab is rendered in its page of tabs; a screen below a page
 * that loads records gets those records, although that page itself is not rendered.
 */
import { useEffect, type ReactNode } from 'react';
import { useEngine } from '../data/engine.ts';
import type { CompiledScreen, ScreenEntry } from '../language/compiled.ts';
import { evaluate } from '../language/evaluate.ts';
import { ancestors, type RoutePlace } from '../routing/place.ts';
import { usePage } from '../page/page.ts';
import { PageProvider } from '../page/PageProvider.tsx';
import { Watchers } from '../views/actions/Watchers.tsx';
import { ScreenView } from '../views/ScreenView.tsx';
import { useScreenTitle } from '../page/text.ts';
import { SegmentTitles } from './segments.tsx';

export interface ChainLink {
  entry: ScreenEntry;
  /** `page` renders the screen; `records` only loads its records. */
  role: 'page' | 'records';
}

export function chainOf(entry: ScreenEntry, entries: readonly ScreenEntry[]): ChainLink[] {
  const links: ChainLink[] = [{ entry, role: 'page' }];
  let inside = entry;
  for (const above of ancestors(entry, entries).reverse()) {
    const holdsTab = inside.parent === above.id && inside.tab !== undefined && links[0]!.role === 'page';
    if (holdsTab) links.unshift({ entry: above, role: 'page' });
    else if (above.records) links.unshift({ entry: above, role: 'records' });
    inside = above;
  }
  return links;
}

/** Renders the chain from the inside out. */
export function renderChain(
  links: readonly ChainLink[],
  screens: readonly CompiledScreen[],
  place: RoutePlace,
): ReactNode {
  const input = Object.fromEntries(
    Object.entries(place.route.input).map(([name, value]) => [
      name,
      evaluate(value, { route: place.params }),
    ]),
  );
  return links.reduceRight<ReactNode>((inner, { role }, i) => {
    const screen = screens[i]!;
    const leaf = i === links.length - 1;
    const common = { screen, params: place.params, frame: TitleFrame, ...(leaf ? { input } : {}) };
    if (role === 'records')
      return (
        <PageProvider {...common}>
          {inner}
          <Watchers />
        </PageProvider>
      );
    return <ScreenView {...common}>{inner}</ScreenView>;
  }, null);
}

/** Publishes the page's title for the breadcrumbs once its records are loaded. */
function TitleFrame({ children }: { children: ReactNode }): ReactNode {
  const { pageTitles } = useEngine();
  const { screen } = usePage();
  const title = useScreenTitle();
  useEffect(() => {
    if (title) pageTitles.setTitle(screen.id, title);
  }, [pageTitles, screen.id, title]);
  return (
    <>
      {screen.crumbs && <SegmentTitles crumbs={screen.crumbs} />}
      {children}
    </>
  );
}
