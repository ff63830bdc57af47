/** A run: neighbouring fields and rows of a layout, rendered in one grid. */
import { createContext } from 'react';
import type { CompiledField, CompiledLayout } from '../../language/compiled.ts';
import { keyOf } from './paths.ts';

export interface Row {
  key: string;
  names: string[];
  /** Fields side by side. */
  row: boolean;
  /** The two fields are the days of a period. */
  period?: NonNullable<RowItem['period']>;
}

type RowItem = Extract<CompiledLayout, { type: 'row' }>;

export interface Run {
  /** By name: the key of the field, or a separate name for a field that occurs again under another condition. */
  fields: Map<string, CompiledField>;
  rows: Row[];
}

/** Rows per run of a long form; each run is laid out only when it is visible. */
export const RUN_ROWS = 20;

/** Columns of the surrounding grid; a row has as many as its fields need. */
export const ColumnsContext = createContext(Infinity);

export type Block =
  | { type: 'run'; run: Run; at: number }
  | { type: 'other'; item: Exclude<CompiledLayout, { type: 'field' | 'row' }>; at: number };

const cache = new WeakMap<readonly CompiledLayout[], Block[]>();

/** Splits the layout into runs of fields, with sections, panes and views between them. */
export function blocksOf(layout: readonly CompiledLayout[]): Block[] {
  const found = cache.get(layout);
  if (found) return found;
  const blocks: Block[] = [];
  let rows: (CompiledField | RowItem)[] = [];
  const flush = (at: number) => {
    if (rows.length) blocks.push({ type: 'run', run: makeRun(rows), at });
    rows = [];
  };
  layout.forEach((item, at) => {
    if (item.type === 'field' || item.type === 'row') {
      rows.push(item);
      if (rows.length === RUN_ROWS) flush(at);
    } else {
      flush(at - 1);
      blocks.push({ type: 'other', item, at });
    }
  });
  flush(layout.length - 1);
  cache.set(layout, blocks);
  return blocks;
}

/** The fields of a layout in their order, without those in sections and panes. */
export const fieldsIn = (layout: readonly CompiledLayout[]): CompiledField[] =>
  layout.flatMap((item) => (item.type === 'field' ? [item] : item.type === 'row' ? item.fields : []));

function makeRun(items: (CompiledField | RowItem)[]): Run {
  const fields = new Map<string, CompiledField>();
  const rows = items.map((item): Row => {
    const names = fieldsIn([item]).map((field) => {
      const key = keyOf(field.path);
      const name = fields.has(key) ? `${key}~${fields.size}` : key;
      fields.set(name, field);
      return name;
    });
    const period = item.type === 'row' ? item.period : undefined;
    return {
      key: names.join('|'),
      names,
      row: item.type === 'row' && !period,
      ...(period ? { period } : {}),
    };
  });
  return { fields, rows };
}
