/** Parsing and formatting of typed numbers: comma or point, spaces between groups. */

const NUMBER = /^[-+]?(\d+([.,]\d*)?|[.,]\d+)$/;
const INTEGER = /^[-+]?\d+$/;

/** Parses a number; undefined when the text is not a number (yet). */
export function parseNumber(text: string, integer = false): number | undefined {
  const bare = text.replace(/[\s\u00a0\u202f]/g, '').replace(/^\u2212/, '-');
  if (!(integer ? INTEGER : NUMBER).test(bare)) return undefined;
  const value = Number(bare.replace(',', '.'));
  if (!Number.isFinite(value) || (integer && !Number.isSafeInteger(value))) return undefined;
  return value === 0 ? 0 : value;
}

/** The stored value of a typed text: a JSON number, or the text itself while it is not a number. */
export function numberOrText(text: string, integer: boolean): number | string | undefined {
  if (text.trim() === '') return undefined;
  return parseNumber(text, integer) ?? text;
}

/** The text of an input for a stored value, with the decimal separator of the locale. */
export function numberText(value: unknown, comma: boolean): string {
  if (typeof value === 'string') return value;
  if (typeof value !== 'number') return '';
  const text = plainDecimal(value);
  return comma ? text.replace('.', ',') : text;
}

/** Formats without an exponent, so that the shown text can be typed. */
function plainDecimal(value: number): string {
  const text = String(value);
  if (!text.includes('e')) return text;
  return value.toFixed(20).replace(/\.?0+$/, '');
}

/** Filters the characters of an integer input: digits with an optional minus. */
export function integerCharacters(text: string): string {
  const digits = text.replace(/[^\d-]/g, '');
  return digits.replace(/(?!^)-/g, '');
}

/** Filters the characters of a count: digits only, without leading zeros, not above the maximum. */
export function countCharacters(text: string, max?: number): string {
  const digits = text.replace(/\D/g, '').replace(/^0+/, '');
  return max !== undefined && Number(digits) > max ? String(max) : digits;
}
