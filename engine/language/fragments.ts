/** Fragments: items and views that several screens share, expanded where they are used. */
import type { Catalogue, LoadedScreen } from './catalogue.ts';
import { Context } from './context.ts';
import type { Diagnostics } from './diagnostics.ts';
import { child, type Place } from './place.ts';
import { pointerOf } from './source.ts';
import { checkPart } from './structure.ts';
import type { ScreenConfig } from '../../schemas/generated/language.ts';

export type FragmentKind = 'filters' | 'columns' | 'layout' | 'details' | 'actions' | 'view';

export interface PlacedItem<T> {
  item: T;
  place: Place;
}

const DEFINITION: Record<FragmentKind, string> = {
  filters: 'FilterItem',
  columns: 'ColumnItem',
  layout: 'LayoutItem',
  details: 'DetailItem',
  actions: 'ActionItem',
  view: 'View',
};

/** The items with every `{use}` replaced by the items of the fragment; each keeps the place in its own file. */
export function expandItems<T>(
  ctx: Context,
  items: readonly unknown[] | undefined,
  kind: FragmentKind,
  place: Place,
): PlacedItem<T>[] {
  return (items ?? []).flatMap((item, i) => {
    const at = child(place, i);
    return isUse(item) ? expandUse<T>(ctx, item, kind, at) : [{ item: item as T, place: at }];
  });
}

/** Replaces a missing view of a fragment, which is reported. */
const NOTHING = { type: 'stack', items: [] };

/**
 * Inserts the views of fragments into a screen's config before anything else reads it, so that names of views, records
 * and tabs are those of an ordinary screen. `source.pulled` has the places where they are written.
 */
export function pullViews(screen: LoadedScreen, catalogue: Catalogue, diagnostics: Diagnostics): void {
  const { source } = screen;
  source.pulled.clear();
  if (!source.text.includes('"use"')) return;
  const ctx = new Context(catalogue, screen, diagnostics, new Set());
  /** `pointer` in the whole config, `place` in the text. */
  const walk = (value: unknown, pointer: string, place: Place, inList: boolean): unknown => {
    if (Array.isArray(value))
      return value.map((one, i) => walk(one, pointer + pointerOf(i), child(place, i), true));
    if (!value || typeof value !== 'object') return value;
    if (!inList && isUse(value)) {
      const [found] = expandUse<object>(ctx, value, 'view', place);
      if (!found) return NOTHING;
      const { source: from, pointer: at, via } = found.place;
      source.pulled.set(pointer, { source: from, pointer: at, ...(via ? { via } : {}) });
      return walk(found.item, pointer, found.place, false);
    }
    return Object.fromEntries(
      Object.entries(value).map(([name, one]) => [
        name,
        walk(one, pointer + pointerOf(name), child(place, name), false),
      ]),
    );
  };
  screen.config = walk(screen.config, '', { source, pointer: '' }, false) as ScreenConfig;
}

interface Use {
  use: string;
  with?: Record<string, string | number | boolean>;
}

export function isUse(item: unknown): item is Use {
  return item !== null && typeof item === 'object' && 'use' in item && typeof item.use === 'string';
}

function expandUse<T>(
  ctx: Context,
  { use, with: given = {} }: Use,
  kind: FragmentKind,
  at: Place,
): PlacedItem<T>[] {
  const names = [...ctx.catalogue.fragments].filter(([, f]) => f.config.kind === kind).map(([name]) => name);
  if (at.via?.via) {
    ctx.report('unknown-property', at, { received: 'use', note: 'a fragment in a fragment holds no third' });
    return [];
  }
  if (!ctx.known('unknown-path', use, names, child(at, 'use'), { expected: `a fragment of ${kind}` }))
    return [];
  const fragment = ctx.catalogue.fragments.get(use)!;
  const declared = fragment.config.parameters ?? {};
  for (const [name, value] of Object.entries(given)) {
    const place = child(at, 'with', name);
    if (ctx.known('unknown-parameter', name, Object.keys(declared), place) && typeof value !== declared[name])
      ctx.report('type-mismatch', place, { expected: declared[name], received: typeof value });
  }
  for (const name of Object.keys(declared))
    if (!(name in given)) ctx.report('missing-parameter', child(at, 'use'), { received: name });
  if (kind === 'view' && fragment.config.items.length !== 1) {
    const place = { source: fragment.source, pointer: '/items', via: at };
    ctx.report('wrong-type', place, {
      received: `${fragment.config.items.length} items`,
      expected: 'one, the view',
    });
    return [];
  }
  return fragment.config.items.flatMap((item, i) => {
    const place: Place = { source: fragment.source, pointer: `/items/${i}`, via: at };
    const filled = fill(item, given);
    const { diagnostics, catalogue } = ctx;
    const sound = checkPart(
      fragment.source,
      catalogue.language.screen,
      DEFINITION[kind],
      filled,
      place.pointer,
      diagnostics,
    );
    if (!sound) return [];
    return isUse(filled) ? expandUse<T>(ctx, filled, kind, place) : [{ item: filled as T, place }];
  });
}

/** Replaces `${name}`: alone by the value itself, inside a text or a property name by the value as text. */
function fill(item: unknown, values: Record<string, string | number | boolean>): unknown {
  if (typeof item === 'string') {
    const whole = /^\$\{(\w+)\}$/.exec(item)?.[1];
    return whole && whole in values ? values[whole] : fillText(item, values);
  }
  if (Array.isArray(item)) return item.map((part) => fill(part, values));
  if (item && typeof item === 'object')
    return Object.fromEntries(
      Object.entries(item).map(([name, part]) => [fillText(name, values), fill(part, values)]),
    );
  return item;
}

function fillText(text: string, values: Record<string, string | number | boolean>): string {
  return text.replace(/\$\{(\w+)\}/g, (all, name: string) => (name in values ? String(values[name]) : all));
}
