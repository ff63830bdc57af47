/** The layout of the product: sidebar, header, page, footer. */
import { useCallback, useState, type ReactNode } from 'react';
import { useEngine } from '../data/engine.ts';
import { useLocale } from '../data/useLocale.ts';
import type { Stored } from '../data/storage.ts';
import { useStore } from '../data/store.ts';
import type { RoutePlace } from '../routing/place.ts';
import { IconButton } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { Breadcrumbs } from './Breadcrumbs.tsx';
import { Main } from './Main.tsx';
import { Sidebar } from './Sidebar.tsx';
import { LocaleSwitch, ThemeSwitch } from './Switches.tsx';
import { UserMenu } from './UserMenu.tsx';
import { ViewAs } from './ViewAs.tsx';

interface Props {
  place: RoutePlace | undefined;
  children: ReactNode;
}

export function Layout({ place, children }: Props) {
  const { storage } = useEngine();
  const { t } = useLocale();
  const [open, setOpen] = useState(false);
  const [mini, setMini] = useState(() => startsMini(storage));
  const close = useCallback(() => setOpen(false), []);
  return (
    <div data-part="frame" className="flex min-h-dvh">
      <a
        href="#content"
        className="sr-only z-[60] rounded-md bg-surface px-3 py-2 shadow-pop focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
      >
        {t('engine.skip')}
      </a>
      <Sidebar
        place={place}
        mini={mini}
        open={open}
        onClose={close}
        onMini={() => {
          storage.write(MENU, mini ? 'wide' : 'narrow');
          setMini(!mini);
        }}
      />
      {/* While the drawer is open the rest is inert, which works as its focus trap. */}
      <div inert={open} className="flex min-w-0 flex-1 flex-col">
        <header className="sticky top-0 z-20 flex h-14 items-center gap-2 border-b border-line bg-surface px-3 md:px-5">
          <span className="md:hidden">
            <IconButton
              icon="menu"
              label={t('engine.menu.open')}
              aria-expanded={open}
              onClick={() => setOpen(true)}
            />
          </span>
          <Breadcrumbs place={place} />
          <div className="ml-auto flex items-center gap-1">
            <SearchButton />
            <LocaleSwitch />
            <ThemeSwitch />
            <UserMenu />
          </div>
        </header>
        <ViewAs />
        <Main place={place} className="flex-1 p-3 md:p-5">
          {children}
        </Main>
        <Footer />
      </div>
    </div>
  );
}

/** Opens the same search as Ctrl+K, for users who do not know the key; on a phone only its icon. */
function SearchButton(): ReactNode {
  const { shortcuts } = useEngine();
  const { t } = useLocale();
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      onClick={() => shortcuts.set('palette')}
      className="inline-flex h-9 items-center gap-2 rounded-md px-2 text-muted hover:bg-hover hover:text-ink lg:w-56 lg:border lg:border-field lg:bg-surface"
    >
      <Icon name="search" />
      <span className="sr-only lg:hidden">{t('engine.palette.open')}</span>
      <span className="hidden min-w-0 flex-1 truncate text-left lg:block">{t('engine.palette.open')}</span>
      <kbd aria-hidden="true" className="hidden text-xs text-faint lg:inline">
        Ctrl K
      </kbd>
    </button>
  );
}

const MENU = 'menu';

/** As the user left it; initially narrow in windows without room for both. */
function startsMini(storage: Stored): boolean {
  const kept = storage.read(MENU);
  return kept === null
    ? window.matchMedia?.('(min-width: 917px) and (max-width: 1099px)').matches === true
    : kept === 'narrow';
}

function Footer() {
  const { session } = useEngine();
  const { t } = useLocale();
  const { system } = useStore(session);
  return (
    <footer className="flex flex-wrap gap-x-4 gap-y-1 border-t border-line px-5 py-3 text-xs text-muted">
      <span>{system?.footerText}</span>
      {system?.version && <span className="ml-auto">{t('engine.version', { version: system.version })}</span>}
    </footer>
  );
}
