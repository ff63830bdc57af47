/** Reading, writing and comparing parts of plain JSON trees. A path is a list of names; a key is the path joined by dots. */

export type Path = readonly string[];

/** Joins a path to a key; inside a list the index is a number: `rows.2.value`. */
export function keyOf(path: Path): string {
  return path.join('.');
}

export function pathOf(key: string): string[] {
  return key === '' ? [] : key.split('.');
}

/** Whether a name in a path is the index of an item of a list. */
export const isIndex = (name: string): boolean => /^\d+$/.test(name);

/**
 * The keys that match a field: its own, and those with `*` for every item, of the innermost list first.
 * `rows.0.inner.1.x`, `rows.0.inner.*.x`, `rows.*.inner.*.x`
 */
export function patternsOf(key: string): string[] {
  const names = key.split('.');
  const keys = [key];
  for (let at = names.length - 2; at > 0; at--) {
    if (!isIndex(names[at]!)) continue;
    names[at] = '*';
    keys.push(names.join('.'));
  }
  return keys;
}

/** The key of a field after item `index` of the list at `list` is removed; undefined for a field of that item. */
export function keyAfterRemoval(key: string, list: string, index: number): string | undefined {
  if (!key.startsWith(`${list}.`)) return key;
  const [name = '', ...rest] = key.slice(list.length + 1).split('.');
  const at = Number(name);
  if (!Number.isInteger(at) || at < index) return key;
  return at === index ? undefined : [list, at - 1, ...rest].join('.');
}

/** Maps the key of a field to its new key; undefined when the field no longer exists. */
export type NewKey = (key: string) => string | undefined;

/** Renames the keys of a map in place; entries without a new key are removed. */
export function renameKeys<T>(map: Map<string, T>, newKey: NewKey): void {
  const entries = [...map];
  map.clear();
  for (const [old, value] of entries) {
    const key = newKey(old);
    if (key !== undefined) map.set(key, value);
  }
}

export function getAt(value: unknown, path: Path): unknown {
  let current = value;
  for (const name of path) {
    if (current === null || typeof current !== 'object') return undefined;
    current = (current as Record<string, unknown>)[name];
  }
  return current;
}

/** A copy of `tree` with `value` at `path`; only the containers on the path are copied. `undefined` removes the member. */
export function setAt(tree: unknown, path: Path, value: unknown): unknown {
  const [name, ...rest] = path;
  if (name === undefined) return value;
  const copy = shallowCopy(tree);
  assign(copy, name, setAt((copy as Record<string, unknown>)[name], rest, value));
  return copy;
}

/** A shallow copy of an object or list; an empty object for anything else. */
export function shallowCopy(value: unknown): Record<string, unknown> | unknown[] {
  if (Array.isArray(value)) return [...value];
  return value !== null && typeof value === 'object' ? { ...(value as Record<string, unknown>) } : {};
}

/** Sets a member of a container that may be changed; `undefined` deletes the member of an object. */
export function assign(target: Record<string, unknown> | unknown[], name: string, value: unknown): void {
  if (value === undefined && !Array.isArray(target)) delete target[name];
  else (target as Record<string, unknown>)[name] = value;
}

/** Equality of JSON values; a member that is `undefined` counts as absent. */
export function sameJson(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (a === null || b === null || typeof a !== 'object' || typeof b !== 'object') return false;
  if (Array.isArray(a) || Array.isArray(b)) {
    return (
      Array.isArray(a) &&
      Array.isArray(b) &&
      a.length === b.length &&
      a.every((item, i) => sameJson(item, b[i]))
    );
  }
  const left = a as Record<string, unknown>;
  const right = b as Record<string, unknown>;
  return [...new Set([...Object.keys(left), ...Object.keys(right)])].every((name) =>
    sameJson(left[name], right[name]),
  );
}

/** Whether a value is empty: undefined, null, an empty text or an empty list. */
export function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === '' || (Array.isArray(value) && !value.length);
}

/** Equality of entered values: undefined, null and an empty text are equal. */
export function sameEntry(a: unknown, b: unknown): boolean {
  return sameJson(a === '' || a === null ? undefined : a, b === '' || b === null ? undefined : b);
}
