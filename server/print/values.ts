/** How a value of a record reads on paper. */
import type { ApiCatalogue } from '../../engine/language/api.ts';
import { valueAt } from '../../engine/language/evaluate.ts';
import { deref, stripNull } from '../../engine/language/schema.ts';
import type { Translate } from '../http/texts.ts';
import type { Captions } from '../records/captions.ts';
import type { TabColumn } from './tabs.ts';

const NAMES = ['caption', 'shortName', 'name', 'number'] as const;

export interface Ground {
  translate: Translate;
  /** Zone in which instants are told. */
  timeZone: string;
}

/** A value in words: dates as dd.mm.yyyy, references and words by what they are called. */
export function printed(value: unknown, ground: Ground): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return value.map((one) => printed(one, ground)).join(', ');
  if (typeof value === 'boolean') return ground.translate(value ? 'engine.yes' : 'engine.no');
  if (typeof value === 'number') return value.toLocaleString('ru-RU', { maximumFractionDigits: 3 });
  if (typeof value === 'object') return named(value as Record<string, unknown>, ground);
  const text = String(value as string);
  if (INSTANT.test(text)) return instant(new Date(text), ground.timeZone);
  const day = DAY.exec(text);
  return day ? `${day[3]}.${day[2]}.${day[1]}` : text;
}

/** The value of a column, or of a fact: as the screen shows it. */
export function printedAt(row: unknown, { fields, cell }: TabColumn, ground: Ground): string {
  const values = fields.map((field) => valueAt(row, field.split('.')));
  const [value] = values;
  if (cell === 'money' && typeof value === 'number')
    return `${value.toLocaleString('ru-RU', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}\u00A0₽`;
  const texts = values.map((one) => printed(one, ground));
  if (cell !== 'period') return texts.filter(Boolean).join(', ');
  const [from, to] = texts;
  if (from && to) return `${from} – ${to}`;
  if (from) return ground.translate('engine.period.since', { from });
  return to ? ground.translate('engine.period.until', { to }) : '';
}

const DAY = /^(\d{4})-(\d{2})-(\d{2})$/;
const INSTANT = /^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)$/;

const instant = (time: Date, timeZone: string): string =>
  time.toLocaleString('ru-RU', { timeZone, dateStyle: 'short', timeStyle: 'short' }).replace(',', '');

function named(object: Record<string, unknown>, ground: Ground): string {
  const name = NAMES.find((each) => typeof object[each] === 'string' && object[each] !== '');
  return name ? String(object[name]) : printed(object['type'], ground);
}

/** The captions of properties that hold bare words: the property's dictionary, by the schema of the page. */
export function withCaptions(
  row: Record<string, unknown>,
  operation: string,
  api: ApiCatalogue,
  captions: Captions,
): Record<string, unknown> {
  const list = deref(api.operations.get(operation)?.reply ?? {}, api.schemas).properties?.['list'];
  const properties = deref(list?.items ?? {}, api.schemas).properties ?? {};
  const entries = Object.entries(row).map(([name, value]) => {
    const property = properties[name] && stripNull(properties[name], api.schemas).schema;
    const dictionary = property?.['x-dictionary'] ?? properties[name]?.['x-dictionary'];
    const bare = typeof dictionary === 'string' && typeof value === 'string';
    return [name, bare ? captions.value(dictionary, value).caption : value];
  });
  return Object.fromEntries(entries) as Record<string, unknown>;
}
