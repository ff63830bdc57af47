/**
 * A page of tabs: the header above every tab, the tab strip, and the open tab. Tabs with a separate route are screens
 * that name this one as parent; tabs without one store their state in the query as `tab`.
 */
import { useContext, useId, useMemo, useRef, useState, type ReactNode } from 'react';
import { useEngine } from '../../data/engine.ts';
import { useStore } from '../../data/store.ts';
import { useLocale } from '../../data/useLocale.ts';
import type { CompiledTabs } from '../../language/compiled.ts';
import { own } from '../../language/own.ts';
import { defineView, type ViewProps } from '../../registry/define.ts';
import { IconButton } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { EmptyState, ForbiddenState } from '../../ui/states.tsx';
import { tabId, TabList } from '../../ui/tabs.tsx';
import { ActionBar } from '../actions/ActionBar.tsx';
import { InTabContext, TabContext } from '../ScreenView.tsx';
import { usePage } from '../../page/page.ts';
import { useHolds } from '../../page/scope.ts';
import { useScreenTitle } from '../../page/text.ts';
import { View } from '../view.tsx';
import { useCodeAhead } from './ahead.ts';
import { TabCounts } from './TabCounts.tsx';
import { inOrder, useInlineTabs, useRoutedTabs } from './tabs.ts';

/** Above this number of tabs, a skip link is shown. */
const MANY = 6;

/** Whether the user has collapsed the header above the tabs of this screen, on every record. */
const isFolded = (kept: unknown): boolean => (kept as { folded?: unknown } | undefined)?.folded === true;

function TabsView({ view }: ViewProps<CompiledTabs>): ReactNode {
  const { t } = useLocale();
  const id = useId();
  const panel = useRef<HTMLDivElement>(null);
  const title = useScreenTitle();
  const { screen, dialog } = usePage();
  const { preferences } = useEngine();
  const head = `${screen.id}/head`;
  const folded = useStore(preferences, ({ own: kept }) => isFolded(kept[head]));
  const headed = useHolds(view.header?.visibleWhen);
  const foldable = view.header !== undefined && headed && !dialog;
  const child = useContext(TabContext);
  // A tab that has tabs itself is named by the strip above, a dialog by its own title.
  const inTab = useContext(InTabContext);
  const named = inTab || dialog !== undefined;
  const [counts, setCounts] = useState<Record<string, number>>({});
  const routed = useRoutedTabs();
  const inline = useInlineTabs(view, routed.length > 0, child !== null && child !== undefined);
  const items = useMemo(
    () =>
      inOrder([...inline.items, ...routed]).map((item) => {
        const count = own(counts, item.id);
        const counted = own(screen.tabCounts ?? {}, item.id) !== undefined;
        return count === undefined ? { ...item, counted } : { ...item, count };
      }),
    [inline.items, routed, counts, screen],
  );
  const panelId = (tab: string) => `${id}${tab}`;
  const active = inline.active;
  useCodeAhead(view);
  return (
    <div className="flex min-w-0 flex-col gap-4">
      <div
        className={cx(
          'flex flex-wrap items-center justify-between gap-x-4 gap-y-2',
          named && view.actions.length === 0 && 'contents',
        )}
      >
        {dialog ? null : inTab ? (
          <h2 className="sr-only">{title}</h2>
        ) : (
          <h1 className="min-w-0 text-xl font-semibold tracking-tight">{title}</h1>
        )}
        <span className="flex items-center gap-1">
          <ActionBar actions={view.actions} />
          {foldable && (
            <IconButton
              icon={folded ? 'chevron-down' : 'chevron-up'}
              label={t(folded ? 'engine.tabs.unfoldHeader' : 'engine.tabs.foldHeader')}
              aria-expanded={!folded}
              onClick={() => preferences.setOwn(head, { folded: !folded })}
            />
          )}
        </span>
      </div>
      {view.header && !(foldable && folded) && <View view={view.header} />}
      {items.length > MANY && (
        <a
          href="#tab-content"
          onClick={(event) => {
            event.preventDefault();
            panel.current?.focus();
          }}
          className="sr-only rounded-md bg-surface px-3 py-2 shadow-pop focus:not-sr-only"
        >
          {t('engine.tabs.skip')}
        </a>
      )}
      {items.length > 0 && <TabList label={title} items={items} panelId={panelId} />}
      <TabCounts view={view} onCount={(tab, count) => setCounts((now) => ({ ...now, [tab]: count }))} />
      {child ? (
        <div
          id={items.length > MANY ? 'tab-content' : undefined}
          ref={panel}
          tabIndex={-1}
          className="min-w-0"
        >
          <InTabContext value={true}>{child}</InTabContext>
        </div>
      ) : active ? (
        <div
          id={panelId(active.id)}
          ref={panel}
          tabIndex={-1}
          data-part="tab"
          {...(routed.length ? {} : { role: 'tabpanel', 'aria-labelledby': tabId(panelId(active.id)) })}
        >
          <View key={active.id} view={active.view} />
        </div>
      ) : items.length ? (
        <EmptyState icon="list" />
      ) : (
        <ForbiddenState />
      )}
    </div>
  );
}

export default defineView({ name: 'tabs', component: TabsView });
