/** A breadcrumb for each segment of an address with a list of segments, titled from a reply of the server. */
import { useEffect } from 'react';
import { useEngine } from '../data/engine.ts';
import { useOperation } from '../data/useOperation.ts';
import { rowsIn } from '../data/rowsIn.ts';
import { createStore, type Store } from '../data/store.ts';
import type { CompiledScreen, ScreenEntry } from '../language/compiled.ts';
import { valueAt } from '../language/evaluate.ts';
import { usePage } from '../page/page.ts';
import { useCallArguments } from '../page/scope.ts';
import type { Addresses, RoutePlace } from '../routing/place.ts';
import type { RouteParams } from '../routing/table.ts';

type Crumbs = NonNullable<CompiledScreen['crumbs']>;
type Trails = Readonly<Record<string, { parameter: string; titles: Readonly<Record<string, string>> }>>;

declare module '../data/engine.ts' {
  interface Engine {
    /** By screen: the parameter of its address, and the known titles of its segments. */
    readonly segmentTrails: Store<Trails>;
  }
}

export const createTrails = (): Store<Trails> => createStore<Trails>({});

/** Requests the titles of the segments and publishes them for the breadcrumbs. */
export function SegmentTitles({ crumbs }: { crumbs: Crumbs }): null {
  const { segmentTrails } = useEngine();
  const { screen } = usePage();
  const args = useCallArguments(crumbs.titles);
  const { data } = useOperation(screen.operations[crumbs.titles.operation], args);
  useEffect(() => {
    const titles = Object.fromEntries(
      rowsOf(data).map((row) => [String(valueAt(row, crumbs.key)), String(valueAt(row, crumbs.label) ?? '')]),
    );
    segmentTrails.set((all) => ({ ...all, [screen.id]: { parameter: crumbs.segments, titles } }));
  }, [segmentTrails, data, crumbs, screen.id]);
  return null;
}

/** Rows of a list, of a page, or one record. */
function rowsOf(reply: unknown): unknown[] {
  if (reply === undefined || reply === null) return [];
  return rowsIn(reply) ?? [reply];
}

/** The parameter that contains the segments of a place's address, if it has any. */
function parameterOf({ entry, params }: RoutePlace, trails: Trails): string | undefined {
  const name = trails[entry.id]?.parameter;
  return name !== undefined && params[name]?.length ? name : undefined;
}

/**
 * Breadcrumbs for the segments of a place; each links to the address that ends with it. When the screen above has an
 * address for the same list, the segments belong to it (`ofParent`), and the page is below the last of them.
 */
export function segmentsOf(
  { hrefTo }: Addresses,
  place: RoutePlace,
  trails: Trails,
  parent: ScreenEntry | undefined,
): { ofParent: boolean; crumbs: { title: string; href: string }[] } {
  const name = parameterOf(place, trails);
  if (name === undefined) return { ofParent: false, crumbs: [] };
  const { entry, params } = place;
  const ofParent = parent?.routes.some(({ path }) => path.includes(`:${name}*`)) === true;
  const owner = ofParent ? parent! : entry;
  const segments = [params[name]!].flat();
  const crumbs = segments.map((segment, i) => ({
    title: trails[entry.id]!.titles[segment] ?? segment,
    href: hrefTo(owner.id, { ...params, [name]: segments.slice(0, i + 1) }),
  }));
  return { ofParent, crumbs };
}

/** The parameters of a place without its segments. */
export function aboveSegments(place: RoutePlace, trails: Trails): RouteParams {
  const name = parameterOf(place, trails);
  return name === undefined ? place.params : { ...place.params, [name]: [] };
}
