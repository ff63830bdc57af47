/**
 * One meaning of hidden (rule 8): the only place that decides what is hidden and what follows from that. Form,
 * validator and payload all use it.
 */
import { holds, type Scope } from '../../language/evaluate.ts';
import type { CompiledValue } from '../../language/compiled.ts';
import { getAt, pathOf, setAt, type Path } from './paths.ts';
import { itemsAt } from './places.ts';
import { spotAt, type Guard, type Plan, type Spot } from './plan.ts';
import { formReads } from './reads.ts';
import type { HiddenMode, Tree } from './store.ts';

/** Most iterations, as a condition may read a field that another condition hides. */
const MAX_TURNS = 8;

/**
 * Finds what is hidden for these values: fields by key, sections and panes by path. Other conditions do not see
 * a dropped field either, so it iterates until the result no longer changes.
 */
export function findHidden(plan: Plan, values: Tree, scope: Scope): Map<string, HiddenMode> {
  let hidden = new Map<string, HiddenMode>();
  for (let turn = 0; turn < MAX_TURNS; turn++) {
    const form = visibleValues(plan, values, hidden);
    const next = decide(plan, values, { ...scope, form });
    const settled = next.size === hidden.size && [...next].every(([key, mode]) => hidden.get(key) === mode);
    hidden = next;
    if (settled) break;
  }
  return hidden;
}

function decide(plan: Plan, values: Tree, scope: Scope): Map<string, HiddenMode> {
  const hidden = new Map<string, HiddenMode>();
  visit(plan, '', values, scope, hidden);
  return hidden;
}

/** Visits the spots. A condition that does not read the item hides a field in every item of its list. */
function visit(
  { spots, regions }: Plan,
  prefix: string,
  values: Tree,
  scope: Scope,
  hidden: Map<string, HiddenMode>,
): void {
  const answers = new Map<CompiledValue, boolean>();
  const modeOf = (guards: readonly Guard[]): HiddenMode | undefined =>
    guards.find(({ when }) => {
      let answer = answers.get(when);
      if (answer === undefined) answers.set(when, (answer = holds(when, scope)));
      return !answer;
    })?.mode;
  const shown = new Set<string>();
  for (const { key, alternative, guards, items } of spots) {
    const mode = guards.length ? modeOf(guards) : undefined;
    if (mode && alternative) hidden.set(prefix + alternative, mode);
    if (!mode) shown.add(key);
    // A property is visible while one of its alternatives is.
    if (shown.has(key)) hidden.delete(prefix + key);
    else hidden.set(prefix + key, mode!);
    if (!items) continue;
    if (!readsItem(items)) visit(items, `${prefix}${key}.*.`, values, scope, hidden);
    else
      itemsAt(values, prefix + key).forEach((item, i) =>
        visit(items, `${prefix}${key}.${i}.`, values, { ...scope, item }, hidden),
      );
  }
  for (const { id, guards } of regions) {
    const mode = modeOf(guards);
    if (mode) hidden.set(regionKey(prefix + id), mode);
  }
}

const byItem = new WeakMap<Plan, boolean>();

/** Whether a condition of these fields, or of nested ones, reads their item. */
function readsItem(plan: Plan): boolean {
  const known = byItem.get(plan);
  if (known !== undefined) return known;
  const guards = [...plan.spots, ...plan.regions].flatMap((one) => one.guards);
  const found =
    guards.some(({ when }) => formReads(when).has('*')) ||
    plan.spots.some(({ items }) => items !== undefined && readsItem(items));
  byItem.set(plan, found);
  return found;
}

/** Key of a hidden section or pane; a field's key never begins with `#`. */
export const regionKey = (id: string): string => `#${id}`;

/** The value of a hidden field: undefined (drop), unchanged (keep), or empty (clear). */
export function countedValue(spot: Spot, value: unknown, mode: HiddenMode | undefined): unknown {
  if (mode === 'drop') return undefined;
  if (mode === 'clear') return spot.field.nullable ? null : undefined;
  return value;
}

/** The values for conditions and requests: without those removed by hiding. */
export function visibleValues(plan: Plan, values: Tree, hidden: ReadonlyMap<string, HiddenMode>): Tree {
  let seen: unknown = values;
  for (const [key, mode] of hidden) {
    const spot = mode === 'keep' ? undefined : spotAt(plan, key);
    if (spot) seen = withMember(seen, pathOf(key), countedValue(spot, undefined, mode));
  }
  return seen as Tree;
}

/** The value with a member replaced; `*` in the path means every item of a list. */
function withMember(value: unknown, path: Path, member: unknown): unknown {
  const star = path.indexOf('*');
  if (star < 0) return getAt(value, path) === member ? value : setAt(value, path, member);
  const list = getAt(value, path.slice(0, star));
  if (!Array.isArray(list)) return value;
  const items = list.map((item) => withMember(item, path.slice(star + 1), member));
  return setAt(value, path.slice(0, star), items);
}
