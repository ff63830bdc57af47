/** Rules that rewrite a part of a screen into an equally valid, if unusual one. */
import type { Json } from './edit.ts';

export interface Spot {
  /** Name of the property, or the index in a list. */
  key: string;
  /** Names above it, the nearest last. */
  above: readonly string[];
  value: Json;
  /** The object or list around it. */
  parent: Json;
}

export interface OddRule {
  name: string;
  /** Files to which it applies: the end of their path. */
  files: string;
  /** The new value of the part; undefined where the rule does not apply. */
  turn(spot: Spot): Json | undefined;
}

type Obj = { [key: string]: Json };

export const objectOf = (value: Json): Obj | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;

const textOf = (value: Json): string | undefined => (typeof value === 'string' ? value : undefined);

/** A condition in CEL. `validWhen` and `until` are among them. */
const CONDITION = /When$|^when$|^until$/;
const TEXT = /^(label|title|hint|success|disabledHint|empty|message)$/;

/** Options of cells and widgets accept keys alone. */
const isText = ({ key, above, value }: Spot): boolean =>
  TEXT.test(key) && !above.includes('options') && typeof value === 'string';

/** A rule on the value of properties whose name matches. */
const property =
  (name: RegExp, turn: (value: string) => Json) =>
  ({ key, value }: Spot): Json | undefined => {
    const text = textOf(value);
    return name.test(key) && text !== undefined ? turn(text) : undefined;
  };

/** A rule that adds properties to objects that are views of a type (or have this property) and lack them. */
const beside =
  (fits: (part: Obj, spot: Spot) => boolean, more: Obj) =>
  (spot: Spot): Json | undefined => {
    const part = objectOf(spot.value);
    if (!part || !fits(part, spot) || Object.keys(more).some((key) => key in part)) return undefined;
    return { ...part, ...more };
  };

const view = (type: string) => (part: Obj) => part['type'] === type && !('paramName' in part);
const action = (part: Obj, { above }: Spot) =>
  /^(toolbar|rowActions|actions)$/.test(above.at(-1) ?? '') &&
  ['call', 'open', 'navigate'].some((verb) => verb in part);
/** A source whose operation is paged: the page size has no meaning for a list that is returned whole. */
const isPaged = (source: Json | undefined) =>
  String(objectOf(source ?? null)?.['operation'] ?? '').endsWith('Paging');
const column = (part: Obj, { above }: Spot) =>
  above.at(-1) === 'columns' && typeof part['field'] === 'string';

const SCREEN = '.screen.json';
const screen = (name: string, turn: OddRule['turn']): OddRule => ({ name, files: SCREEN, turn });

/** Expressions and conditions, written differently. */
const EXPRESSIONS: OddRule[] = [
  screen(
    'condition in parentheses',
    property(CONDITION, (cel) => `(${cel})`),
  ),
  screen(
    'condition denied twice',
    property(CONDITION, (cel) => `!(!(${cel}))`),
  ),
  screen(
    'condition as a choice',
    property(CONDITION, (cel) => `(${cel}) ? true : false`),
  ),
  screen(
    'condition said twice',
    property(CONDITION, (cel) => `(${cel}) && (${cel})`),
  ),
  screen(
    'condition in spaces',
    property(CONDITION, (cel) => `  ${cel}\n`),
  ),
  screen(
    'condition of the account',
    property(CONDITION, (cel) => `(${cel}) && size(account.permissions) > 0`),
  ),
  screen(
    'value in parentheses',
    property(/^expr$/, (cel) => `(${cel})`),
  ),
  screen(
    'value in spaces',
    property(/^expr$/, (cel) => `\n\t${cel}  `),
  ),
  screen('plain text computed', ({ key, above, value }) =>
    above.at(-1) === 'with' && !/^\d/.test(key) && typeof value === 'string' && above.at(-2) === 'source'
      ? { expr: `"${value}"` }
      : undefined,
  ),
  screen('plain flag computed', ({ above, value }) =>
    ['with', 'initial', 'set'].includes(above.at(-1) ?? '') && typeof value === 'boolean'
      ? { expr: String(value) }
      : undefined,
  ),
];

/** Texts and items, written in their long form. */
const FORMS: OddRule[] = [
  screen('text by one case', (spot) => (isText(spot) ? { cases: [{ text: spot.value }] } : undefined)),
  screen('text filled with nothing', (spot) => (isText(spot) ? { key: spot.value, with: {} } : undefined)),
  screen('text as an object', (spot) => (isText(spot) ? { key: spot.value } : undefined)),
  screen('column as an object', ({ above, value, key }) =>
    ['columns', 'fields', 'rows', 'layout'].includes(above.at(-1) ?? '') &&
    /^\d+$/.test(key) &&
    typeof value === 'string' &&
    above.at(-2) === 'view'
      ? { field: value }
      : undefined,
  ),
  screen('question as an object', ({ key, above, value }) =>
    key === 'confirm' && typeof value === 'string' && above.at(-1) !== 'confirm'
      ? { message: value }
      : undefined,
  ),
  screen('properties in another order', ({ value }) => {
    const part = objectOf(value);
    return part && Object.keys(part).length > 2
      ? Object.fromEntries(Object.entries(part).toReversed())
      : undefined;
  }),
  screen('details within a stack', ({ key, value }) =>
    key === 'view' && objectOf(value)?.['type'] === 'details'
      ? { type: 'stack', items: [{ view: value }] }
      : undefined,
  ),
];

/** Added properties that repeat a default, or little more. */
const ADDITIONS: OddRule[] = [
  screen('tone by default', beside(action, { tone: 'default' })),
  screen('direction of a stack', beside(view('stack'), { direction: 'rows' })),
  screen(
    'direction of an order',
    beside((part, { key }) => key === 'sort' && 'field' in part, { direction: 'ascending' }),
  ),
  screen(
    'size of a dialog',
    beside((_, { key }) => key === 'dialog', { size: 'medium' }),
  ),
  screen(
    'columns of a section',
    beside((part) => 'section' in part && 'rows' in part, { columns: 1 }),
  ),
  screen('narrow column', beside(column, { width: 1 })),
  screen('wide column', beside(column, { width: 4000 })),
  screen('column at the end', beside(column, { align: 'end' })),
  screen('column with a name', (spot) =>
    beside((part) => column(part, spot) && 'label' in part, { id: `odd${spot.key}` })(spot),
  ),
  screen('action of the account', beside(action, { visibleWhen: 'size(account.permissions) > 0' })),
  screen('action enabled by the account', beside(action, { enabledWhen: "account.login != ''" })),
  screen(
    'rows by pages of ten',
    beside((part) => view('table')(part) && isPaged(part['source']) && !('paging' in part), { pageSize: 10 }),
  ),
  screen(
    'message in a tone',
    beside((part) => 'call' in part && 'success' in part && 'label' in part, { successTone: 'info' }),
  ),
  screen(
    'afterwards everything again',
    beside((part, spot) => action(part, spot) && 'call' in part, { then: [{ refresh: true }] }),
  ),
  screen('order below zero', ({ key, value }) =>
    key === 'order' && typeof value === 'number' ? -value - 0.5 : undefined,
  ),
];

const described = (spot: Spot): Json | undefined => {
  const part = objectOf(spot.value);
  return part && typeof part['type'] === 'string' && /^(properties|schemas)$/.test(spot.above.at(-1) ?? '')
    ? { ...part, description: 'Said — “again” {{so}}', title: 'A title' }
    : undefined;
};

const api = (name: string, turn: OddRule['turn']): OddRule => ({
  name,
  files: 'schemas/api/library.json',
  turn,
});

/** API files of a foreign product. */
const API: OddRule[] = [
  api('described', described),
  api('deprecated', (spot) => beside((part) => 'operationId' in part, { deprecated: true })(spot)),
  api('extension of another tool', (spot) =>
    beside((part) => 'operationId' in part, { 'x-gateway-timeout': 30 })(spot),
  ),
  api('tags', (spot) => beside((part) => 'operationId' in part, { tags: ['loans', 'books'] })(spot)),
  api('type as a list', ({ key, value, above }) =>
    key === 'type' &&
    above.at(-2) === 'properties' &&
    typeof value === 'string' &&
    value !== 'object' &&
    value !== 'array'
      ? [value]
      : undefined,
  ),
  api('another reply', ({ key, value }) => {
    const replies = objectOf(value);
    return key === 'responses' &&
      replies &&
      !('418' in replies) &&
      Object.keys(replies).some((code) => /^\d/.test(code))
      ? { ...replies, '418': { description: 'A teapot' } }
      : undefined;
  }),
  api('required in another order', ({ key, value }) =>
    key === 'required' && Array.isArray(value) && value.length > 1 ? value.toReversed() : undefined,
  ),
  api('example', (spot) =>
    beside((part) => part['type'] === 'string' && !('enum' in part), { example: 'so' })(spot),
  ),
];

const texts: OddRule[] = [
  {
    name: 'text of many signs',
    files: 'locales/en/library.json',
    turn: ({ value }) =>
      typeof value === 'string' && !value.includes('{') ? `“${value}” — 100 % ✓ <b>&amp; 5 < 6` : undefined,
  },
  {
    name: 'text of many lines',
    files: 'locales/ru/library.json',
    turn: ({ value }) => (typeof value === 'string' ? `${value}\n\nи ещё` : undefined),
  },
];

export const ODD_RULES: OddRule[] = [...EXPRESSIONS, ...FORMS, ...ADDITIONS, ...API, ...texts];
