/** How the reader wants tables to look; kept in the browser, by account. */
import { session } from '../../access/session.ts';
import { readStored, writeStored } from '../../data/storage.ts';
import { createStore, useStore } from '../../data/store.ts';

/** What the reader has made of one table; names of columns that are gone say nothing. */
export interface TableLooks {
  /** Ids of columns that are not shown. */
  hidden: readonly string[];
  /** Ids of columns that stay in sight when the others are scrolled, in no order. */
  pinned: readonly string[];
  /** Ids of columns in the reader's order; those that it lacks stand where the screen has them. */
  order: readonly string[];
  /** Pixels, by id of the column. */
  widths: Readonly<Record<string, number>>;
  /** Rows a page. */
  size?: number;
}

interface Looks {
  version: number;
  compact: boolean;
  /** By table: id of the screen and place in its file. */
  tables: Readonly<Record<string, TableLooks>>;
}

/** Classes of a head cell. */
export const HEAD =
  'sticky top-0 z-10 h-9 border-b border-line bg-raised px-3 text-sm font-medium whitespace-nowrap text-muted';

/** Rises when what is stored changes its shape; what an older one has kept is left alone. */
const VERSION = 2;
const EMPTY: Looks = { version: VERSION, compact: false, tables: {} };
export const PLAIN: TableLooks = { hidden: [], pinned: [], order: [], widths: {} };

const keyOf = (): string => `looks:${session.get().account?.login ?? ''}`;
const looks = createStore<Looks>(EMPTY);
let shownFor: string | undefined;

/** The looks of the account that is here now: another reader has other ones. */
function follow(): void {
  if (shownFor === keyOf()) return;
  shownFor = keyOf();
  looks.set(parse(readStored(shownFor)));
}
session.subscribe(follow);

function parse(text: string | null): Looks {
  try {
    const stored = JSON.parse(text ?? '{}') as Partial<Looks>;
    return stored.version === VERSION ? { ...EMPTY, ...stored } : EMPTY;
  } catch {
    return EMPTY;
  }
}

function change(next: (now: Looks) => Looks): void {
  follow();
  looks.set(next);
  writeStored(keyOf(), JSON.stringify(looks.get()));
}

export const useCompact = (): boolean => useStore(looks, (now) => now.compact);

export const toggleCompact = (): void => change((now) => ({ ...now, compact: !now.compact }));

export const useLooks = (table: string): TableLooks => useStore(looks, (now) => now.tables[table] ?? PLAIN);

export function changeLooks(table: string, patch: Partial<TableLooks>): void {
  change((now) => ({
    ...now,
    tables: { ...now.tables, [table]: { ...PLAIN, ...now.tables[table], ...patch } },
  }));
}

/** The widths with another for a column; undefined is the screen's own. */
export function withWidth(
  widths: TableLooks['widths'],
  column: string,
  width: number | undefined,
): TableLooks['widths'] {
  const { [column]: _before, ...others } = widths;
  return width === undefined ? others : { ...others, [column]: width };
}

/** The list with the item, or without it if it was there. */
export const toggled = (list: readonly string[], item: string): string[] =>
  list.includes(item) ? list.filter((one) => one !== item) : [...list, item];

follow();
