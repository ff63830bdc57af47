/** The lists of the language: what their items are called, and how an item is identified in another state. */

/** Noun for an item of a list, by the property that contains the list. */
const NOUNS: Record<string, string> = {
  access: 'permission',
  actions: 'button',
  ask: 'field',
  at: 'route',
  bulk: 'button for chosen rows',
  buttons: 'button',
  cases: 'case',
  columns: 'column',
  fields: 'field',
  filters: 'filter',
  instanceTypes: 'kind of instance',
  items: 'part',
  layout: 'field',
  live: 'broadcast',
  panes: 'pane',
  possibleValues: 'choice',
  rowActions: 'action of a row',
  rows: 'field',
  steps: 'step',
  tabs: 'tab',
  then: 'action that follows',
  toolbar: 'button',
};

/** Properties that identify an item, the most specific first; `value` is last, because it may be an expression. */
const NAMES = ['id', 'field', 'paramName', 'use', 'section', 'route', 'broadcast', 'when', 'type', 'value'];
/** An action is named by its verb and its target. */
const VERBS = [
  'navigate',
  'open',
  'call',
  'download',
  'upload',
  'transition',
  'set',
  'fill',
  'pick',
  'select',
  'filter',
];
const BARE = ['close', 'back', 'refresh'];

type Item = Record<string, unknown>;

export interface Named {
  noun: string;
  /** Unique among the items of its list. */
  name: string;
  value: unknown;
  /** Index in the list; two indexes for fields side by side. */
  path: (string | number)[];
}

/** Returns the items of a list; fields side by side become separate items, and a bare path becomes an object. */
export function itemsOf(list: readonly unknown[], property: string): Named[] {
  const flat = list.flatMap((item, i) =>
    Array.isArray(item)
      ? item.map((inner: unknown, j) => ({ item: inner, path: [i, j] }))
      : [{ item, path: [i] }],
  );
  const seen = new Map<string, number>();
  return flat.map(({ item, path }) => {
    const value = typeof item === 'string' && isOfPaths(property) ? { field: item } : item;
    const given = nameOf(value);
    const count = (seen.get(given) ?? 0) + 1;
    seen.set(given, count);
    const name = count > 1 ? `${given} (${count})` : given;
    return { noun: nounOf(value, property), name, value, path };
  });
}

const PATHS = new Set(['columns', 'layout', 'rows', 'fields', 'items', 'ask']);
const isOfPaths = (property: string) => PATHS.has(property);

function nounOf(value: unknown, property: string): string {
  const item = (value ?? {}) as Item;
  if (typeof value === 'object' && 'section' in item) return 'section';
  if (typeof value === 'object' && 'view' in item && !('id' in item)) return 'view';
  if (typeof value === 'object' && 'use' in item) return 'fragment';
  if (property === 'items' && 'field' in item) return 'field';
  return NOUNS[property] ?? `item of ${property}`;
}

function nameOf(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value);
  const item = value as Item;
  const verb = VERBS.find((one) => one in item);
  if (verb) return [verb, wordOf(item[verb])].filter(Boolean).join(' ');
  const bare = BARE.find((one) => one in item);
  if (bare) return bare;
  if (Array.isArray(item['fields']) && !('id' in item)) return item['fields'].join(', ');
  const name = NAMES.find((one) => one in item);
  if (name) return wordOf(item[name]);
  const view = item['view'] as Item | undefined;
  return view ? [view['type'], view['name'] ?? view['labels']].filter(Boolean).join(' ') : '';
}

function wordOf(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value);
  const item = value as Item;
  return String(item['key'] ?? item['expr'] ?? item['operation'] ?? Object.keys(item).join(', '));
}
