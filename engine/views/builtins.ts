/**
 * Everything built into the engine, registered in the same way as the product's own parts. Cells are small and every
 * list needs some; filters, views and whatever is heavy load when first needed.
 */
import { defineView } from '../registry/define.ts';
import type { Registry } from '../registry/registry.ts';
import boolean from './cells/boolean/index.tsx';
import classifier from './cells/classifier/index.tsx';
import date from './cells/date/index.tsx';
import dateTime from './cells/dateTime/index.tsx';
import file from './cells/file/index.tsx';
import flag from './cells/flag/index.tsx';
import list from './cells/list/index.tsx';
import mail from './cells/mail/index.tsx';
import money from './cells/money/index.tsx';
import number from './cells/number/index.tsx';
import percent from './cells/percent/index.tsx';
import period from './cells/period/index.tsx';
import phone from './cells/phone/index.tsx';
import reference from './cells/reference/index.tsx';
import status from './cells/status/index.tsx';
import text from './cells/text/index.tsx';
import time from './cells/time/index.tsx';

const CELLS = [
  boolean,
  classifier,
  date,
  dateTime,
  file,
  flag,
  list,
  mail,
  money,
  number,
  percent,
  period,
  phone,
  reference,
  status,
  text,
  time,
];

/** Names of the filter kinds; their code is one chunk, loaded with the first table. */
const FILTERS = [
  'inputDate',
  'inputTime',
  'dateBegin',
  'dateEnd',
  'selectMany',
  'selectOne',
  'component',
  'checkbox',
  'radio',
  'searchBySelect',
  'text',
] as const;

/** Names of the field widgets; their code is loaded with the first form. */
const FIELDS = [
  'checkbox',
  'checklist',
  'colour',
  'confirmableDate',
  'count',
  'date',
  'dateTime',
  'days',
  'file',
  'integer',
  'list',
  'mail',
  'multiselect',
  'number',
  'password',
  'phone',
  'radio',
  'reference',
  'schedule',
  'select',
  'table',
  'tags',
  'text',
  'textarea',
  'time',
] as const;

export function registerBuiltins(registry: Registry): void {
  for (const cell of CELLS) registry.register(cell);
  for (const name of FILTERS)
    registry.registerLazy('filter', name, async () => ({
      default: (await import('./filters/all.ts')).FILTERS[name],
    }));
  registry.registerLazy('cell', 'pointers', () => import('./cells/pointers/index.tsx'));
  registry.registerLazy('picker', 'reference', () => import('./pickers/reference/index.tsx'));
  registry.registerLazy('view', 'table', async () => {
    // The filters load in parallel with the table, not after it.
    const [table] = await Promise.all([
      import('./table/index.tsx'),
      ...FILTERS.map((name) => registry.load('filter', name)),
    ]);
    return table;
  });
  for (const name of FIELDS)
    registry.registerLazy('field', name, async () => ({
      default: (await import('./form/fields/all.ts')).FIELDS[name],
    }));
  registry.registerLazy('view', 'form', async () => {
    const [form] = await Promise.all([
      import('./form/index.tsx'),
      ...FIELDS.map((name) => registry.load('field', name)),
    ]);
    return { default: defineView({ name: 'form', component: form.default }) };
  });
  registry.registerLazy('view', 'details', () => import('./details/index.tsx'));
  registry.registerLazy('view', 'tabs', () => import('./tabs/index.tsx'));
  registry.registerLazy('view', 'stack', () => import('./stack/index.tsx'));
  registry.registerLazy('view', 'tree', () => import('./tree/index.tsx'));
  registry.registerLazy('view', 'chart', () => import('./chart/index.tsx'));
  registry.registerLazy('view', 'wizard', () => import('./wizard/index.tsx'));
  registry.registerLazy('view', 'widget', () => import('./widget/index.tsx'));
}
