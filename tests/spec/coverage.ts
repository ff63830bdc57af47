/**
 * `npm run spec:coverage`: how much of the specification (inventory.json) works, counted from the trace of the
 * last test run: operations that answered with success, routes that were rendered, elements that were seen.
 */
import { existsSync, readFileSync } from 'node:fs';
import { loadProject } from '../../engine/build/project.ts';

interface Inventory {
  routes: { path: string }[];
  screensWithoutRoute: string[];
  widgets: string[];
  filterFieldKinds: string[];
  calls: { call: string }[];
  dictionaries: { path: string }[];
  messageKeys: string[];
}
interface NameMap {
  calls: Record<string, string>;
  widgets: Record<string, string>;
  filterFieldKinds: Record<string, string>;
  screensWithoutRoute: Record<string, string>;
}
interface Count {
  total: number;
  working: number;
  missing: string[];
}

const read = <T>(path: string): T => JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8')) as T;
const inventory = read<Inventory>('./inventory.json');
const map = read<NameMap>('./map.json');
const { catalogue } = loadProject({ root: '.' });

const trace = lines('test-results/trace.txt').map((line) => line.split(' '));
const answered = new Set(trace.filter(([, status]) => Number(status) < 300).map(([id]) => id!));
const seen = new Set(lines('test-results/seen.txt'));

function lines(path: string): string[] {
  return existsSync(path) ? [...new Set(readFileSync(path, 'utf8').split('\n').filter(Boolean))] : [];
}

function count(names: readonly string[], works: (name: string) => boolean): Count {
  const missing = names.filter((name) => !works(name));
  return { total: names.length, working: names.length - missing.length, missing };
}

const operationAt = new Map([...catalogue.api.operations.values()].map((o) => [o.path, o.id]));
const inEveryLocale = (key: string) => {
  const prefix = key.replace(/\{.*$/, '');
  return catalogue.locales.every((l) =>
    prefix === key ? l.texts.has(key) : [...l.texts.keys()].some((k) => k.startsWith(prefix)),
  );
};

const coverage: Record<string, Count> = {
  routes: count(
    inventory.routes.map((r) => r.path),
    (path) => seen.has(`route ${path}`),
  ),
  screensWithoutRoute: count(inventory.screensWithoutRoute, (name) =>
    seen.has(`screen ${map.screensWithoutRoute[name]}`),
  ),
  widgets: count(inventory.widgets, (name) => name in map.widgets && seen.has(`part ${map.widgets[name]}`)),
  filterFieldKinds: count(inventory.filterFieldKinds, (name) =>
    seen.has(`part ${map.filterFieldKinds[name]}`),
  ),
  calls: count(
    inventory.calls.map((c) => c.call),
    (call) => answered.has(map.calls[call] ?? ''),
  ),
  dictionaries: count(
    inventory.dictionaries.map((d) => d.path),
    (path) => answered.has(operationAt.get(path) ?? ''),
  ),
  messageKeys: count(inventory.messageKeys, inEveryLocale),
};

if (process.argv.includes('--json')) console.log(JSON.stringify(coverage, null, 2));
else {
  if (trace.length === 0) console.log('No trace of a test run: run npm test first.');
  for (const [name, { total, working, missing }] of Object.entries(coverage)) {
    console.log(`${name.padEnd(20)} ${working} of ${total}`);
    if (missing.length)
      console.log(
        `  missing: ${missing.slice(0, 12).join('; ')}${missing.length > 12 ? ` … ${missing.length - 12} more` : ''}`,
      );
  }
}
