/**
 * Reads from the screens what the tabs of a page show, so that a printed record has the same contents as the tabs, in
 * their order and under their names. Screens are read as configs; the check of the project has compiled them.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { operationName } from '../../engine/language/resources.ts';

export interface TabColumn {
  /** Text key. */
  label: string;
  /** Paths in a row. */
  fields: string[];
  /** How the screen shows it, if it specifies that. */
  cell?: string;
  /** The screen shows it only sometimes: without a value nothing is printed. */
  optional?: true;
}

export interface TabTable {
  /** Text key. */
  title: string;
  /** The paging operation. */
  operation: string;
  /** Constant parameters of the operation in the screen: two tables of one operation may show different rows. */
  fixed: Record<string, unknown>;
  columns: TabColumn[];
}

/** The fields of the record itself that a tab shows in its forms. */
export interface TabFacts {
  /** Route of the tab. */
  tab: string;
  /** Text key. */
  title: string;
  facts: TabColumn[];
}

export type TabPart = TabTable | TabFacts;

interface Column {
  field?: string;
  fields?: string[];
  label?: unknown;
  /** The first and the last day of a range, which a form shows as one control. */
  from?: string;
  to?: string;
  cell?: string;
  optional?: true;
}
type Layout = string | Layout[] | (Column & { rows?: Layout[]; view?: Node });
/** Where a part belongs. */
interface Place {
  tab: string;
  title: string;
  /** Record of the page whose fields are facts. */
  record: string;
}
interface Node {
  type?: string;
  /** Heading of a table when a tab has several. */
  title?: unknown;
  label?: unknown;
  labels?: string;
  source?: { operation?: string; with?: Record<string, unknown> };
  /** Record of the page that a form or details show. */
  of?: string;
  /** Kind of record, which provides labels and source (engine/language/records.ts). */
  record?: string | { name: string };
  columns?: (string | Column)[] | number;
  fields?: (string | Column)[];
  layout?: Layout[];
  view?: Node;
  items?: Node[];
  tabs?: Node[];
}
interface Screen {
  title?: unknown;
  route?: string;
  parent?: string;
  tab?: { order?: number };
  view?: Node;
}

/** Returns what the tabs of a screen show of a record of the page and in tables, in the order of the tabs. */
export function partsOf(folder: string, screen: string, record: string): TabPart[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.screen.json'))
    .map((name) => JSON.parse(readFileSync(path.join(folder, name), 'utf8')) as Screen)
    .filter(({ parent, tab }) => parent === screen && tab)
    .toSorted((a, b) => (a.tab?.order ?? 0) - (b.tab?.order ?? 0))
    .flatMap(({ title, route, view }) =>
      view ? together(partsIn(view, { tab: String(route), title: String(title), record })) : [],
    );
}

function partsIn(view: Node, place: Place): TabPart[] {
  const { source, labels, columns } = view;
  const { tab, title } = place;
  if (view.of === place.record) return [{ tab, title, facts: factsIn(view) }];
  const kind = typeof view.record === 'object' ? view.record.name : view.record;
  const operation = source?.operation ?? (kind && operationName(kind, 'paging'));
  // Lists of other systems are not part of the record.
  if (view.type === 'table' && operation?.endsWith('Paging') && Array.isArray(columns)) {
    const fixed = Object.fromEntries(
      Object.entries(source?.with ?? {}).filter(([, value]) => !isExpression(value)),
    );
    return [
      {
        title: typeof view.title === 'string' ? view.title : title,
        operation,
        fixed,
        columns: columns.flatMap((one) => columnOf(one, labels ?? kind)),
      },
    ];
  }
  const parts = [...(view.items ?? []), ...(view.tabs ?? [])];
  return parts.flatMap((part) =>
    part.view
      ? partsIn(part.view, { ...place, title: typeof part.label === 'string' ? part.label : title })
      : [],
  );
}

const isExpression = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Puts the facts of one tab under one heading. */
function together(parts: TabPart[]): TabPart[] {
  const facts = parts.filter((part) => 'facts' in part);
  const [first] = facts;
  if (!first) return parts;
  const all = { ...first, facts: facts.flatMap((part) => part.facts) };
  return [all, ...parts.filter((part) => !('facts' in part))];
}

function factsIn({ layout = [], fields = [], labels }: Node): TabColumn[] {
  return [...layout.flatMap(fieldsIn), ...fields].flatMap((column) => columnOf(column, labels));
}

/** Returns the fields of a layout, in its order, and those of details within it. */
function fieldsIn(item: Layout): (string | Column)[] {
  if (typeof item === 'string') return [item];
  if (Array.isArray(item)) return item.flatMap(fieldsIn);
  if (item.view)
    return (item.view.fields ?? []).map((field) => ({
      ...(typeof field === 'string' ? { field } : field),
      optional: true,
    }));
  return item.rows ? item.rows.flatMap(fieldsIn) : [item];
}

/** Computed columns and those of fragments have no path, so only the screen shows them. */
function columnOf(column: string | Column, labels: string | undefined): TabColumn[] {
  const given = typeof column === 'string' ? ({ field: column } as Column) : column;
  const { field, from, to, label, optional } = given;
  const range = from !== undefined && to !== undefined ? [from, to] : undefined;
  const cell = range ? 'period' : given.cell;
  const paths = given.fields ?? range ?? (field === undefined ? [] : [field]);
  if (paths.length === 0) return [];
  const text = typeof label === 'string' ? label : `${labels}.${paths[0]}`;
  return [{ label: text, fields: paths, ...(cell && { cell }), ...(optional && { optional }) }];
}
