/** The `widget.json` of every registered part: what the checker knows of it without running its code. */
import type { JsonSchema } from '../language/schema.ts';
import type { Kind } from './define.ts';

/** Kinds of value that a cell, field, filter or picker accepts. */
export type Accepts =
  | 'string'
  | 'number'
  | 'boolean'
  | 'date'
  | 'date-time'
  | 'time'
  | 'classifier'
  | 'reference'
  | 'object'
  | 'array'
  | 'any';

export interface WidgetManifest {
  kind: Exclude<Kind, 'view'>;
  name: string;
  accepts?: Accepts[];
  /** How many paths a cell shows. */
  values?: 1 | 2 | 'many';
  /** Cells: the cell renders its own links or controls, so it is not wrapped in the link to the row's record. */
  interactive?: boolean;
  options?: JsonSchema;
  /** Entity whose records a picker picks. */
  entity?: string;
  /** Dialog screen that a picker opens. */
  dialog?: string;
  operations?: string[];
  inputs?: Record<string, JsonSchema>;
  events?: Record<string, JsonSchema>;
  multiple?: boolean;
  /** Fields and filters: the value is one of a list of choices, which is required. */
  chooses?: boolean;
}
