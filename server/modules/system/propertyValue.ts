/** Settings are stored as texts; their type determines how to parse them (calls §3, §5). */
import type { AppPropertyCard, AppPropertySave } from '../../../schemas/generated/api.ts';
import { invalid } from '../../core/problems.ts';
import { log } from '../../core/log.ts';

export type PropertyType = AppPropertyCard['type'];
export type Parts = Pick<AppPropertyCard, 'text' | 'number' | 'flag' | 'start' | 'end' | 'list'>;

export interface Interval {
  start: string;
  end: string;
}

const NONE: Parts = { text: null, number: null, flag: null, start: null, end: null, list: null };

/**
 * Parses a setting: undefined for an empty text, true only for `true`, an interval only with both ends (one without an
 * end is logged), the text itself for text types.
 */
export function valueOf(
  name: string,
  type: string,
  text: string | null,
): string | number | boolean | Interval | string[] | undefined {
  if (text === null || text === '') return undefined;
  switch (type) {
    case 'Boolean':
      return text === 'true';
    case 'Integer':
    case 'DaysCount':
    case 'Float':
      return Number.isFinite(Number(text)) ? Number(text) : undefined;
    case 'Interval':
      return intervalOf(name, text);
    case 'LIST':
      return text.split('\n').filter(Boolean);
    default:
      return text;
  }
}

function intervalOf(name: string, text: string): Interval | undefined {
  const [start, end] = text.split('/');
  if (start && end) return { start, end };
  log('error', 'appProperty', { name, message: 'The interval lacks its start or its end' });
  return undefined;
}

/** Returns the value as the parts of its form. */
export function partsOf(name: string, type: PropertyType, text: string | null): Parts {
  const value = valueOf(name, type, text);
  if (value === undefined) return NONE;
  if (typeof value === 'boolean') return { ...NONE, flag: value };
  if (typeof value === 'number') return { ...NONE, number: value };
  if (typeof value === 'string') return { ...NONE, text: value };
  return Array.isArray(value) ? { ...NONE, list: value } : { ...NONE, ...value };
}

/** Returns the text to store; throws, at the part, for a value that the type does not allow. */
export function textOf(type: PropertyType, parts: AppPropertySave): string | null {
  const { text, number, flag, start, end, list } = parts;
  switch (type) {
    case 'Boolean':
      return flag == null ? null : String(flag);
    case 'Integer':
      return number == null ? null : numberText(number, Number.isSafeInteger(number), 'type.integer');
    case 'DaysCount':
      return number == null
        ? null
        : numberText(number, Number.isInteger(number) && number >= 0, 'type.integer');
    case 'Float':
      return number == null ? null : String(number);
    case 'Interval':
      return intervalText(start, end);
    case 'LIST':
      return (
        list
          ?.map((one) => one.trim())
          .filter(Boolean)
          .join('\n') || null
      );
    case 'Enum':
      return text ? wordText(text.trim(), /^\w+$/) : null;
    case 'DIMENSION':
      return text ? wordText(text.trim(), /^\d+([.,]\d+)?\s*\S{1,10}$/) : null;
    default:
      return text?.trim() || null;
  }
}

const fault = (field: string, code: string) => invalid({ field, code, message: `validation.${code}` });

function numberText(number: number, right: boolean, code: string): string {
  if (!right) throw fault('number', code);
  return String(number);
}

function wordText(text: string, shape: RegExp): string {
  if (!shape.test(text)) throw fault('text', 'pattern');
  return text;
}

function intervalText(start: string | null | undefined, end: string | null | undefined): string | null {
  if (!start && !end) return null;
  if (!start) throw fault('start', 'required');
  if (!end) throw fault('end', 'required');
  if (start >= end) throw fault('end', 'intervalOrder');
  return `${start}/${end}`;
}
