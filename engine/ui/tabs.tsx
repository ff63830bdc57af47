/**
 * A strip of tabs. Tabs with an address are links to pages; tabs without one switch panels of this page and
 * follow the keyboard pattern of tabs (one stop of the Tab key, arrows move).
 */
import { useEffect, useRef, type KeyboardEvent } from 'react';
import { Link } from 'react-router-dom';
import { cx } from './cx.ts';

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
  const className = 'flex gap-1 overflow-x-auto border-b border-line px-1 [scrollbar-width:thin]';
  if (items.some((item) => item.href))
    return (
      <nav aria-label={label}>
        <div ref={strip} className={className}>
          {items.map((item) => (
            <LinkTab key={item.id} item={item} />
          ))}
        </div>
      </nav>
    );
  return (
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

/** Arrows, Home and End go to another tab and open it. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const tabs = [...event.currentTarget.querySelectorAll<HTMLButtonElement>('[role=tab]:not(:disabled)')];
  const at = tabs.indexOf(document.activeElement as HTMLButtonElement);
  const next = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }[event.key];
  if (next === undefined || !tabs.length) return;
  event.preventDefault();
  const tab = tabs[(next + tabs.length) % tabs.length];
  tab?.focus();
  tab?.click();
}
