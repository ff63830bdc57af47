/** Screens that show one part each, in compiled form, because no product has all of them. */
import type {
  CompiledCell,
  CompiledField,
  CompiledFilter,
  CompiledForm,
  CompiledScreen,
  CompiledView,
  DataState,
} from '../../engine/app/preview.tsx';
import { column, screenOf, tableOf, type SampleAnswers, type SampleRows } from './base.ts';
import { placesOf } from './places.ts';

export interface CellSample {
  options?: Record<string, unknown>;
  /** The cell reads a dictionary value. */
  dictionary?: true;
  tones?: CompiledCell['tones'];
  file?: CompiledField['file'];
  /** For a cell of several values: the members of a row's value. */
  members?: string[];
  /** The row's value, by the name of the state. */
  states: Record<string, unknown>;
}

/** A table with a row for each state of the cell. */
export const cellScreen = (
  cell: string,
  { options = {}, dictionary, tones, file, members }: CellSample,
): CompiledScreen =>
  screenOf(
    tableOf({
      columns: [
        column('state', { cell: 'text', options: {}, paths: [['name']] }),
        column(cell, {
          cell,
          options,
          paths: members?.map((one) => ['value', one]) ?? [['value']],
          ...(dictionary && { dictionary: 'words' }),
          ...(tones && { tones }),
          ...(file && { file }),
        }),
      ],
    }),
  );

export interface FilterSample extends Partial<CompiledFilter> {
  filled: unknown;
}

/** A table with the filter in each of its states. */
export function filterScreen(
  type: CompiledFilter['type'],
  { filled, ...more }: FilterSample,
): CompiledScreen {
  const filter = (state: string, own: Partial<CompiledFilter>): CompiledFilter => ({
    type,
    paramName: state,
    label: { const: state },
    disabled: false,
    width: 'medium',
    multiple: false,
    ...more,
    ...own,
  });
  const all = [
    filter('empty', {}),
    filter('filled', { defaultValue: { const: filled } }),
    filter('fixed', { value: { const: filled } }),
    filter('disabled', { disabled: true }),
  ];
  return screenOf(tableOf({ filters: all }));
}

/** Name of the form that is saved when its story is rendered, and refused by the server. */
export const REFUSED = 'refused';

/** Returns the text of the button that saves the form of a state. */
export const saveOf = (state: string): string => `Save ${state}`;

export interface FieldSample extends Partial<CompiledField> {
  filled: unknown;
}

/** Creates forms below one another, each with the field in a different state. */
export function fieldScreen(widget: string, { filled, ...more }: FieldSample): CompiledScreen {
  const schema = more.schema ?? { type: 'string' };
  const field = (state: string, own: Partial<CompiledField>): CompiledField => ({
    type: 'field',
    path: ['value'],
    label: { const: state },
    widget,
    options: {},
    required: false,
    nullable: true,
    span: 1,
    whenHidden: 'keep',
    ...more,
    schema,
    ...own,
  });
  const form = (
    state: string,
    value: unknown,
    own: Partial<CompiledField>,
    rest: Partial<CompiledForm> = {},
  ) => ({
    span: 1,
    view: formOf(state, field(state, own), value, rest),
  });
  return screenOf(
    {
      type: 'stack',
      at: '/view',
      direction: 'rows',
      items: [
        form('empty', undefined, {}),
        form('filled', filled, {}),
        form('with a hint', filled, { hint: { const: 'What is meant' } }),
        form('required', undefined, { required: true }),
        form(REFUSED, filled, {}),
        form('disabled', filled, { enabledWhen: { const: false } }),
        form('read only', filled, {}, { readOnlyWhen: { const: true } }),
      ],
    },
    { schemas: { Sample: { type: 'object', properties: { value: schema } } } },
  );
}

const formOf = (
  name: string,
  field: CompiledField,
  value: unknown,
  rest: Partial<CompiledForm>,
): CompiledForm => ({
  type: 'form',
  at: `/view/${name}`,
  initial: value === undefined ? {} : { value: { const: value } },
  submit: { operation: 'save', with: {}, label: { const: saveOf(name) }, then: [], access: [] },
  schema: 'Sample',
  carried: [],
  layout: [{ type: 'section', title: { const: name }, whenHidden: 'keep', columns: 1, rows: [field] }],
  buttons: [],
  ...rest,
});

export interface ViewSample {
  view: CompiledView;
  /** The data state of the view; the file of samples lists those that apply. */
  data?: DataState;
  answers?: SampleAnswers;
  /** Number of places in each list of a map's input `items`, for lists too long to write out. */
  generated?: Record<string, number>;
  /** Browser features that are disabled in this sample. */
  without?: 'webgl'[];
}

export function viewScreen({ view, generated }: ViewSample): CompiledScreen {
  if (!generated || view.type !== 'widget') return screenOf(view);
  const lists = Object.entries(generated).map(([name, count]) => [name, placesOf(count)]);
  return screenOf({ ...view, inputs: { ...view.inputs, items: { const: Object.fromEntries(lists) } } });
}

/** Returns a row for each state of a cell. */
export const rowsOf = ({ states }: CellSample): SampleRows =>
  Object.entries(states).map(([name, value]) => ({ id: name, name, value }));
