/** How the reader wants tables to look; kept in the browser, by account. */
import { session } from '../../access/session.ts';
import { readStored, writeStored } from '../../data/storage.ts';
import { createStore, useStore } from '../../data/store.ts';

interface Looks {
  compact: boolean;
  /** Ids of hidden columns, by table. */
  hidden: Record<string, readonly string[]>;
  /** Rows a page, by table. */
  sizes: Record<string, number>;
}

/** Classes of a head cell. */
export const HEAD =
  'sticky top-0 z-10 h-9 border-b border-line bg-raised px-3 text-sm font-medium whitespace-nowrap text-muted';

const EMPTY: Looks = { compact: false, hidden: {}, sizes: {} };
const NONE: readonly string[] = [];

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
    return { ...EMPTY, ...(JSON.parse(text ?? '{}') as Partial<Looks>) };
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

/** The reader's own page size of a table, once chosen. */
export const useSize = (table: string): number | undefined => useStore(looks, (now) => now.sizes[table]);

export const keepSize = (table: string, size: number): void =>
  change((now) => ({ ...now, sizes: { ...now.sizes, [table]: size } }));

export const useHidden = (table: string): readonly string[] =>
  useStore(looks, (now) => now.hidden[table] ?? NONE);

export const toggleCompact = (): void => change((now) => ({ ...now, compact: !now.compact }));

export function toggleColumn(table: string, column: string): void {
  change((now) => {
    const hidden = now.hidden[table] ?? NONE;
    const next = hidden.includes(column) ? hidden.filter((id) => id !== column) : [...hidden, column];
    return { ...now, hidden: { ...now.hidden, [table]: next } };
  });
}

follow();
