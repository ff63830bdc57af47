/** A live preview of the edited screen, at an address of the product: in its page of tabs, with real records. */
import { useMemo, useRef, type ReactNode } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { useLocation } from 'react-router-dom';
import { useLocale } from '../data/useLocale.ts';
import type { CompiledScreen, ScreenEntry } from '../language/compiled.ts';
import { ScreensContext } from '../page/screens.ts';
import { PlaceProvider } from '../routing/AddressRouter.tsx';
import { buildRoutes, match } from '../routing/table.ts';
import { chainOf, renderChain } from '../shell/chain.tsx';
import { Banner } from '../ui/banner.tsx';
import { ErrorState } from '../ui/states.tsx';
import { DialogHost } from '../views/dialogs/DialogHost.tsx';
import { ScreenView } from '../views/ScreenView.tsx';
import { inputOf } from './place.ts';
import { useStaying } from './useStaying.ts';

interface Props {
  screen: CompiledScreen;
  entries: ScreenEntry[];
  /** Surrounding screens, as deployed. */
  around: Record<string, CompiledScreen>;
  load(id: string): Promise<CompiledScreen>;
  address: string;
  /** Called when a link or action navigates to another screen, or to another address of this one. */
  onGo(address: string): void;
}

export function Preview({ screen, entries, load, address, onGo, ...rest }: Props): ReactNode {
  const { t } = useLocale();
  const screens = useMemo(
    () => ({ entries, load: (id: string) => (id === screen.id ? Promise.resolve(screen) : load(id)) }),
    [entries, load, screen],
  );
  const root = useRef<HTMLDivElement>(null);
  useStaying(root, onGo);
  return (
    <div ref={root} className="min-w-0">
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
  const { t } = useLocale();
  const { pathname } = useLocation();
  const routes = useMemo(() => buildRoutes(entries), [entries]);
  const entry = entries.find(({ id }) => id === screen.id);
  if (entry?.dialog) return <Dialog screen={screen} address={address} />;
  const place = match(routes, address.split(/[?#]/)[0]!);
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

/** A dialog gets its inputs from a query: `?id=…&kinds=A,B`; missing ones are listed above it. */
function Dialog({ screen, address }: Pick<Props, 'screen' | 'address'>): ReactNode {
  const { t } = useLocale();
  const input = inputOf(address, screen);
  const missing = Object.entries(screen.input).filter(
    ([name, one]) => !one.optional && !one.default && !(name in input),
  );
  return (
    <>
      {missing.length > 0 && (
        <div className="mb-3">
          <Banner tone="warning">
            {t('engine.tools.noInput', { names: missing.map(([name]) => `${name}=…`).join('&') })}
          </Banner>
        </div>
      )}
      <ScreenView key={address} screen={screen} params={{}} input={input} dialog={NO_DIALOG} />
    </>
  );
}

const NO_DIALOG = { close: () => undefined };
