/** The user's looks of tables: which columns, how wide, how many rows; stored as preferences of the account. */
import { useEngine, type Engine } from '../../data/engine.ts';
import type { Kept } from '../../access/preferences.ts';
import { useStore } from '../../data/store.ts';
import { ownOf, PLAIN, startOf, type TableLooks, type TablePreference } from './preference.ts';

const IN_HEAD =
  'sticky top-0 z-10 border-b border-line bg-raised px-3 text-sm font-medium whitespace-nowrap text-muted';

/** Classes of a header cell, and of a heading over several. */
export const HEAD = `h-9 ${IN_HEAD}`;
export const HEADING = `h-7 border-x text-center ${IN_HEAD}`;

/** Key of the density of all tables, next to the looks of each. */
const DENSITY = '*/*';

const isCompact = ({ own }: Kept): boolean =>
  (own[DENSITY] as { compact?: unknown } | undefined)?.compact === true;

export const useCompact = (): boolean => {
  const { preferences } = useEngine();
  return useStore(preferences, isCompact);
};

export const toggleCompact = (engine: Engine): void =>
  engine.preferences.setOwn(DENSITY, { compact: !isCompact(engine.preferences.get()) });

/** Returns the looks that the user has set for the table, else those of its start view. */
export const looksOf = (kept: Kept, table: string): TableLooks =>
  ownOf(kept, table).looks ?? startOf(kept, table)?.looks ?? PLAIN;

export const useLooks = (table: string): TableLooks => {
  const { preferences } = useEngine();
  return useStore(preferences, (kept) => looksOf(kept, table));
};

export function changeOwn(engine: Engine, table: string, patch: TablePreference): void {
  engine.preferences.setOwn(table, { ...ownOf(engine.preferences.get(), table), ...patch });
}

export function changeLooks(engine: Engine, table: string, patch: Partial<TableLooks>): void {
  changeOwn(engine, table, { looks: { ...looksOf(engine.preferences.get(), table), ...patch } });
}
