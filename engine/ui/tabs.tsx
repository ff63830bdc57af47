/**
 * A strip of tabs. Tabs with an address are links to pages; tabs without one switch panels of this page and
 * follow the keyboard pattern of tabs (one stop of the Tab key). Arrows move along both. What does not fit is scrolled to,
 * and stands in a menu of all.
 */
import { useEffect, useRef, useState, type KeyboardEvent, type RefObject } from 'react';
import { Link } from 'react-router-dom';
import { useEngine } from '../data/engine.ts';
import { useLocale } from '../data/useLocale.ts';
import { IconButton } from './button.tsx';
import { cx } from './cx.ts';
import { Menu, type MenuEntry } from './menu.tsx';

export interface TabItem {
  id: string;
  label: string;
  href?: string;
  onSelect?: () => void;
  active?: boolean;
  disabled?: boolean;
  count?: number;
  /** A count is on its way: its room is kept, so that no tab moves under the pointer when it comes. */
  counted?: boolean;
  /** Number of refused fields in the tab's panel. */
  errors?: number;
}

interface TabListProps {
  items: readonly TabItem[];
  /** Accessible name of the strip. */
  label: string;
  /** Id of the panel that a tab shows; `tabId` gives the tab's own. */
  panelId?: (id: string) => string;
}

export const tabId = (panel: string) => `${panel}-tab`;

export function TabList({ items, label, panelId }: TabListProps) {
  const strip = useRef<HTMLDivElement>(null);
  const active = items.find((item) => item.active)?.id;
  // Counts come later and make the tabs wider.
  const counts = items.map((item) => item.count).join();
  useEffect(() => {
    const tab = strip.current?.querySelector('[aria-current],[aria-selected="true"]');
    tab?.scrollIntoView?.({ block: 'nearest', inline: 'nearest' });
  }, [active, counts]);
  const overflows = useOverflow(strip, items);
  const className = 'flex min-w-0 flex-1 gap-1 overflow-x-auto px-1 [scrollbar-width:thin]';
  if (items.some((item) => item.href))
    return (
      <nav aria-label={label} className="flex items-center border-b border-line">
        {/* The keys are those of the links inside. */}
        {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions */}
        <div ref={strip} className={className} onKeyDown={moveAlong}>
          {items.map((item) => (
            <LinkTab key={item.id} item={item} />
          ))}
        </div>
        {overflows && <AllTabs items={items} />}
      </nav>
    );
  return (
    <div className="flex items-center border-b border-line">
      <div
        ref={strip}
        role="tablist"
        aria-label={label}
        tabIndex={-1}
        onKeyDown={moveFocus}
        className={className}
      >
        {items.map((item) => (
          <button
            key={item.id}
            type="button"
            role="tab"
            id={panelId && tabId(panelId(item.id))}
            aria-controls={item.active ? panelId?.(item.id) : undefined}
            aria-selected={item.active === true}
            tabIndex={item.active || (!active && item === items[0]) ? 0 : -1}
            disabled={item.disabled}
            onClick={item.onSelect}
            className={tabClass(item)}
          >
            <TabText item={item} />
          </button>
        ))}
      </div>
      {overflows && <AllTabs items={items} />}
    </div>
  );
}

/** Whether some of the tabs are out of sight. */
function useOverflow(strip: RefObject<HTMLElement | null>, items: readonly TabItem[]): boolean {
  const [overflows, setOverflows] = useState(false);
  useEffect(() => {
    const element = strip.current;
    if (!element || typeof ResizeObserver === 'undefined') return;
    // The button itself takes room: what fits without it must not be called too wide because of it.
    const measure = () => setOverflows(element.scrollWidth > (element.parentElement?.clientWidth ?? 0));
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    for (const tab of element.children) observer.observe(tab);
    return () => observer.disconnect();
  }, [strip, items]);
  return overflows;
}

/** All tabs below one another with their counts, for a strip that cannot show them all. */
function AllTabs({ items }: { items: readonly TabItem[] }) {
  const { history } = useEngine();
  const { t } = useLocale();
  const entries = items.map(({ label, count, href, onSelect, active, disabled }): MenuEntry => ({
    label: count === undefined ? label : `${label} (${count})`,
    chosen: active === true,
    ...(disabled ? { disabled } : {}),
    onSelect: () => (href === undefined ? onSelect?.() : void history.goTo(href)),
  }));
  return (
    <Menu
      items={entries}
      trigger={<IconButton icon="chevron-down" label={t('engine.tabs.all', { total: items.length })} />}
    />
  );
}

function LinkTab({ item }: { item: TabItem }) {
  const text = <TabText item={item} />;
  if (item.disabled || item.href === undefined)
    return (
      <span aria-disabled className={tabClass(item)}>
        {text}
      </span>
    );
  return (
    <Link to={item.href} aria-current={item.active ? 'page' : undefined} className={tabClass(item)}>
      {text}
    </Link>
  );
}

function tabClass(item: TabItem): string {
  return cx(
    'inline-flex h-10 shrink-0 items-center gap-1.5 border-b-2 px-3 font-medium whitespace-nowrap',
    'transition-colors -outline-offset-2 focus-visible:-outline-offset-2',
    item.active
      ? 'border-accent-strong text-ink'
      : 'border-transparent text-muted hover:border-line-strong hover:text-ink',
    item.disabled && 'pointer-events-none opacity-50',
  );
}

function TabText({ item }: { item: TabItem }) {
  return (
    <>
      {item.label}
      {(item.count !== undefined || item.counted) && (
        <span
          className={cx(
            'min-w-5 rounded-full bg-hover px-1.5 text-center text-xs text-muted',
            item.count === undefined && 'invisible',
          )}
        >
          {item.count ?? 0}
        </span>
      )}
      {item.errors ? (
        <span className="rounded-full bg-danger-soft px-1.5 text-xs text-danger">{item.errors}</span>
      ) : null}
    </>
  );
}

/** Arrows, Home and End go along the links; Enter opens one. */
function moveAlong(event: KeyboardEvent<HTMLElement>): void {
  focusBeside(event, [...event.currentTarget.querySelectorAll<HTMLElement>('a')]);
}

/** Arrows, Home and End go to another tab and open it. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const tabs = [...event.currentTarget.querySelectorAll<HTMLButtonElement>('[role=tab]:not(:disabled)')];
  focusBeside(event, tabs)?.click();
}

function focusBeside<T extends HTMLElement>(event: KeyboardEvent, tabs: readonly T[]): T | undefined {
  const at = tabs.findIndex((tab) => tab === document.activeElement);
  const next = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }[event.key];
  if (next === undefined || !tabs.length) return undefined;
  event.preventDefault();
  const tab = tabs[(next + tabs.length) % tabs.length];
  tab?.focus();
  return tab;
}
