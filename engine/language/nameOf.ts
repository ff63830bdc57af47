/** Properties that usually contain the name of an object, the best first. */
const NAMES = ['caption', 'shortName', 'name', 'label', 'title', 'number', 'login'];

/**
 * The text for an object that has no cell of its own, on a screen and in a sheet: its name, or that of the first object
 * in it. For a status that is the caption of its type, for a file its name.
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
