/** The form of the benchmark: string, number, enum, boolean, date in turn, 40 % required (scenes F1 and F2). */
import type { CompiledField, CompiledForm, CompiledScreen } from '../../../engine/language/compiled.ts';
import type { JsonSchema } from '../../../engine/language/schema.ts';

export const WORDS = ['draft', 'review', 'approved', 'active', 'suspended', 'closed'];

export const sizeOfPage = (): number => Number(new URLSearchParams(window.location.search).get('n') ?? 200);

export function makeSchema(n: number): JsonSchema {
  const properties: Record<string, JsonSchema> = {};
  const required: string[] = [];
  for (let i = 0; i < n; i++) {
    properties[`f${i}`] = fieldSchema(i);
    if (i % 2 === 0 && i % 5 !== 3) required.push(`f${i}`);
  }
  return { type: 'object', properties, required };
}

function fieldSchema(i: number): JsonSchema {
  const title = `Field ${i}`;
  const kinds: JsonSchema[] = [
    { type: 'string', title, minLength: 2, maxLength: 80 },
    { type: 'number', title, minimum: 0, maximum: 1_000_000 },
    { type: 'string', title, enum: WORDS },
    { type: 'boolean', title },
    { type: 'string', title, format: 'date' },
  ];
  return kinds[i % 5]!;
}

const WIDGETS = ['text', 'number', 'select', 'checkbox', 'date'];

/** The screen that the compiler would make of the schema and of a layout that names every field. */
export function makeScreen(schema: JsonSchema): CompiledScreen {
  const view: CompiledForm = {
    type: 'form',
    at: '/view',
    initial: {},
    // `then` is a word of the language, nobody awaits this object.
    // oxlint-disable-next-line unicorn/no-thenable
    submit: { operation: 'save', with: {}, label: { key: 'engine.form.save' }, then: [], access: [] },
    schema: 'Save',
    carried: [],
    layout: Object.entries(schema.properties!).map(([name, property], i): CompiledField => ({
      type: 'field',
      path: [name],
      label: { const: property.title },
      widget: WIDGETS[i % 5]!,
      options: {},
      schema: property,
      required: schema.required!.includes(name),
      nullable: false,
      span: 1,
      whenHidden: 'drop',
    })),
    buttons: [],
  };
  return {
    language: 1,
    id: 'bench',
    file: 'bench.screen.json',
    title: { const: 'Bench' },
    input: {},
    query: {},
    state: {},
    records: {},
    on: [],
    view,
    buttons: [],
    operations: {
      save: {
        id: 'save',
        method: 'POST',
        path: '/api/save',
        parameters: {},
        body: Object.keys(schema.properties!),
        reply: 'none',
        changes: [],
        permissions: [],
      },
    },
    dictionaries: {},
    entities: {},
    schemas: { Save: schema },
    uses: { cells: [], fields: WIDGETS, pickers: [], widgets: [], filters: [] },
    needsEvaluator: false,
  };
}
