/** The `widget.json` beside every registered thing: what the checker knows of it without running its code. */
import type { JsonSchema } from '../language/schema.ts';
import type { Kind } from './define.ts';

/** Kinds of value that a cell, field, filter or picker takes. */
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
  /** Cells: it draws links or controls of its own, so no link to the row's record is drawn round it. */
  interactive?: boolean;
  options?: JsonSchema;
  /** Entity that a picker picks. */
  entity?: string;
  /** Dialog screen that a picker opens. */
  dialog?: string;
  operations?: string[];
  inputs?: Record<string, JsonSchema>;
  events?: Record<string, JsonSchema>;
  multiple?: boolean;
  /** Fields and filters: the value is one of choices, which they cannot do without. */
  chooses?: boolean;
}
