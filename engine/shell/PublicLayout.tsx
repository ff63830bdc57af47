/** The layout of pages that need no sign-in: without a menu, the switches in the corner. */
import type { ReactNode } from 'react';
import { useEngine } from '../data/engine.ts';
import { useLocale } from '../data/useLocale.ts';
import { useStore } from '../data/store.ts';
import type { RoutePlace } from '../routing/place.ts';
import { cx } from '../ui/cx.ts';
import { useProduct } from './facts.ts';
import { Main } from './Main.tsx';
import { Mark } from './Mark.tsx';
import { LocaleSwitch, ThemeSwitch } from './Switches.tsx';
import { ViewAs } from './ViewAs.tsx';

interface Props {
  place: RoutePlace | undefined;
  children: ReactNode;
}

/** The sign-in page is next to a panel that names the product; other pages are a card in the middle. */
export function PublicLayout({ place, children }: Props) {
  const { t } = useLocale();
  const { app } = useProduct();
  const welcome = place?.entry.id === app.login;
  return (
    <div
      data-frame="public"
      className={cx('flex min-h-dvh', welcome && 'bg-surface [--canvas:var(--surface)]')}
    >
      {welcome && <Brand />}
      <div className="flex min-w-0 flex-1 flex-col">
        <header className="flex h-14 shrink-0 items-center gap-2.5 px-4 md:px-6">
          <span className={cx('flex min-w-0 items-center gap-2.5', welcome && 'md:hidden')}>
            <Mark />
            <span className="truncate font-semibold">{t(app.name)}</span>
          </span>
          <div className="ml-auto flex items-center gap-1">
            <LocaleSwitch />
            <ThemeSwitch />
          </div>
        </header>
        <ViewAs />
        <Main
          place={place}
          className={cx(
            'flex flex-1 justify-center px-4 pb-16',
            welcome ? 'items-center' : 'items-start pt-[10vh]',
          )}
        >
          <div
            className={cx(
              'w-full',
              welcome
                ? 'max-w-sm'
                : 'max-w-md rounded-lg border border-line bg-surface p-6 shadow-card [--canvas:var(--surface)] md:p-8',
            )}
          >
            {children}
          </div>
        </Main>
      </div>
    </div>
  );
}

function Brand() {
  const { session } = useEngine();
  const { t, hasText } = useLocale();
  const { app } = useProduct();
  const { system } = useStore(session);
  return (
    <aside
      className="relative flex w-5/12 max-w-2xl flex-col justify-between overflow-hidden bg-[#10151c] p-10 text-[#e8ebef] max-md:hidden"
      aria-label={t(app.name)}
    >
      <Ways />
      <p className="relative flex items-center gap-3 text-lg font-semibold">
        <Mark size={40} />
        {system?.instanceName}
      </p>
      <div className="relative">
        <p className="max-w-md text-[2.25rem] leading-tight font-semibold tracking-tight">{t(app.name)}</p>
        {hasText('app.tagline') && <p className="mt-3 max-w-md text-lg text-[#aab3be]">{t('app.tagline')}</p>}
      </div>
      <p className="relative flex gap-4 text-xs text-[#aab3be]">
        {system?.footerText && <span>{system.footerText}</span>}
        {system?.version && <span>{t('engine.version', { version: system.version })}</span>}
      </p>
    </aside>
  );
}

/** A drawing of lines and stops of a fictional transport network, in the accent. */
function Ways() {
  return (
    <svg
      className="absolute inset-0 size-full text-accent"
      viewBox="0 0 600 900"
      preserveAspectRatio="xMidYMid slice"
      fill="none"
      stroke="currentColor"
      strokeLinecap="round"
      aria-hidden="true"
    >
      <g strokeWidth="2" opacity=".16">
        <path d="M-20 250h170a50 50 0 0 1 50 50v60a50 50 0 0 0 50 50h370" />
        <path d="M-20 640h250a50 50 0 0 0 50-50V170a50 50 0 0 1 50-50h290" />
        <path d="M120-20v120a50 50 0 0 0 50 50h90a50 50 0 0 1 50 50v560a50 50 0 0 0 50 50h260" />
        <path d="M-20 800h120a50 50 0 0 0 50-50V500a50 50 0 0 1 50-50h220a50 50 0 0 0 50-50V-20" />
      </g>
      <path
        d="M-20 700h130a50 50 0 0 0 50-50V600a50 50 0 0 1 50-50h230a50 50 0 0 0 50-50V310a50 50 0 0 1 50-50h90"
        strokeWidth="3"
        opacity=".75"
      />
      <g fill="#10151c" strokeWidth="3">
        <circle cx="160" cy="625" r="7" />
        <circle cx="330" cy="550" r="7" />
        <circle cx="490" cy="400" r="7" />
      </g>
    </svg>
  );
}
