/** Columns and form of a classifier in the screen language; labels are in the locale of the request. */
import type { Translate } from '../../core/texts.ts';

const COLUMNS: readonly { field: string; cell?: string }[] = [
  { field: 'name' },
  { field: 'captionRu' },
  { field: 'captionEn' },
  { field: 'position' },
  { field: 'system', cell: 'boolean' },
  { field: 'retired', cell: 'boolean' },
];

const CAPTION = { type: 'string', minLength: 1, maxLength: 300 };

const REQUIRED = ['captionRu', 'captionEn'];

const PROPERTIES = {
  captionRu: CAPTION,
  captionEn: CAPTION,
  position: { type: 'integer', minimum: 1, maximum: 10_000 },
  retired: { type: 'boolean' },
};

const LAYOUT = [
  ['captionRu', 'captionEn'],
  ['position', 'retired'],
];

export function shapeOf(type: string, editable: boolean, translate: Translate) {
  const caption = (field: string) => translate(`server.classifier.${field}`);
  const properties = Object.entries(PROPERTIES).map(([field, rules]) => [
    field,
    { title: caption(field), ...rules },
  ]);
  return {
    caption: translate(`server.dictionary.${type}`),
    editable,
    columns: COLUMNS.map((column) => ({ ...column, label: caption(column.field) })),
    schema: { type: 'object', required: REQUIRED, properties: Object.fromEntries(properties) },
    layout: LAYOUT,
  };
}
