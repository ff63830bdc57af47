/** Numbers as people type them: comma or point, spaces between groups, a text until it is a number. */

const NUMBER = /^[-+]?(\d+([.,]\d*)?|[.,]\d+)$/;
const INTEGER = /^[-+]?\d+$/;

/** The number that the text stands for; undefined when it stands for none (yet). */
export function parseNumber(text: string, integer = false): number | undefined {
  const bare = text.replace(/[\s\u00a0\u202f]/g, '').replace(/^\u2212/, '-');
  if (!(integer ? INTEGER : NUMBER).test(bare)) return undefined;
  const value = Number(bare.replace(',', '.'));
  if (!Number.isFinite(value) || (integer && !Number.isSafeInteger(value))) return undefined;
  return value === 0 ? 0 : value;
}

/** What the store keeps for a typed text: a JSON number, or the text itself while it is none. */
export function numberOrText(text: string, integer: boolean): number | string | undefined {
  if (text.trim() === '') return undefined;
  return parseNumber(text, integer) ?? text;
}

/** The text that an input shows for a stored value, with the decimal sign of the locale. */
export function numberText(value: unknown, comma: boolean): string {
  if (typeof value === 'string') return value;
  if (typeof value !== 'number') return '';
  const text = plainDecimal(value);
  return comma ? text.replace('.', ',') : text;
}

/** Without an exponent, so that what is shown can be typed again. */
function plainDecimal(value: number): string {
  const text = String(value);
  if (!text.includes('e')) return text;
  return value.toFixed(20).replace(/\.?0+$/, '');
}

/** Digits with a possible minus: what an integer input lets through. */
export function integerCharacters(text: string): string {
  const digits = text.replace(/[^\d-]/g, '');
  return digits.replace(/(?!^)-/g, '');
}

/** A count: digits only, the first of them 1 to 9, not above the maximum. */
export function countCharacters(text: string, max?: number): string {
  const digits = text.replace(/\D/g, '').replace(/^0+/, '');
  return max !== undefined && Number(digits) > max ? String(max) : digits;
}
