/** Follows the address: checks access, loads the screens it opens, and renders them in their layout. */
import { memo, useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { Link, useLocation, useNavigation } from 'react-router-dom';
import { useEngine } from '../data/engine.ts';
import { useLocale } from '../data/useLocale.ts';
import { useStore } from '../data/store.ts';
import type { CompiledScreen, ScreenEntry } from '../language/compiled.ts';
import { PlaceProvider } from '../routing/AddressRouter.tsx';
import type { RoutePlace } from '../routing/place.ts';
import { buttonClass } from '../ui/button.tsx';
import { ErrorState, SkeletonBlock } from '../ui/states.tsx';
import { BrokenView } from '../views/BrokenView.tsx';
import { arrive, firstOf, inlineTabPage } from './arrival.ts';
import { chainOf, renderChain, type ChainLink } from './chain.tsx';
import { useProduct } from './facts.ts';
import { Layout } from './Layout.tsx';
import { PublicLayout } from './PublicLayout.tsx';
import { Waiting } from './Waiting.tsx';

interface Shown {
  place: RoutePlace;
  /** The path that was matched to the place. */
  pathname: string;
  links: ChainLink[];
  screens: CompiledScreen[];
}

export function RouteView(): ReactNode {
  const product = useProduct();
  const here = useLocation();
  return <Arrived pathname={here.pathname} page={inlineTabPage(product, here)} search={here.search} />;
}

interface ArrivedProps {
  pathname: string;
  /** The query at the time of navigation; later ones are read from the history. */
  search: string;
  page: ScreenEntry | undefined;
}

/** Changes of the query belong to the page: they do not re-render the layout, except for another inline tab. */
const Arrived = memo(ArrivedAt, (a, b) => a.pathname === b.pathname && a.page === b.page);

function ArrivedAt({ pathname, search, page }: ArrivedProps): ReactNode {
  const { history, session, toasts } = useEngine();
  const { t } = useLocale();
  const product = useProduct();
  const now = useStore(session);
  const arrival = useMemo(() => {
    const query = () => {
      const last = history.location.get();
      return last.pathname === pathname ? last.search : search;
    };
    return arrive(product, now, pathname, query, page);
  }, [history, product, now, pathname, search, page]);
  // The last toast of the guard; dismissed when the guard redirects again.
  const guardToast = useRef<number>(undefined);
  const redirect = arrival.kind === 'redirect' ? arrival : undefined;
  useEffect(() => {
    if (!redirect) return;
    if (guardToast.current) toasts.dismiss(guardToast.current);
    guardToast.current =
      redirect.say && toasts.show({ type: 'error', text: t(`errorMessages.${redirect.say}`) });
    void history.goTo(redirect.to, { replace: true, unasked: true });
  }, [history, toasts, t, redirect]);
  useFirstPassed(firstOf(product, now), pathname);
  const place = arrival.kind === 'page' ? arrival.place : undefined;
  const { shown, failed, retry } = useScreens(place, pathname);
  // Returning users see the layout immediately; the page is then rendered into it.
  const at = shown ?? (place && now.account && !place.entry.public ? { place, pathname } : undefined);
  if (!at || (!shown && failed))
    return (
      <>
        <PageTitle place={undefined} />
        <Before known={now.account !== undefined} failed={failed} retry={retry} />
      </>
    );
  const Frame = at.place.entry.public ? PublicLayout : Layout;
  const loading = place !== undefined && shown?.place !== place && !failed;
  return (
    <PlaceProvider place={at.place} pathname={at.pathname}>
      <PageTitle place={shown?.place} />
      <Moving page={loading || arrival.kind === 'wait'} />
      <Frame place={at.place}>
        {failed ? (
          <Failed error={failed} retry={retry} />
        ) : shown ? (
          <Page shown={shown} />
        ) : (
          <SkeletonBlock lines={6} />
        )}
      </Frame>
    </PlaceProvider>
  );
}

/**
 * Shows the progress bar while a page, or the code of a route, is loading. The router's state is a new object after
 * each navigation, so it is read here, where it does not re-render the whole page.
 */
function Moving({ page }: { page: boolean }): ReactNode {
  const codeComes = useNavigation().state !== 'idle';
  return (page || codeComes) && <Waiting />;
}

/** Memoized, so that it is not re-rendered while another page is loading. */
const Page = memo(function Page({ shown }: { shown: Shown }): ReactNode {
  const { app } = useProduct();
  const { entry } = shown.place;
  return (
    <ErrorBoundary
      resetKeys={[shown]}
      fallbackRender={({ error, resetErrorBoundary }) => (
        <BrokenView file={entry.file} at={entry.id} error={error} onRetry={resetErrorBoundary} />
      )}
    >
      {renderChain(shown.links, shown.screens, shown.place)}
      {entry.id === app.error && <HomeLink />}
    </ErrorBoundary>
  );
});

/** The required first screen has been completed: continues to the start page of the product. */
function useFirstPassed(first: string | undefined, pathname: string): void {
  const { addresses, history } = useEngine();
  const before = useRef(first);
  useEffect(() => {
    const was = before.current;
    before.current = first;
    if (was && !first && pathname === addresses.hrefTo(was))
      void history.goTo('/', { replace: true, unasked: true });
  }, [addresses, history, first, pathname]);
}

/** Shown before the first page is known: returning users see the layout. */
function Before({ known, failed, retry }: { known: boolean; failed: Error | undefined; retry(): void }) {
  if (failed)
    return (
      <PublicLayout place={undefined}>
        <Failed error={failed} retry={retry} />
      </PublicLayout>
    );
  if (!known) return <Waiting cover />;
  return (
    <Layout place={undefined}>
      <Waiting />
      <SkeletonBlock lines={6} />
    </Layout>
  );
}

/** Returns the screens of a place; until they are loaded, the previous place. */
function useScreens(place: RoutePlace | undefined, pathname: string) {
  const { entries, load, loaded } = useProduct();
  const [shown, setShown] = useState<Shown>();
  const [failure, setFailure] = useState<{ place: RoutePlace; tries: number; error: Error }>();
  const [tries, setTries] = useState(0);
  const links = useMemo(() => (place ? chainOf(place.entry, entries) : []), [place, entries]);
  const here = links.flatMap(({ entry }) => loaded(entry.id) ?? []);
  const whole = here.length === links.length;
  // Loaded screens are shown in this render, not in the next one.
  if (place && whole && shown?.place !== place) setShown({ place, pathname, links, screens: here });
  useEffect(() => {
    if (!place || whole) return;
    let gone = false;
    Promise.all(links.map(({ entry }) => load(entry.id))).then(
      (screens) => !gone && setShown({ place, pathname, links, screens }),
      (error: unknown) => !gone && setFailure({ place, tries, error: error as Error }),
    );
    return () => {
      gone = true;
    };
  }, [place, pathname, links, whole, load, tries]);
  const failed = failure?.place === place && failure?.tries === tries ? failure?.error : undefined;
  return { shown, failed, retry: () => setTries(tries + 1) };
}

/**
 * Sets the title of the browser tab. A separate component: a title that arrives with a record re-renders nothing else.
 */
function PageTitle({ place }: { place: RoutePlace | undefined }): null {
  const { pageTitles, session } = useEngine();
  const { locale, t } = useLocale();
  const { app } = useProduct();
  const titles = useStore(pageTitles);
  const name = useStore(session, (s) => s.system?.instanceName);
  useEffect(() => {
    const own =
      place && (titles.get(place.entry.id) ?? ('key' in place.route.title ? t(place.route.title.key) : ''));
    // The title of a tab alone says little, so that of its page is prepended.
    const above = place?.entry.tab && place.entry.parent ? titles.get(place.entry.parent) : undefined;
    document.title = [above, own, name ?? t(app.name)].filter(Boolean).join(' — ');
  }, [t, place, titles, name, app, locale]);
  return null;
}

function Failed({ error, retry }: { error: Error; retry(): void }) {
  const { t } = useLocale();
  console.error('A screen could not be loaded', error);
  return (
    <ErrorState
      title={t('engine.screen.failed')}
      problem={{ message: t('engine.screen.failedText') }}
      onRetry={retry}
    />
  );
}

function HomeLink() {
  const { t } = useLocale();
  return (
    <p className="text-center">
      <Link to="/" className={buttonClass({ tone: 'primary' })}>
        {t('engine.home')}
      </Link>
    </p>
  );
}
