/**
 * react-router's data router with the engine's route matching. The route table of the screens finds the page (a list of
 * segments may be in the middle of a path); navigation, links, hooks and blocking are react-router's, for the engine
 * and for widgets.
 */
import {
  createContext,
  useContext,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type ReactNode,
} from 'react';
import {
  RouterProvider,
  useBlocker,
  useLocation,
  useNavigate,
  useNavigationType,
  useRouteError,
  type RouteObject,
} from 'react-router-dom';
import { useEngine } from '../data/engine.ts';
import { createStore, type Store } from '../data/store.ts';
import type { Location } from './history.ts';
import { PlaceContext, type RoutePlace } from './place.ts';

const ContentContext = createContext<ReactNode>(null);

interface Props {
  /** Content for an address, rendered at the `Outlet` in `children`. */
  routes?: RouteObject[];
  /** Content that stays mounted while the address changes. */
  children: ReactNode;
}

const ANYWHERE: RouteObject[] = [{ path: '*', element: null }];

/** Renders the router of the engine's history; it starts at the current address of the history. */
export function AddressRouter({ routes = ANYWHERE, children }: Props): ReactNode {
  const { history } = useEngine();
  const [router] = useState(() =>
    history.createRouter([{ Component: Content, ErrorBoundary: Thrown, children: routes }]),
  );
  return (
    <ContentContext value={children}>
      {/* Navigation renders immediately: a page whose code is not loaded keeps the previous page visible itself. */}
      <RouterProvider router={router} useTransitions={false} />
    </ContentContext>
  );
}

function Content(): ReactNode {
  return (
    <>
      <Connection />
      {useContext(ContentContext)}
    </>
  );
}

/** An error outside every page belongs to no route: it is rethrown to the parent, as without a router. */
function Thrown(): never {
  throw useRouteError();
}

/**
 * Keeps the engine's history and the router in sync. Rendered before the pages, so that their effects see both in sync.
 */
function Connection(): ReactNode {
  const { history } = useEngine();
  const location = useLocation();
  const move = useNavigationType();
  const navigate = useNavigate();
  useLayoutEffect(() => history.connect(navigate), [history, navigate]);
  useLayoutEffect(() => history.arrived(location, move), [history, location, move]);
  const blocker = useBlocker(history.holds);
  const deciding = useRef(false);
  useEffect(() => {
    // Another navigation while the confirmation is open is ignored.
    if (blocker.state !== 'blocked' || deciding.current) return;
    deciding.current = true;
    void history.decide(blocker).finally(() => (deciding.current = false));
  }, [history, blocker]);
  return null;
}

const AddressContext = createContext<Store<Location> | undefined>(undefined);

/** Returns the address of the surrounding page; unchanged while the page is being replaced. */
export function usePageAddress(): Store<Location> {
  const { history } = useEngine();
  return useContext(AddressContext) ?? history.location;
}

interface PlaceProps {
  place: RoutePlace;
  /** The path that was matched to the place. */
  pathname: string;
  children: ReactNode;
}

/** Children are the page of this place: it has its own address, and `useParams` returns its parameters. */
export function PlaceProvider({ place, pathname, children }: PlaceProps): ReactNode {
  const { location } = useEngine().history;
  const here = useLocation();
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- the address at which the page begins; later ones come by the effect
  const own = useMemo(() => createStore(addressOf(here, pathname)), [pathname]);
  useLayoutEffect(() => {
    const follow = () => {
      const now = location.get();
      if (now.pathname === pathname) own.set(now);
    };
    follow();
    return location.subscribe(follow);
  }, [own, location, pathname]);
  return (
    <PlaceContext value={place}>
      <AddressContext value={own}>{children}</AddressContext>
    </PlaceContext>
  );
}

function addressOf(now: Location, pathname: string): Location {
  return now.pathname === pathname ? now : { ...now, pathname, search: '', hash: '' };
}
