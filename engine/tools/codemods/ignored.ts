/** 2026-11: removes properties that the language accepted but nothing read; no screen changes. */
import { parse, type JSONPath } from 'jsonc-parser';
import { withoutPaths } from './remove.ts';

const VIEWS: ReadonlySet<unknown> = new Set(['tabs', 'stack', 'wizard']);
const FILTERS: ReadonlySet<unknown> = new Set(['checkbox', 'radio', 'searchBySelect']);
const OF_TRANSITION = ['label', 'icon', 'tone', 'confirm', 'success', 'enabledWhen', 'disabledHint', 'then'];

/** Returns the file without these properties. */
export const withoutIgnored = (text: string): string => withoutPaths(text, ignoredIn(parse(text), []));

function ignoredIn(value: unknown, at: JSONPath): JSONPath[] {
  if (typeof value !== 'object' || value === null) return [];
  const node = value as Record<string, unknown>;
  const own = ignoredOf(node).filter((name) => name in node);
  return [
    ...own.map((name) => [...at, name]),
    ...Object.entries(node)
      .filter(([name]) => !own.includes(name))
      .flatMap(([name, child]) => ignoredIn(child, [...at, Array.isArray(value) ? Number(name) : name])),
  ];
}

function ignoredOf(node: Record<string, unknown>): readonly string[] {
  if (VIEWS.has(node['type'])) return ['name'];
  if (FILTERS.has(node['type']) && 'paramName' in node) return ['width'];
  return 'transition' in node ? OF_TRANSITION : [];
}
