/**
 * What the tables of a page show, out of its screens: so a printed record has what the tabs have, in their order and
 * under their names. Screens are taken as they are written; the check of the project has compiled them.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { operationName } from '../../engine/language/resources.ts';

export interface TabColumn {
  /** Text key. */
  label: string;
  /** Paths in a row. */
  fields: string[];
}

export interface TabTable {
  /** Text key. */
  title: string;
  /** The paging operation. */
  operation: string;
  columns: TabColumn[];
}

interface Column {
  field?: string;
  fields?: string[];
  label?: unknown;
  cell?: string;
}
interface Node {
  type?: string;
  label?: unknown;
  labels?: string;
  source?: { operation?: string };
  /** Kind of record, which gives labels and source (engine/language/records.ts). */
  record?: string | { name: string };
  columns?: (string | Column)[];
  view?: Node;
  items?: Node[];
  tabs?: Node[];
}
interface Screen {
  title?: unknown;
  parent?: string;
  tab?: { order?: number };
  view?: Node;
}

/** The tables in the tabs of a screen, in the order of the tabs. */
export function tablesOf(folder: string, screen: string): TabTable[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.screen.json'))
    .map((name) => JSON.parse(readFileSync(path.join(folder, name), 'utf8')) as Screen)
    .filter(({ parent, tab }) => parent === screen && tab)
    .toSorted((a, b) => (a.tab?.order ?? 0) - (b.tab?.order ?? 0))
    .flatMap(({ title, view }) => (view ? tablesIn(view, String(title)) : []));
}

function tablesIn(view: Node, title: string): TabTable[] {
  const record = typeof view.record === 'object' ? view.record.name : view.record;
  const operation = view.source?.operation ?? (record && operationName(record, 'paging'));
  // Lists of other systems are not the record's.
  if (view.type === 'table' && operation?.endsWith('Paging') && view.columns)
    return [
      { title, operation, columns: view.columns.flatMap((one) => columnOf(one, view.labels ?? record)) },
    ];
  const parts = [...(view.items ?? []), ...(view.tabs ?? [])];
  return parts.flatMap((part) =>
    part.view ? tablesIn(part.view, typeof part.label === 'string' ? part.label : title) : [],
  );
}

/** Computed columns and those of fragments have no path, so they are for the screen only. */
function columnOf(column: string | Column, labels: string | undefined): TabColumn[] {
  const { field, fields, label } = typeof column === 'string' ? ({ field: column } as Column) : column;
  const paths = fields ?? (field === undefined ? [] : [field]);
  if (paths.length === 0) return [];
  return [{ label: typeof label === 'string' ? label : `${labels}.${paths[0]}`, fields: paths }];
}
