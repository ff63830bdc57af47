/**
 * A tab strip. Tabs with an address are links to pages, with arrow keys moving between them; tabs without one switch
 * panels of this page with the tabs of Headless UI. Tabs that do not fit are reached by scrolling or through a menu.
 */
import { Suspense, useEffect, useRef, useState, type KeyboardEvent, type RefObject } from 'react';
import { Link } from 'react-router-dom';
import { useEngine } from '../data/engine.ts';
import { useLocale } from '../data/useLocale.ts';
import { IconButton } from './button.tsx';
import { lazyComponent } from './lazy.tsx';
import { Menu, type MenuEntry } from './menu.tsx';
import { tabClass, TabText, type TabItem } from './tabParts.tsx';
import type { TabStripProps } from './tabsPanel.tsx';

export { tabId, type TabItem } from './tabParts.tsx';

const { Component: TabStrip } = lazyComponent(async () => (await import('./tabsPanel.tsx')).TabStrip);

export function TabList(props: TabStripProps) {
  const { items, label } = props;
  const strip = useRef<HTMLDivElement>(null);
  const active = items.find((item) => item.active)?.id;
  // Counts arrive later and make the tabs wider.
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
        {/* The key handler serves the links inside. */}
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
      <div ref={strip} className={className}>
        <Suspense fallback={<Placeholders items={items} />}>
          <TabStrip {...props} />
        </Suspense>
      </div>
      {overflows && <AllTabs items={items} />}
    </div>
  );
}

/** Inert copies until the code of the tabs is loaded: a press or the focus would be lost when the tabs replace them. */
const Placeholders = ({ items }: Pick<TabStripProps, 'items'>) => (
  // Overflow is clipped: a scrollable region needs focusable content.
  <div aria-hidden className="flex min-w-0 gap-1 overflow-hidden">
    {items.map((item) => (
      <span key={item.id} className={tabClass(item)}>
        <TabText item={item} />
      </span>
    ))}
  </div>
);

/** Whether some of the tabs do not fit. */
function useOverflow(strip: RefObject<HTMLElement | null>, items: readonly TabItem[]): boolean {
  const [overflows, setOverflows] = useState(false);
  useEffect(() => {
    const element = strip.current;
    if (!element || typeof ResizeObserver === 'undefined') return;
    // Measured against the parent: the menu button takes width, and tabs that fit without it must not count as
    // overflowing.
    const measure = () => setOverflows(element.scrollWidth > (element.parentElement?.clientWidth ?? 0));
    const sizes = new ResizeObserver(measure);
    const observe = () => {
      sizes.disconnect();
      sizes.observe(element);
      for (const tab of element.querySelectorAll('a, [role=tab]')) sizes.observe(tab);
    };
    observe();
    // The tabs are replaced by other elements once the code of the strip is loaded.
    const tabs = new MutationObserver(observe);
    tabs.observe(element, { childList: true, subtree: true });
    return () => {
      sizes.disconnect();
      tabs.disconnect();
    };
  }, [strip, items]);
  return overflows;
}

/** A menu of all tabs with their counts, for a strip that cannot show them all. */
function AllTabs({ items }: { items: readonly TabItem[] }) {
  const { history } = useEngine();
  const { t } = useLocale();
  const entries = items.map(({ id, label, count, href, onSelect, active, disabled }): MenuEntry => ({
    id,
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

/** Arrow keys, Home and End move between the links; Enter opens one. */
function moveAlong(event: KeyboardEvent<HTMLElement>): void {
  const tabs = [...event.currentTarget.querySelectorAll<HTMLElement>('a')];
  const at = tabs.findIndex((tab) => tab === document.activeElement);
  const next = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }[event.key];
  if (next === undefined || !tabs.length) return;
  event.preventDefault();
  tabs[(next + tabs.length) % tabs.length]?.focus();
}
