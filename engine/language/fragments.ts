/** Fragments: items that several screens share, expanded where they are used. */
import type { Context } from './context.ts';
import { child, type Place } from './place.ts';
import { checkPart } from './structure.ts';

export type FragmentKind = 'filters' | 'columns' | 'layout' | 'details' | 'actions';

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
};

/** The items with every `{use}` replaced by its fragment's; each keeps its own place in its own file. */
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

interface Use {
  use: string;
  with?: Record<string, string | number | boolean>;
}

function isUse(item: unknown): item is Use {
  return item !== null && typeof item === 'object' && 'use' in item;
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

/** `${name}` alone becomes the value itself; inside a text, and in the name of a property, its words. */
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
