/** Properties under which an object usually carries its name, the best first. */
const NAMES = ['caption', 'shortName', 'name', 'label', 'title', 'number', 'login'];

/**
 * By what an object without a column of its own is called, on a screen and in a sheet: its name, or that of the first
 * object in it. A status is called by its type, a file by what is told of it.
 */
export function nameOf(object: object): string | undefined {
  const properties = object as Record<string, unknown>;
  for (const name of NAMES) {
    const value = properties[name];
    if (typeof value === 'string' && value) return value;
  }
  const held = Object.values(object).find(
    (value: unknown): value is object => typeof value === 'object' && value !== null && !Array.isArray(value),
  );
  return held && nameOf(held);
}
