/**
 * The typed doors through which cells, filters, pickers, fields, widgets and views enter the engine.
 * Built-ins use the same ones. A registered thing is a folder: `widget.json` (what the checker must know)
 * beside the module whose default export is the definition; both carry the same kind and name.
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
  /** What stands at the first path, or the computed value. */
  value: unknown;
  /** What stands at every path. */
  values: unknown[];
  options: Record<string, unknown>;
  row: unknown;
  /** Turns a bare word of the column's dictionary into its caption. */
  caption?: (word: unknown) => string;
  /** Tone by word (`x-tones` of the API). */
  tones?: Readonly<Record<string, Tone>>;
  /** The value stands for a file, or for several. */
  file?: CompiledFile;
}

export interface Choice {
  value: string | number | boolean;
  label: string;
  /** The item of the dictionary that it comes from. */
  item?: Record<string, unknown>;
  /** How far below the top it stands in a dictionary that is a tree. */
  depth?: number;
}

/** Choices that hold a text, and whether there are more of them. */
export type FindChoices = (text: string) => Promise<{ choices: Choice[]; more: boolean }>;

/** Typed text that stands for no value: it is kept as it was typed, told, and keeps the form from being sent. */
export interface Unread {
  text: string;
  /** Why, in the reader's language of the moment. */
  why(): string;
}

export interface FilterProps {
  id: string;
  filter: CompiledFilter;
  label: string;
  value: unknown;
  /** `now` skips the pause after typing: the person pressed Enter. */
  onChange(value: unknown, now?: boolean): void;
  /** The filter is a day of a period: sets both of its days, each as a day or a word for one. */
  onPeriod?: ((first: string, last: string) => void) | undefined;
  /** All choices; of a large dictionary those that are known so far. */
  items?: Choice[];
  /** Asks the server, when the dictionary is too large to be loaded. */
  find?: FindChoices;
  /** Tells of text that is no value; nothing once it is one. */
  onUnread(unread: Unread | undefined): void;
  disabled: boolean;
  invalid?: boolean;
  describedBy?: string;
}

export interface PickerProps {
  id: string;
  label: string;
  /** An id, a list of ids, or the record(s), as `mode` and `multiple` say. */
  value: unknown;
  mode: 'id' | 'record';
  multiple: boolean;
  /** How several are shown: as a select with chips unless said. */
  look?: 'select' | 'list';
  onChange(value: unknown): void;
  disabled: boolean;
  entity: CompiledEntity;
  /** Dialog screen that picks. */
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
  /** Text that stands in the field and is no value. */
  unread?: string;
  /** Tells of such text when the field is left; nothing once it is a value. */
  onUnread(unread: Unread | undefined): void;
  disabled: boolean;
  readOnly: boolean;
  invalid: boolean;
  describedBy?: string;
  /** All choices; of a large dictionary those that are known so far. */
  items?: Choice[];
  /** Asks the server, when the dictionary is too large to be loaded. */
  find?: FindChoices;
  /** The field is a day of a period. */
  period?: PeriodEnd;
}

/** One end of a period, as far as it knows of the other. Days are `YYYY-MM-DD`. */
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
  /** Tells that an event of the manifest happened. */
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

/** What an author hands in; `kind` comes from the door. */
export type Definable<P> = { name: string; component: ComponentType<P> };

export const defineCell = (cell: Definable<CellProps>): Definition<'cell'> => make('cell', cell);
export const defineFilter = (filter: Definable<FilterProps>): Definition<'filter'> => make('filter', filter);
export const definePicker = (picker: Definable<PickerProps>): Definition<'picker'> => make('picker', picker);
export const defineField = (field: Definable<FieldProps>): Definition<'field'> => make('field', field);
export const defineWidget = (widget: Definable<WidgetProps>): Definition<'widget'> => make('widget', widget);

/** A view of one type; the registry hands it only views of that type. */
export function defineView<T extends CompiledView['type']>(view: {
  name: T;
  component: ComponentType<ViewProps<Extract<CompiledView, { type: T }>>>;
}): Definition<'view'> {
  return make('view', view as unknown as Definable<ViewProps>);
}

function make<K extends Kind>(kind: K, { name, component }: Definable<PropsOf[K]>): Definition<K> {
  return Object.freeze({ kind, name, component });
}
