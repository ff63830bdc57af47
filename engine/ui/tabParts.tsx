/** Classes and content of a tab, for links and for the tabs of Headless UI. */
import { cx } from './cx.ts';

export interface TabItem {
  id: string;
  label: string;
  href?: string;
  onSelect?: () => void;
  active?: boolean;
  disabled?: boolean;
  count?: number;
  /** A count is still loading: its width is reserved, so that no tab moves under the pointer when it arrives. */
  counted?: boolean;
  /** Number of fields with errors in the tab's panel. */
  errors?: number;
}

export const tabId = (panel: string) => `${panel}-tab`;

export function tabClass(item: TabItem): string {
  return cx(
    'inline-flex h-10 shrink-0 items-center gap-1.5 border-b-2 px-3 font-medium whitespace-nowrap',
    'transition-colors -outline-offset-2 focus-visible:-outline-offset-2',
    item.active
      ? 'border-accent-strong text-ink'
      : 'border-transparent text-muted hover:border-line-strong hover:text-ink',
    item.disabled && 'pointer-events-none opacity-50',
  );
}

export function TabText({ item }: { item: TabItem }) {
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
