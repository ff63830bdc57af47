/** Checks of a request that no schema declares: the depth of its values, and characters that no text may contain. */
import { invalid } from './problems.ts';

const DEEPEST = 32;
/**
 * No column can store a zero byte, and no XML (so no workbook) the other two: they are noncharacters (XML 1.0 §2.2).
 */
// oxlint-disable-next-line no-control-regex
const REFUSED = /[\u0000\uFFFE\uFFFF]/;

export interface Shape {
  /** Number of members and items, at every level. */
  values: number;
}

/** Walks a value without recursion; throws a problem that names the field. */
export function checkShape(root: unknown, prefix: string): Shape {
  let values = 0;
  const open: { value: unknown; path: string; depth: number }[] = [{ value: root, path: prefix, depth: 0 }];
  for (let next = open.pop(); next; next = open.pop()) {
    const { value, path, depth } = next;
    values += 1;
    if (typeof value === 'string' && REFUSED.test(value)) throw wrongCharacter(path, value);
    if (typeof value !== 'object' || value === null) continue;
    if (depth >= DEEPEST) throw invalid({ field: path, code: 'depth', message: 'validation.depth' });
    for (const [name, child] of Object.entries(value)) {
      // Leaves are not pushed onto the stack: most values are leaves.
      if (isPlain(child)) values += 1;
      else open.push({ value: child, path: path ? `${path}.${name}` : name, depth: depth + 1 });
    }
  }
  return { values };
}

function isPlain(value: unknown): boolean {
  if (typeof value === 'string') return !REFUSED.test(value);
  return typeof value !== 'object' || value === null;
}

function wrongCharacter(field: string, text: string) {
  const code = REFUSED.exec(text)![0].charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');
  const values = { character: `U+${code}` };
  return invalid({ field, code: 'characters', message: 'validation.characters', values });
}
