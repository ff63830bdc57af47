/** Assigns problems to their fields; those without a field become messages of the form. */
import { keyOf, patternsOf, type Path } from './paths.ts';
import { spotAt, type Plan } from './plan.ts';
import type { HiddenMode } from './store.ts';

export interface Complaint {
  path: Path;
  message: string;
  /** A required field is empty: not reported while it is hidden. */
  missing?: boolean;
}

export interface Placed {
  errors: Map<string, string>;
  unplaced: string[];
}

/**
 * An error in a part of a value (the name within a chosen record) is shown at the field of the value.
 * Of several errors of a field the first is shown.
 */
export function placeComplaints(
  plan: Plan,
  hidden: ReadonlyMap<string, HiddenMode>,
  complaints: readonly Complaint[],
): Placed {
  const errors = new Map<string, string>();
  const unplaced = new Set<string>();
  for (const { path, message, missing } of complaints) {
    const key = fieldFor(plan, path);
    const mode = key === undefined ? undefined : hiddenMode(hidden, key);
    if (mode && mode !== 'keep' && missing) continue;
    if (key === undefined || mode)
      unplaced.add(path.length && !mode ? `${keyOf(path)}: ${message}` : message);
    else if (!errors.has(key)) errors.set(key, message);
  }
  return { errors, unplaced: [...unplaced] };
}

/** Key of the field at a path in the body, or of the field that contains it. */
export function fieldFor(plan: Plan, path: Path): string | undefined {
  for (let length = path.length; length > 0; length--) {
    const key = keyOf(path.slice(0, length));
    if (spotAt(plan, key)) return key;
  }
  return undefined;
}

/** How a field, section or pane is hidden; inside a list it may be hidden in every item. */
export function hiddenMode(hidden: ReadonlyMap<string, HiddenMode>, key: string): HiddenMode | undefined {
  if (!hidden.size) return undefined;
  for (const pattern of patternsOf(key)) {
    const mode = hidden.get(pattern);
    if (mode) return mode;
  }
  return undefined;
}
