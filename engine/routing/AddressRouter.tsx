/**
 * react-router's data router over our address bar. The screens' own table finds the page (a list of segments may stand in
 * the middle of a path); moves, links, hooks and blocking are react-router's, for the engine and for widgets.
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
  /** What is shown at an address, drawn where `children` have an `Outlet`. */
  routes?: RouteObject[];
  /** What stays while the address changes. */
  children: ReactNode;
}

const ANYWHERE: RouteObject[] = [{ path: '*', element: null }];

/** Draws the router of the engine's history; it starts at the address that the history has then. */
export function AddressRouter({ routes = ANYWHERE, children }: Props): ReactNode {
  const { history } = useEngine();
  const [router] = useState(() =>
    history.createRouter([{ Component: Content, ErrorBoundary: Thrown, children: routes }]),
  );
  return (
    <ContentContext value={children}>
      {/* A move is drawn at once: a page whose code is missing keeps the one before by itself. */}
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

/** What throws outside every page is nobody's route: it goes on upwards, as without a router. */
function Thrown(): never {
  throw useRouteError();
}

/** Keeps the engine's history and the router in step. It is drawn before the pages, so that their effects find both alike. */
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
    // Another navigation while the question is open is ignored.
    if (blocker.state !== 'blocked' || deciding.current) return;
    deciding.current = true;
    void history.decide(blocker).finally(() => (deciding.current = false));
  }, [history, blocker]);
  return null;
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
