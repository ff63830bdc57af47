/** Small forms for the tests of this folder. */
import { createI18n } from '../../engine/data/i18n.ts';
import { createStored } from '../../engine/data/storage.ts';
import type { CompiledField, CompiledForm, CompiledLayout } from '../../engine/language/compiled.ts';
import type { JsonSchema } from '../../engine/language/schema.ts';

/** Without catalogues every text is its key. */
export const keysAsTexts = createI18n(createStored(), {});

export function field(path: string, patch: Partial<CompiledField> = {}): CompiledField {
  return {
    type: 'field',
    path: path.split('.'),
    label: { key: `label.${path}` },
    widget: 'text',
    options: {},
    schema: { type: 'string' },
    required: false,
    nullable: false,
    span: 1,
    whenHidden: 'drop',
    ...patch,
  };
}

/** A list field whose items have the schema `item` and the layout `items`. */
export function listField(
  path: string,
  item: JsonSchema,
  items: CompiledLayout[],
  label = path,
): CompiledField {
  return field(path, {
    widget: 'list',
    label: { const: label },
    schema: { type: 'array', items: item },
    items,
  });
}

export function form(layout: CompiledLayout[], patch: Partial<CompiledForm> = {}): CompiledForm {
  return {
    type: 'form',
    at: '/view',
    initial: {},
    // `then` is a keyword of the language; this object is never awaited.
    // oxlint-disable-next-line unicorn/no-thenable
    submit: { operation: 'save', with: {}, label: { key: 'save' }, then: [], access: [] },
    schema: 'Save',
    carried: ['id', 'version'],
    layout,
    buttons: [],
    ...patch,
  };
}

export function schema(
  properties: Record<string, JsonSchema>,
  required: string[] = [],
  patch: JsonSchema = {},
): JsonSchema {
  return { type: 'object', additionalProperties: false, properties, required, ...patch };
}
