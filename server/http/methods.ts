/** Methods that a path supports, for a 405 reply. */
import type { ApiCatalogue } from '../../engine/language/api.ts';
import { Problem } from '../core/problems.ts';

/** Returns a function that throws 405, with the supported methods, when only the method of a request was wrong. */
export function methodCheck(api: ApiCatalogue): (method: string, url: string) => void {
  const known = new Map<string, { pattern: RegExp; methods: Set<string> }>();
  for (const { path, method } of api.operations.values()) {
    const pattern = new RegExp(`^${path.replace(/[.+]/g, '\\$&').replace(/\{\w+\}/g, '[^/]+')}$`);
    const entry = known.get(pattern.source) ?? { pattern, methods: new Set() };
    known.set(pattern.source, entry);
    entry.methods.add(method);
    if (method === 'GET') entry.methods.add('HEAD');
  }
  return (method, url) => {
    const path = url.split('?')[0] ?? '';
    const found = [...known.values()].filter(({ pattern }) => pattern.test(path));
    const methods = new Set(found.flatMap((entry) => [...entry.methods]));
    if (methods.size === 0 || methods.has(method)) return;
    throw new Problem(405, 'method', { allow: [...methods].toSorted() });
  };
}
