/** A tab list without hrefs. The caller renders the tab panel, so `TabPanels` of Headless UI is not used. */
import { useLayoutEffect, useRef } from 'react';
import { Tab, TabGroup, TabList } from '@headlessui/react';
import { tabClass, tabId, TabText, type TabItem } from './tabParts.tsx';

export interface TabStripProps {
  items: readonly TabItem[];
  /** Accessible name of the strip. */
  label: string;
  /** Id of the panel that a tab shows. */
  panelId?: ((id: string) => string) | undefined;
}

export function TabStrip({ items, label, panelId }: TabStripProps) {
  const list = useRef<HTMLDivElement>(null);
  const active = items.find((item) => item.active)?.id;
  const panel = active !== undefined ? panelId?.(active) : undefined;
  // Headless UI sets `aria-controls` only for panels of its own group.
  useLayoutEffect(() => {
    const tab = list.current?.querySelector('[aria-selected="true"]');
    if (panel !== undefined) tab?.setAttribute('aria-controls', panel);
    return () => tab?.removeAttribute('aria-controls');
  });
  return (
    <TabGroup
      // Its own element is inside the scrolling strip and must not affect the layout.
      className="contents"
      selectedIndex={items.findIndex((item) => item.active)}
      onChange={(at) => items[at]?.onSelect?.()}
    >
      <TabList ref={list} aria-label={label} className="contents">
        {items.map((item) => (
          <Tab
            key={item.id}
            {...(panelId && { id: tabId(panelId(item.id)) })}
            disabled={item.disabled ?? false}
            className={tabClass(item)}
          >
            <TabText item={item} />
          </Tab>
        ))}
      </TabList>
    </TabGroup>
  );
}
