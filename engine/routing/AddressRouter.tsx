/**
 * react-router over our address bar. The screens' own table finds the page (a list of segments may stand in the
 * middle of a path); links and hooks are react-router's, for the engine and for widgets.
 */
import { useContext, useLayoutEffect, useMemo, createContext, type ReactNode } from 'react';
import { Router, UNSAFE_RouteContext as RouteContext } from 'react-router-dom';
import { useEngine } from '../data/engine.ts';
import { createStore, useStore, type Store } from '../data/store.ts';
import type { Location } from './history.ts';
import { PlaceContext, type RoutePlace } from './place.ts';

export function AddressRouter({ children }: { children: ReactNode }): ReactNode {
  const { history } = useEngine();
  const here = useStore(history.location);
  return (
    <Router location={here} navigationType={history.lastMove()} navigator={history.navigator}>
      {children}
    </Router>
  );
}

const AddressContext = createContext<Store<Location> | undefined>(undefined);

/** The address of the page around; it stays what it was while the page is on its way out. */
export function usePageAddress(): Store<Location> {
  const { history } = useEngine();
  return useContext(AddressContext) ?? history.location;
}

interface PlaceProps {
  place: RoutePlace;
  /** The path that led to the place. */
  pathname: string;
  children: ReactNode;
}

/** What stands below is the page of this place: it owns its address, and `useParams` gives its parameters. */
export function PlaceProvider({ place, pathname, children }: PlaceProps): ReactNode {
  const { location } = useEngine().history;
  const own = useMemo(() => createStore(addressOf(location.get(), pathname)), [location, pathname]);
  useLayoutEffect(() => {
    const follow = () => {
      const now = location.get();
      if (now.pathname === pathname) own.set(now);
    };
    follow();
    return location.subscribe(follow);
  }, [own, location, pathname]);
  const route = useMemo(() => matched(place, pathname), [place, pathname]);
  return (
    <PlaceContext value={place}>
      <RouteContext value={route}>
        <AddressContext value={own}>{children}</AddressContext>
      </RouteContext>
    </PlaceContext>
  );
}

function addressOf(now: Location, pathname: string): Location {
  return now.pathname === pathname ? now : { ...now, pathname, search: '', hash: '' };
}

/** The place as react-router's hooks know it; a list of segments is one text there, as its splat is. */
function matched({ params, route }: RoutePlace, pathname: string) {
  const texts = Object.fromEntries(
    Object.entries(params).map(([name, value]) => [name, [value].flat().join('/')]),
  );
  return {
    outlet: null,
    matches: [{ params: texts, pathname, pathnameBase: pathname, route: { path: route.path } }],
    isDataRoute: false,
  };
}
