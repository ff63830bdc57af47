/** Computed values: `value` is computed and never entered, `follows` is set when it changes. */
import { evaluate, type Scope } from '../../language/evaluate.ts';
import { isEmpty, pathOf, renameKeys, sameJson, type NewKey } from './paths.ts';
import { placesOf } from './places.ts';
import type { Plan, Spot } from './plan.ts';
import type { FormStore, Tree } from './store.ts';

const isDerived = ({ field }: Spot): boolean => field.value !== undefined || field.follows !== undefined;

export class DerivedValues {
  /** The last result of `follows`, by the key of the field. */
  #followed = new Map<string, unknown>();
  /** Number of computed places at the last call. Fewer mean that a list was replaced, so keys belong to other items. */
  #places = 0;

  constructor(
    readonly plan: Plan,
    readonly store: FormStore,
  ) {}

  /** Forgets the last results, because another record is shown. */
  forget(): void {
    this.#followed.clear();
  }

  /** Renames the keys of the last results after an item of a list was removed. */
  rename(newKey: NewKey): void {
    renameKeys(this.#followed, newKey);
    // The next call finds fewer places; their keys are right already.
    this.#places = 0;
  }

  /** Sets the computed values; returns true when something changed. */
  apply(visible: Tree, scope: Scope, isNew: boolean): boolean {
    const places = placesOf(this.plan, visible, scope, isDerived);
    if (places.length < this.#places) this.forget();
    this.#places = places.length;
    let changed = false;
    for (const { key, spot, scope: own } of places) {
      const { value, follows, nullable } = spot.field;
      const now = evaluate((value ?? follows)!, own) ?? (nullable ? null : undefined);
      const due = value ? true : this.#isDue(key, now, isNew);
      if (!due || sameJson(this.store.get(pathOf(key)) ?? null, now ?? null)) continue;
      this.store.set(pathOf(key), now);
      changed = true;
    }
    return changed;
  }

  /** Whether `follows` applies: at once for an empty field of a new record, otherwise when its result changes. */
  #isDue(key: string, now: unknown, isNew: boolean): boolean {
    const known = this.#followed.has(key);
    const before = this.#followed.get(key);
    this.#followed.set(key, now);
    return known ? !sameJson(before ?? null, now ?? null) : isNew && isEmpty(this.store.get(pathOf(key)));
  }
}
