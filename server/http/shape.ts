/** What no schema says of a request: how deep its values may be, and that no text holds a zero byte. */
import { invalid } from './problems.ts';

const DEEPEST = 32;

export interface Shape {
  /** Members and items, at every level. */
  values: number;
}

/** Walks a value without recursion; throws a problem that names the place. */
export function checkShape(root: unknown, prefix: string): Shape {
  let values = 0;
  const open: { value: unknown; path: string; depth: number }[] = [{ value: root, path: prefix, depth: 0 }];
  for (let next = open.pop(); next; next = open.pop()) {
    const { value, path, depth } = next;
    values += 1;
    if (typeof value === 'string' && value.includes('\u0000')) throw refused(path, 'characters');
    if (typeof value !== 'object' || value === null) continue;
    if (depth >= DEEPEST) throw refused(path, 'depth');
    for (const [name, child] of Object.entries(value)) {
      // Leaves need no place of their own on the list: most values are leaves.
      if (isPlain(child)) values += 1;
      else open.push({ value: child, path: path ? `${path}.${name}` : name, depth: depth + 1 });
    }
  }
  return { values };
}

function isPlain(value: unknown): boolean {
  if (typeof value === 'string') return !value.includes('\u0000');
  return typeof value !== 'object' || value === null;
}

function refused(field: string, code: 'depth' | 'characters') {
  return invalid({ field, code, message: `validation.${code}` });
}
