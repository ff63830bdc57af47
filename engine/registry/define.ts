/**
 * The typed functions that register cells, filters, pickers, fields, widgets and views with the engine. Built-ins use
 * the same ones. A registered part is a folder: `widget.json` (what the checker must know) next to the module whose
 * default export is the definition; both have the same kind and name.
 */
import type { ComponentType } from 'react';
import type {
  CompiledEntity,
  CompiledField,
  CompiledFile,
  CompiledFilter,
  CompiledView,
  Tone,
} from '../language/compiled.ts';

export interface CellProps {
  /** The value at the first path, or the computed value. */
  value: unknown;
  /** The values at all paths. */
  values: unknown[];
  options: Record<string, unknown>;
  row: unknown;
  /** Returns the caption of a bare value of the column's dictionary. */
  caption?: (word: unknown) => string;
  /** Tone by dictionary value (`x-tones` of the API). */
  tones?: Readonly<Record<string, Tone>>;
  /** The value represents a file, or several. */
  file?: CompiledFile;
}

export interface Choice {
  value: string | number | boolean;
  label: string;
  /** The dictionary item of the choice. */
  item?: Record<string, unknown>;
  /** Level below the top in a dictionary that is a tree. */
  depth?: number;
}

/** Returns choices that contain a text, and whether there are more of them. */
export type FindChoices = (text: string) => Promise<{ choices: Choice[]; more: boolean }>;

/** Typed text that is no value: it is kept as typed, reported as an error, and prevents the form from being sent. */
export interface Unread {
  text: string;
  /** Why, in the user's current language. */
  why(): string;
}

export interface FilterProps {
  id: string;
  filter: CompiledFilter;
  label: string;
  value: unknown;
  /** `now` skips the pause after typing: the user pressed Enter. */
  onChange(value: unknown, now?: boolean): void;
  /** The filter is a day of a period: sets both of its days, each as a date or a keyword for one. */
  onPeriod?: ((first: string, last: string) => void) | undefined;
  /** All choices; for a large dictionary those that are known so far. */
  items?: Choice[];
  /** Searches on the server, when the dictionary is too large to be loaded. */
  find?: FindChoices;
  /** Reports text that is no value; undefined once it is one. */
  onUnread(unread: Unread | undefined): void;
  disabled: boolean;
  invalid?: boolean;
  describedBy?: string;
}

export interface PickerProps {
  id: string;
  label: string;
  /** An id, a list of ids, or the record(s), depending on `mode` and `multiple`. */
  value: unknown;
  mode: 'id' | 'record';
  multiple: boolean;
  /** How several are shown: as a select with chips by default. */
  look?: 'select' | 'list';
  onChange(value: unknown): void;
  disabled: boolean;
  entity: CompiledEntity;
  /** Dialog screen for picking. */
  dialog: string;
  options: Record<string, unknown>;
  invalid?: boolean;
  describedBy?: string;
}

export interface FieldProps {
  id: string;
  label: string;
  field: CompiledField;
  value: unknown;
  onChange(value: unknown): void;
  onBlur(): void;
  /** Text in the field that is no value. */
  unread?: string;
  /** Reports such text when the field loses the focus; undefined once it is a value. */
  onUnread(unread: Unread | undefined): void;
  disabled: boolean;
  readOnly: boolean;
  invalid: boolean;
  describedBy?: string;
  /** All choices; for a large dictionary those that are known so far. */
  items?: Choice[];
  /** Searches on the server, when the dictionary is too large to be loaded. */
  find?: FindChoices;
  /** The field is a day of a period. */
  period?: PeriodEnd;
}

/** One end of a period, with what it needs to know of the other. Days are `YYYY-MM-DD`. */
export interface PeriodEnd {
  end: 'first' | 'last';
  /** Day at the other end, once there is one. */
  other: string | undefined;
  onOther(day: string): void;
}

export interface WidgetProps {
  /** Values of the input ports. */
  inputs: Record<string, unknown>;
  options: Record<string, unknown>;
  /** Emits an event of the manifest. */
  emit(event: string, detail?: unknown): void;
}

export interface ViewProps<V extends CompiledView = CompiledView> {
  view: V;
}

export interface PropsOf {
  cell: CellProps;
  filter: FilterProps;
  picker: PickerProps;
  field: FieldProps;
  widget: WidgetProps;
  view: ViewProps;
}

export type Kind = keyof PropsOf;

export interface Definition<K extends Kind> {
  kind: K;
  name: string;
  component: ComponentType<PropsOf[K]>;
}

export type AnyDefinition = { [K in Kind]: Definition<K> }[Kind];

/** What an author passes; the function adds `kind`. */
export type Definable<P> = { name: string; component: ComponentType<P> };

export const defineCell = (cell: Definable<CellProps>): Definition<'cell'> => make('cell', cell);
export const defineFilter = (filter: Definable<FilterProps>): Definition<'filter'> => make('filter', filter);
export const definePicker = (picker: Definable<PickerProps>): Definition<'picker'> => make('picker', picker);
export const defineField = (field: Definable<FieldProps>): Definition<'field'> => make('field', field);
export const defineWidget = (widget: Definable<WidgetProps>): Definition<'widget'> => make('widget', widget);

/** Defines a view of one type; the registry passes it only views of that type. */
export function defineView<T extends CompiledView['type']>(view: {
  name: T;
  component: ComponentType<ViewProps<Extract<CompiledView, { type: T }>>>;
}): Definition<'view'> {
  return make('view', view as unknown as Definable<ViewProps>);
}

function make<K extends Kind>(kind: K, { name, component }: Definable<PropsOf[K]>): Definition<K> {
  return Object.freeze({ kind, name, component });
}
