/** Fields for the current values: those of a list once per item, with `item` in their scope. */
import type { Scope } from '../../language/evaluate.ts';
import { getAt, isIndex, pathOf } from './paths.ts';
import type { Plan, Spot } from './plan.ts';
import type { Tree } from './store.ts';

export interface FieldPlace {
  /** `rows.2.value` */
  key: string;
  spot: Spot;
  scope: Scope;
}

/** The places of the selected fields, in the order of the layout. */
export function placesOf(
  plan: Plan,
  values: Tree,
  scope: Scope,
  wanted: (spot: Spot) => boolean,
): FieldPlace[] {
  return hasPlaces(plan, wanted) ? visit(plan, '', values, scope, wanted) : [];
}

/** Whether the layout has a selected field, independent of the values. */
export const hasPlaces = (plan: Plan, wanted: (spot: Spot) => boolean): boolean =>
  plan.spots.some((spot) => holdsWanted(spot, wanted));

function visit(
  plan: Plan,
  prefix: string,
  values: Tree,
  scope: Scope,
  wanted: (spot: Spot) => boolean,
): FieldPlace[] {
  return plan.spots.flatMap((spot) => {
    const key = prefix + spot.key;
    const own = wanted(spot) ? [{ key, spot, scope }] : [];
    const { items } = spot;
    if (!items?.spots.some((inner) => holdsWanted(inner, wanted))) return own;
    return [
      ...own,
      ...itemsAt(values, key).flatMap((item, i) =>
        visit(items, `${key}.${i}.`, values, { ...scope, item }, wanted),
      ),
    ];
  });
}

const holdsWanted = (spot: Spot, wanted: (spot: Spot) => boolean): boolean =>
  wanted(spot) || (spot.items?.spots.some((inner) => holdsWanted(inner, wanted)) ?? false);

/** The items of the list at a key; empty when it has no value. */
export function itemsAt(values: Tree, key: string): unknown[] {
  const list = getAt(values, pathOf(key));
  return Array.isArray(list) ? (list as unknown[]) : [];
}

/** The list item that contains the field at this key; undefined outside a list. */
export function itemAround(values: Tree, key: string): unknown {
  const path = pathOf(key);
  const at = path.findLastIndex(isIndex);
  return at < 0 ? undefined : getAt(values, path.slice(0, at + 1));
}
