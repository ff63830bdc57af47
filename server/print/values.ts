/** Formats values of a record for print. */
import { valueAt } from '../../engine/language/evaluate.ts';
import type { Locale, Translate } from '../core/texts.ts';
import type { TabColumn } from './tabs.ts';

const NAMES = ['caption', 'shortName', 'name', 'number'] as const;

export interface Ground {
  translate: Translate;
  locale: Locale;
  /** Zone in which instants are printed. */
  timeZone: string;
}

/** Returns a value as text: dates as dd.mm.yyyy, references and dictionary values by their captions. */
export function printed(value: unknown, ground: Ground): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return value.map((one) => printed(one, ground)).join(', ');
  if (typeof value === 'boolean') return ground.translate(value ? 'engine.yes' : 'engine.no');
  if (typeof value === 'number') return numberOf(value, ground, { maximumFractionDigits: 3 });
  if (typeof value === 'object') return named(value as Record<string, unknown>, ground);
  const text = String(value as string);
  if (INSTANT.test(text)) return instant(new Date(text), ground.timeZone);
  const day = DAY.exec(text);
  return day ? `${day[3]}.${day[2]}.${day[1]}` : text;
}

/** Returns the value of a column or a fact as the screen shows it. */
export function printedAt(row: unknown, { fields, cell }: TabColumn, ground: Ground): string {
  const values = fields.map((field) => valueAt(row, field.split('.')));
  const [value] = values;
  if (cell === 'money' && typeof value === 'number')
    return `${numberOf(value, ground, { minimumFractionDigits: 2, maximumFractionDigits: 2 })}\u00A0₽`;
  const texts = values.map((one) => printed(one, ground));
  if (cell !== 'period') return texts.filter(Boolean).join(', ');
  const [from, to] = texts;
  if (from && to) return `${from} – ${to}`;
  if (from) return ground.translate('engine.period.since', { from });
  return to ? ground.translate('engine.period.until', { to }) : '';
}

/** Number formats of the screens. */
const NUMBERS: Record<Locale, string> = { ru: 'ru-RU', en: 'en-GB' };
const numberOf = (value: number, { locale }: Ground, digits: Intl.NumberFormatOptions): string =>
  value.toLocaleString(NUMBERS[locale], digits);

const DAY = /^(\d{4})-(\d{2})-(\d{2})$/;
const INSTANT = /^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)$/;

const instant = (time: Date, timeZone: string): string =>
  time.toLocaleString('ru-RU', { timeZone, dateStyle: 'short', timeStyle: 'short' }).replace(',', '');

function named(object: Record<string, unknown>, ground: Ground): string {
  const name = NAMES.find((each) => typeof object[each] === 'string' && object[each] !== '');
  if (name) return String(object[name]);
  // A status is named by its type, a file by its description object.
  const held = Object.values(object).find((one) => typeof one === 'object' && one && !Array.isArray(one));
  return printed(held, ground);
}
