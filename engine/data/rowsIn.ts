import { valueAt } from '../language/evaluate.ts';

/** Returns the rows of a reply: a bare list, or that of a page `{list, size}`; undefined for any other reply. */
export function rowsIn(reply: unknown): unknown[] | undefined {
  const list = Array.isArray(reply) ? (reply as unknown[]) : valueAt(reply, ['list']);
  return Array.isArray(list) ? (list as unknown[]) : undefined;
}
