/** Saved views of a table: the list, the current one, and the operations on them. */
import { useEffect, useMemo, useState } from 'react';
import { useEngine, type Engine } from '../../data/engine.ts';
import type { I18n } from '../../data/i18n.ts';
import { holdsAny } from '../../access/can.ts';
import type { Audience, Kept } from '../../access/preferences.ts';
import { useStore } from '../../data/store.ts';
import { same } from '../../page/same.ts';
import type { Address } from './address.ts';
import { changeOwn, looksOf } from './looks.ts';
import {
  ownOf,
  PLAIN,
  readPreference,
  startOf,
  viewsOf,
  type OfferedView,
  type SavedView,
  type TableLooks,
} from './preference.ts';

type Query = SavedView['query'];

/** Whether a query parameter belongs to a view: filters and order do, page and page size do not. */
const isKept = (name: string): boolean => name === 'sort' || name.startsWith('f.');
const keptOf = (query: Query): Query =>
  Object.fromEntries(Object.entries(query).filter(([name]) => isKept(name)));
const saysNothing = (query: Query): boolean =>
  !Object.keys(query).some((name) => isKept(name) || name === 'p' || name === 'c');

/**
 * Returns the address of a table. An address without state is at first that of the table's start view, so that the
 * right rows are requested at once.
 */
export function useStart(id: string, [query, change]: Address): Address {
  const { preferences } = useEngine();
  const [begin, setBegin] = useState(() => {
    const start = startOf(preferences.get(), id);
    return start && !saysNothing(start.query) ? start.query : undefined;
  });
  const waits = begin !== undefined && saysNothing(query);
  if (begin && !waits) setBegin(undefined);
  useEffect(() => {
    if (begin) change(begin, { replace: true });
  }, [begin, change]);
  return useMemo(() => [waits ? begin : query, change], [waits, begin, query, change]);
}

export interface Views {
  all: readonly OfferedView[];
  /** The one that was chosen last, or the one that the table shows. */
  current?: OfferedView;
  /** The table no longer shows the current view as it was saved. */
  changed: boolean;
  /** Id of the view the table starts with. */
  start?: string;
  choose(view: SavedView | undefined): void;
  /** Marks a view as current: it was just saved from what the table shows. */
  mark(id: string): void;
  /** Returns the current state of the table as a view. */
  capture(): Pick<SavedView, 'looks' | 'query'>;
}

export function useViews(id: string, [query, change]: Address, size: number): Views {
  const engine = useEngine();
  const kept = useStore(engine.preferences);
  const [chosen, setChosen] = useState<string>();
  const looks = looksOf(kept, id);
  const all = useMemo(() => viewsOf(kept, id), [kept, id]);
  const now = useMemo(() => ({ looks: { ...looks, size }, query: keptOf(query) }), [looks, size, query]);
  const shows = ({ view }: OfferedView) =>
    same(sized(view.looks, size), now.looks) && same(view.query, now.query);
  const last = all.find(({ view }) => view.id === chosen);
  const current = last ?? all.find(shows);
  const start = startOf(kept, id)?.id;
  return {
    all,
    ...(current ? { current } : {}),
    changed: current !== undefined && !shows(current),
    ...(start ? { start } : {}),
    choose: (view) => {
      setChosen(view?.id);
      changeOwn(engine, id, { looks: view?.looks ?? PLAIN });
      const left = Object.fromEntries(Object.keys(keptOf(query)).map((name) => [name, undefined]));
      change({ ...left, p: undefined, c: undefined, ...view?.query });
    },
    mark: setChosen,
    capture: () => now,
  };
}

const sized = (looks: TableLooks, size: number): TableLooks => ({ ...looks, size: looks.size ?? size });

/** Changes the views of their owner: of the account itself, or of those with whom they are shared. */
export async function changeViews(
  engine: Engine,
  id: string,
  of: Audience | undefined,
  change: (views: readonly SavedView[]) => readonly SavedView[],
): Promise<void> {
  if (!of) return changeOwn(engine, id, { views: change(ownOf(engine.preferences.get(), id).views ?? []) });
  await engine.preferences.share(id, of, (value) => {
    const { start, views = [] } = readPreference(value);
    return { ...(start === undefined ? {} : { start }), views: change(views) };
  });
}

/** Sets the view the table starts with: for the account itself, or for those with whom it is shared. */
export async function changeStart(
  engine: Engine,
  id: string,
  of: Audience | undefined,
  start: string | null,
): Promise<void> {
  if (!of) return changeOwn(engine, id, { start });
  await engine.preferences.share(id, of, (value) => ({ ...readPreference(value), start }));
}

/** Moves a view to another audience. */
export async function moveView(
  engine: Engine,
  id: string,
  { view, of }: OfferedView,
  to: Audience | undefined,
): Promise<void> {
  await changeViews(engine, id, to, (views) => [...views, view]);
  await changeViews(engine, id, of, (views) => views.filter((one) => one.id !== view.id));
}

/** Returns the name of a view's audience; undefined for the account's own views. */
export const audienceOf = (i18n: I18n, { of }: OfferedView): string | undefined =>
  of &&
  (of.owner === 'ALL'
    ? i18n.t('engine.views.forAll')
    : i18n.t('engine.views.forRole', { role: of.roleName ?? '' }));

/** Whether the user may change the views of a role or of everyone. */
export function mayShare(engine: Engine): boolean {
  const operation = engine.preferences.keptBy?.share;
  return operation !== undefined && holdsAny(operation.permissions, engine.session.get());
}

/** Returns the start view of a role or of everyone. */
export const startFor = ({ shared }: Kept, table: string, of: Audience): string | null | undefined =>
  readPreference(
    shared.find(
      (row) => row.screen + row.view === table && row.owner === of.owner && row.roleId === of.roleId,
    )?.value,
  ).start;
