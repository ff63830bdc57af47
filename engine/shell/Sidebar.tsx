/** The side menu; on a phone a drawer. */
import { useEffect, useRef } from 'react';
import { Link } from 'react-router-dom';
import { useEngine } from '../data/engine.ts';
import type { I18n } from '../data/i18n.ts';
import { useLocale } from '../data/useLocale.ts';
import { useStore } from '../data/store.ts';
import type { CompiledText } from '../language/compiled.ts';
import { buildMenu, markedAt, type MenuItem } from '../routing/menu.ts';
import type { RoutePlace } from '../routing/place.ts';
import { IconButton } from '../ui/button.tsx';
import { cx } from '../ui/cx.ts';
import { Icon } from '../ui/icon.tsx';
import { useProduct } from './facts.ts';
import { Mark } from './Mark.tsx';
import { MenuBadge } from './MenuBadge.tsx';
import { OuterLinks } from './OuterLinks.tsx';

interface Props {
  place: RoutePlace | undefined;
  /** Narrow: only icons. */
  mini: boolean;
  /** Whether the drawer of small screens is open. */
  open: boolean;
  onClose(): void;
  onMini(): void;
}

export function Sidebar({ place, mini, open, onClose, onMini }: Props) {
  const { session } = useEngine();
  const { t } = useLocale();
  const { system } = useStore(session);
  const drawer = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!open) return;
    const before = document.activeElement;
    drawer.current?.querySelector<HTMLElement>('button')?.focus();
    const close = (event: KeyboardEvent) => event.key === 'Escape' && onClose();
    const wide = matchMedia('(min-width: 917px)');
    window.addEventListener('keydown', close);
    wide.addEventListener('change', onClose);
    return () => {
      window.removeEventListener('keydown', close);
      wide.removeEventListener('change', onClose);
      (before as HTMLElement | null)?.focus();
    };
  }, [open, onClose]);
  return (
    <>
      {open && <div className="fixed inset-0 z-40 bg-shade md:hidden" onClick={onClose} aria-hidden="true" />}
      <aside
        ref={drawer}
        data-part="sidebar"
        className={cx(
          'fixed inset-y-0 left-0 z-50 flex w-64 flex-col border-r border-line bg-surface transition-[width,transform]',
          'md:sticky md:top-0 md:z-30 md:h-dvh md:translate-x-0',
          mini && 'md:w-14',
          open ? 'translate-x-0' : '-translate-x-full max-md:invisible',
        )}
      >
        <div
          className={cx(
            'flex h-14 shrink-0 items-center gap-2.5 border-b border-line px-3',
            mini && 'md:justify-center md:px-0',
          )}
        >
          <Mark />
          <span className={cx('truncate font-semibold', mini && 'md:hidden')}>{system?.instanceName}</span>
          <span className="ml-auto md:hidden">
            <IconButton icon="close" label={t('engine.menu.close')} onClick={onClose} />
          </span>
        </div>
        <nav data-part="menu" aria-label={t('engine.menu')} className="flex-1 overflow-y-auto p-2">
          <Groups place={place} mini={mini} onSelect={onClose} />
          <OuterLinks mini={mini} />
        </nav>
        <div className="border-t border-line p-2 max-md:hidden">
          <IconButton
            icon={mini ? 'chevrons-right' : 'chevrons-left'}
            label={t(mini ? 'engine.menu.expand' : 'engine.menu.collapse')}
            onClick={onMini}
          />
        </div>
      </aside>
    </>
  );
}

function Groups({
  place,
  mini,
  onSelect,
}: {
  place: RoutePlace | undefined;
  mini: boolean;
  onSelect(): void;
}) {
  const { session } = useEngine();
  const { t } = useLocale();
  const { app, entries } = useProduct();
  const groups = buildMenu(entries, app, useStore(session));
  const marked = markedAt(place, groups, entries);
  return groups.map((group) => (
    <section key={group.id} className="mb-3" aria-label={t(group.label)}>
      <h2 className={cx('px-2 pt-1 pb-1 text-xs font-medium text-faint', mini && 'md:sr-only')}>
        {t(group.label)}
      </h2>
      <ul className="flex flex-col gap-0.5">
        {group.items.map((item) => (
          <li key={item.href}>
            <Entry item={item} active={marked.has(item.href)} mini={mini} onSelect={onSelect} />
          </li>
        ))}
      </ul>
    </section>
  ));
}

function Entry({
  item,
  active,
  mini,
  onSelect,
}: {
  item: MenuItem;
  active: boolean;
  mini: boolean;
  onSelect(): void;
}) {
  const i18n = useLocale();
  const label = labelOf(i18n, item.label);
  return (
    <Link
      to={item.href}
      onClick={onSelect}
      aria-current={active ? 'page' : undefined}
      title={mini ? label : undefined}
      className={cx(
        'relative flex h-9 items-center gap-2 rounded-md pr-1 pl-2 font-medium',
        active ? 'bg-accent-soft text-accent-strong' : 'text-muted hover:bg-hover hover:text-ink',
        mini && 'md:justify-center md:px-0',
      )}
    >
      {item.icon && <Icon name={item.icon} />}
      <span className={cx('truncate', mini && 'md:sr-only')}>{label}</span>
      {item.badge && <MenuBadge badge={item.badge} mini={mini} />}
    </Link>
  );
}

function labelOf(i18n: I18n, label: CompiledText): string {
  return 'key' in label ? i18n.t(label.key) : '';
}
