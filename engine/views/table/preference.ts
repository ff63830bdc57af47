/**
 * A table's part of a preference: its looks, saved views and start view. Anyone may have written the value, so invalid
 * parts are ignored; so are columns and filters that no longer exist.
 */
import type { Audience, Kept } from '../../access/preferences.ts';
import { PAGE_SIZES } from './state.ts';

/** Looks that the user has set for one table. */
export interface TableLooks {
  /** Ids of hidden columns. */
  hidden: readonly string[];
  /** Ids of columns that stay visible when the others are scrolled, in no order. */
  pinned: readonly string[];
  /** Ids of columns in the user's order; missing ones keep the place the screen gives them. */
  order: readonly string[];
  /** Pixels, by id of the column. */
  widths: Readonly<Record<string, number>>;
  /** Rows per page. */
  size?: number;
  /** One card per row, on wide screens too. */
  cards?: boolean;
}

/** Looks, filters and order of rows, saved under a name. */
export interface SavedView {
  id: string;
  name: string;
  looks: TableLooks;
  /** Query parameters of the address: `f.NAME`, `sort`. */
  query: Readonly<Record<string, string>>;
}

export interface TablePreference {
  looks?: TableLooks;
  views?: readonly SavedView[];
  /** Id of the view the table starts with; null is the screen's own, whatever others have set. */
  start?: string | null;
}

/** A view and its owner; `of` is undefined for the account's own. */
export interface OfferedView {
  view: SavedView;
  of?: Audience & { roleName?: string | null };
}

/** Most characters of a view's name. */
export const NAME_LENGTH = 60;

export const PLAIN: TableLooks = { hidden: [], pinned: [], order: [], widths: {} };
const NOTHING: TablePreference = {};

export const ownOf = ({ own }: Kept, table: string): TablePreference => readPreference(own[table]);

export const sharedOf = ({ shared }: Kept, table: string) =>
  shared.filter(({ screen, view }) => screen + view === table);

/** Returns all views that can be chosen: own ones, those of roles, those shared with everyone. */
export function viewsOf(kept: Kept, table: string): OfferedView[] {
  const own = (ownOf(kept, table).views ?? []).map((view): OfferedView => ({ view }));
  const others = sharedOf(kept, table).flatMap(({ value, owner, roleId, roleName }) =>
    (readPreference(value).views ?? []).map((view) => ({
      view,
      of: { owner, roleId, ...(roleName === undefined ? {} : { roleName }) },
    })),
  );
  return [...own, ...others];
}

/** Returns the view the table starts with: the account's choice, else its role's, else the one set for everyone. */
export function startOf(kept: Kept, table: string): SavedView | undefined {
  const shared = sharedOf(kept, table).filter(({ applies }) => applies !== false);
  const candidates = [ownOf(kept, table), ...shared.map(({ value }) => readPreference(value))];
  const id = candidates.find(({ start }) => start !== undefined)?.start;
  return id == null ? undefined : viewsOf(kept, table).find(({ view }) => view.id === id)?.view;
}

const read = new WeakMap<object, TablePreference>();

/** Reads each value once, so that the same value results in the same looks. */
export function readPreference(value: unknown): TablePreference {
  if (!isObject(value)) return NOTHING;
  let preference = read.get(value);
  if (!preference) read.set(value, (preference = parse(value)));
  return preference;
}

function parse({ looks, views, start }: Record<string, unknown>): TablePreference {
  return {
    ...(isObject(looks) ? { looks: parseLooks(looks) } : {}),
    ...(Array.isArray(views) ? { views: views.flatMap(parseView) } : {}),
    ...(typeof start === 'string' || start === null ? { start } : {}),
  };
}

function parseView(view: unknown): SavedView[] {
  if (!isObject(view) || typeof view.id !== 'string' || typeof view.name !== 'string') return [];
  const looks = isObject(view.looks) ? parseLooks(view.looks) : PLAIN;
  return [{ id: view.id, name: view.name, looks, query: only(view.query, isText) }];
}

function parseLooks({ hidden, pinned, order, widths, size, cards }: Record<string, unknown>): TableLooks {
  return {
    hidden: texts(hidden),
    pinned: texts(pinned),
    order: texts(order),
    widths: only(widths, (one): one is number => typeof one === 'number' && one > 0),
    ...(PAGE_SIZES.includes(size as number) ? { size: size as number } : {}),
    ...(cards === true ? { cards } : {}),
  };
}

const isText = (value: unknown): value is string => typeof value === 'string';
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const texts = (value: unknown): string[] => (Array.isArray(value) ? value.filter(isText) : []);
const only = <T>(value: unknown, fits: (one: unknown) => one is T): Record<string, T> =>
  Object.fromEntries(
    Object.entries(isObject(value) ? value : {}).filter((pair): pair is [string, T] => fits(pair[1])),
  );
