/** The screen as it would be, live, at an address of the product: in its page of tabs, over its records. */
import { useMemo, type MouseEvent, type ReactNode } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { t } from '../data/locale.ts';
import { useStore } from '../data/store.ts';
import type { CompiledScreen, ScreenEntry } from '../language/compiled.ts';
import { ScreensContext } from '../page/screens.ts';
import { PlaceProvider } from '../routing/AddressRouter.tsx';
import { location } from '../routing/history.ts';
import { buildRoutes, match } from '../routing/table.ts';
import { chainOf, renderChain } from '../shell/chain.tsx';
import { Banner } from '../ui/banner.tsx';
import { ErrorState } from '../ui/states.tsx';
import { DialogHost } from '../views/dialogs/DialogHost.tsx';
import { ScreenView } from '../views/ScreenView.tsx';

interface Props {
  screen: CompiledScreen;
  entries: ScreenEntry[];
  /** Screens round it, as they are deployed. */
  around: Record<string, CompiledScreen>;
  load(id: string): Promise<CompiledScreen>;
  address: string;
  /** Another screen of the product was pressed. */
  onGo(address: string): void;
}

export function Preview({ screen, entries, load, address, onGo, ...rest }: Props): ReactNode {
  const screens = useMemo(
    () => ({ entries, load: (id: string) => (id === screen.id ? Promise.resolve(screen) : load(id)) }),
    [entries, load, screen],
  );
  const go = (event: MouseEvent) => {
    const href = (event.target as Element).closest('a[href^="/"]')?.getAttribute('href');
    if (!href || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    onGo(href);
  };
  return (
    // Links inside have the keyboard; this only keeps what they lead to within the workshop.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions
    <div onClickCapture={go} className="min-w-0">
      <ScreensContext value={screens}>
        <ErrorBoundary
          resetKeys={[screen, address]}
          fallbackRender={({ error }) => (
            <ErrorState title={t('engine.view.broken')} problem={{ message: String(error) }} />
          )}
        >
          <Drawn screen={screen} entries={entries} address={address} {...rest} />
        </ErrorBoundary>
        <DialogHost />
      </ScreensContext>
    </div>
  );
}

function Drawn({ screen, entries, around, address }: Omit<Props, 'load' | 'onGo'>): ReactNode {
  const pathname = useStore(location, (here) => here.pathname);
  const routes = useMemo(() => buildRoutes(entries), [entries]);
  const entry = entries.find(({ id }) => id === screen.id);
  if (entry?.dialog)
    return <ScreenView screen={screen} params={{}} input={inputOf(address)} dialog={NO_DIALOG} />;
  const place = match(routes, address.split('?')[0]!);
  if (!place || place.entry.id !== screen.id)
    return (
      <Banner tone="warning">{t('engine.tools.noPlace', { route: entry?.routes[0]?.path ?? '' })}</Banner>
    );
  const links = chainOf(place.entry, entries);
  const screens = links.map(({ entry: { id } }) => (id === screen.id ? screen : around[id]));
  if (screens.some((one) => one === undefined)) return null;
  return (
    <PlaceProvider place={place} pathname={pathname}>
      {renderChain(links, screens as CompiledScreen[], place)}
    </PlaceProvider>
  );
}

const NO_DIALOG = { close: () => undefined };

/** A dialog is given its inputs as a query: `?id=…`. */
const inputOf = (address: string): Record<string, unknown> =>
  Object.fromEntries(new URLSearchParams(address.split('?')[1] ?? ''));
