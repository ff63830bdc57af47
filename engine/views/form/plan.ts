/** The layout of a form, read once: every field with its path, and the conditions of the parts around it. */
import type { CompiledField, CompiledForm, CompiledLayout, CompiledValue } from '../../language/compiled.ts';
import { keyOf } from './paths.ts';
import type { HiddenMode } from './store.ts';

/** A condition of a field or of a part around it. */
export interface Guard {
  when: CompiledValue;
  mode: HiddenMode;
}

/** Ids of a pane, and of its set of panes. */
export interface PaneOf {
  panes: string;
  id: string;
}

/** A field with its place in the form. */
export interface Spot {
  key: string;
  /** Id of one of several fields for the same property under different conditions: `key~1`, `key~2`. */
  alternative?: string;
  field: CompiledField;
  guards: Guard[];
  /** The panes that contain the field, outermost first. */
  panes: PaneOf[];
  /** Id of the innermost section around the field. */
  section?: string;
  /** The plan of an item of the list. */
  items?: Plan;
}

/** A section or pane that a condition may hide. */
export interface Region {
  id: string;
  guards: Guard[];
}

export interface Plan {
  spots: Spot[];
  byKey: Map<string, Spot>;
  regions: Region[];
  /** `alternative` of the fields that have one, including those in items. */
  alternatives: Map<CompiledField, string>;
}

interface Around {
  guards: Guard[];
  panes: PaneOf[];
  section?: string;
}

const plans = new WeakMap<CompiledForm, Plan>();

export function planOf(form: CompiledForm): Plan {
  let plan = plans.get(form);
  if (!plan) plans.set(form, (plan = readPlan(form.layout)));
  return plan;
}

export function readPlan(layout: readonly CompiledLayout[]): Plan {
  const spots: Spot[] = [];
  const regions: Region[] = [];
  visit(layout, '', { guards: [], panes: [] }, spots, regions);
  const alternatives = new Map(spots.flatMap(({ items }) => [...(items?.alternatives ?? [])]));
  const counts = new Map<string, number>();
  for (const { key } of spots) counts.set(key, (counts.get(key) ?? 0) + 1);
  const numbers = new Map<string, number>();
  for (const spot of spots) {
    if (counts.get(spot.key) === 1) continue;
    const number = (numbers.get(spot.key) ?? 0) + 1;
    numbers.set(spot.key, number);
    spot.alternative = `${spot.key}~${number}`;
    alternatives.set(spot.field, spot.alternative);
  }
  return { spots, byKey: new Map(spots.map((spot) => [spot.key, spot])), regions, alternatives };
}

/**
 * Finds the field at a key, also inside lists: `rows.2.value`, or `rows.*.value` for that field of every item.
 */
export function spotAt(plan: Plan, key: string): Spot | undefined {
  return plan.byKey.get(key) ?? spotsAlong(plan, key).at(-1)?.spot;
}

/** One of the fields on the way to a field: a list that contains it, or the field itself. */
export interface SpotAlong {
  spot: Spot;
  /** Key of the item that contains it, with a dot: `rows.2.`; empty outside lists. */
  prefix: string;
  /** The item of this list on the way; undefined for the field itself. */
  item?: string;
}

/** Finds the field at a key and the lists that contain it, outermost first; empty when no field has the key. */
export function spotsAlong(plan: Plan, key: string, prefix = ''): SpotAlong[] {
  const exact = plan.byKey.get(key);
  if (exact) return [{ spot: exact, prefix }];
  for (const spot of plan.spots) {
    if (!spot.items || !key.startsWith(`${spot.key}.`)) continue;
    const [item = '', ...rest] = key.slice(spot.key.length + 1).split('.');
    if (!item || !rest.length) continue;
    const inner = spotsAlong(spot.items, rest.join('.'), `${prefix}${spot.key}.${item}.`);
    return inner.length ? [{ spot, prefix, item }, ...inner] : [];
  }
  return [];
}

/** The panes and sections that contain the field at a key, outermost first; in a list their ids begin with the item's key. */
export function partsAround(plan: Plan, key: string): { panes: PaneOf[]; sections: string[] } {
  const along = spotsAlong(plan, key);
  return {
    panes: along.flatMap(({ spot, prefix }) =>
      spot.panes.map(({ panes, id }) => ({ panes: prefix + panes, id })),
    ),
    sections: along.flatMap(({ spot: { section }, prefix }) =>
      section === undefined ? [] : [prefix + section],
    ),
  };
}

/** Path of a layout item, the same for all code that walks the layout: `2/0/1`. */
export function placeIn(at: string, index: number): string {
  return at === '' || at.endsWith('.') ? `${at}${index}` : `${at}/${index}`;
}

function visit(
  layout: readonly CompiledLayout[],
  at: string,
  around: Around,
  spots: Spot[],
  regions: Region[],
): void {
  layout.forEach((item, index) => {
    const place = placeIn(at, index);
    if (item.type === 'field') spots.push(spotOf(item, around));
    else if (item.type === 'row') for (const field of item.fields) spots.push(spotOf(field, around));
    else if (item.type === 'section') {
      const guards = guarded(around.guards, item.visibleWhen, item.whenHidden);
      if (item.visibleWhen) regions.push({ id: place, guards });
      visit(item.rows, place, { ...around, guards, section: place }, spots, regions);
    } else if (item.type === 'panes')
      item.panes.forEach((pane, i) => {
        const id = placeIn(place, i);
        const guards = guarded(around.guards, pane.visibleWhen, 'drop');
        if (pane.visibleWhen) regions.push({ id, guards });
        visit(
          pane.layout,
          id,
          { guards, panes: [...around.panes, { panes: place, id: pane.id }] },
          spots,
          regions,
        );
      });
  });
}

function spotOf(field: CompiledField, around: Around): Spot {
  return {
    key: keyOf(field.path),
    field,
    guards: guarded(around.guards, field.visibleWhen, field.whenHidden),
    panes: around.panes,
    ...(around.section ? { section: around.section } : {}),
    ...(field.items ? { items: readPlan(field.items) } : {}),
  };
}

function guarded(guards: Guard[], when: CompiledValue | undefined, mode: HiddenMode): Guard[] {
  return when ? [...guards, { when, mode }] : guards;
}
