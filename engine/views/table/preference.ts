/**
 * What a preference says of one table: its looks, saved views, and the view with which it begins. Others may have written
 * it, so what is not as it should be says nothing; so do columns and filters that are gone.
 */
import type { Audience, Kept } from '../../access/preferences.ts';
import { PAGE_SIZES } from './state.ts';

/** What the reader has made of one table. */
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
  /** A card a row, on wide screens too. */
  cards?: boolean;
}

/** Looks, filters and order of rows under a name. */
export interface SavedView {
  id: string;
  name: string;
  looks: TableLooks;
  /** What stands in the address: `f.NAME`, `sort`. */
  query: Readonly<Record<string, string>>;
}

export interface TablePreference {
  looks?: TableLooks;
  views?: readonly SavedView[];
  /** Id of the view with which the table begins; null is the screen's own, whatever others have set. */
  start?: string | null;
}

/** A view and whose it is: undefined is the account's own. */
export interface OfferedView {
  view: SavedView;
  of?: Audience & { roleName?: string | null };
}

/** Characters of a view's name. */
export const NAME_LENGTH = 60;

export const PLAIN: TableLooks = { hidden: [], pinned: [], order: [], widths: {} };
const NOTHING: TablePreference = {};

export const ownOf = ({ own }: Kept, table: string): TablePreference => readPreference(own[table]);

export const sharedOf = ({ shared }: Kept, table: string) =>
  shared.filter(({ screen, view }) => screen + view === table);

/** All views that may be chosen: own ones, those of roles, those of all. */
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

/** The view with which the table begins: the account's choice, else that of its role, else that of all. */
export function startOf(kept: Kept, table: string): SavedView | undefined {
  const shared = sharedOf(kept, table).filter(({ applies }) => applies !== false);
  const said = [ownOf(kept, table), ...shared.map(({ value }) => readPreference(value))];
  const id = said.find(({ start }) => start !== undefined)?.start;
  return id == null ? undefined : viewsOf(kept, table).find(({ view }) => view.id === id)?.view;
}

const read = new WeakMap<object, TablePreference>();

/** Reads each value once, so that the same value gives the same looks. */
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
