/** The message of a schema problem in the user's language; its keys are shared with the server. */
import type { Translate } from '../../data/i18n.ts';
import type { SchemaProblem } from './validator.ts';

const KEYWORDS = new Set([
  'required',
  'minLength',
  'maxLength',
  'pattern',
  'enum',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'minItems',
  'maxItems',
  'uniqueItems',
]);
const SAME_AS: Record<string, string> = { false: 'unknownField', const: 'enum' };
/** Pattern of a text that must not be blank. */
const NOT_BLANK = '\\S';
const FORMATS = new Set(['email', 'date', 'date-time', 'uuid']);

export function problemText({ keyword, limit, range }: SchemaProblem, t: Translate): string {
  if (range) return t('validation.range', range);
  if (keyword === 'format')
    return t(FORMATS.has(String(limit)) ? `validation.format.${String(limit)}` : 'validation.pattern');
  if (keyword === 'type') return t(`validation.type.${typeWord(limit)}`);
  // A minimum of one character means that a value is required.
  if (keyword === 'minLength' && limit === 1) return t('validation.required');
  const digits = keyword === 'pattern' && digitsOf(String(limit), t('validation.or'));
  if (digits) return t('validation.digits', digits);
  if (keyword === 'pattern' && limit === NOT_BLANK) return t('validation.required');
  const key = KEYWORDS.has(keyword) ? keyword : (SAME_AS[keyword] ?? 'invalid');
  // Texts without values are cached; a refused form may report hundreds of required fields.
  return t(`validation.${key}`, limit === undefined ? undefined : { limit });
}

/** The number of digits that a pattern requires, with alternatives as in "10 или 12". Undefined for any other pattern. */
function digitsOf(pattern: string, or: string): { counts: string; count: number } | undefined {
  const inner = /^\^\(?((?:\[0-9\]\{\d+\}\|?)+)\)?\$$/.exec(pattern)?.[1];
  const counts = inner?.split('|').map((part) => Number(/\{(\d+)\}/.exec(part)![1]));
  return counts && { counts: counts.join(` ${or} `), count: counts.at(-1)! };
}

const typeWord = (limit: unknown): string =>
  String((Array.isArray(limit) ? limit : [limit]).find((word) => word !== 'null') ?? 'object');
