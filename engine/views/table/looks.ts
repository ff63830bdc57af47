/** How the reader wants tables to look: kept while the application is open. */
import { createStore, useStore } from '../../data/store.ts';

interface Looks {
  compact: boolean;
  /** Ids of hidden columns, by table. */
  hidden: Record<string, readonly string[]>;
}

/** Classes of a head cell. */
export const HEAD =
  'sticky top-0 z-10 h-9 border-b border-line bg-raised px-3 text-sm font-medium whitespace-nowrap text-muted';

const looks = createStore<Looks>({ compact: false, hidden: {} });
const NONE: readonly string[] = [];

export const useCompact = (): boolean => useStore(looks, (now) => now.compact);

export const useHidden = (table: string): readonly string[] =>
  useStore(looks, (now) => now.hidden[table] ?? NONE);

export const toggleCompact = (): void => looks.set((now) => ({ ...now, compact: !now.compact }));

export function toggleColumn(table: string, column: string): void {
  looks.set((now) => {
    const hidden = now.hidden[table] ?? NONE;
    const next = hidden.includes(column) ? hidden.filter((id) => id !== column) : [...hidden, column];
    return { ...now, hidden: { ...now.hidden, [table]: next } };
  });
}
