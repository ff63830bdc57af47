/** The sentence for a schema problem, in the reader's language: keys shared with the server. */
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
/** The pattern of a text that must not be blank. */
const NOT_BLANK = '\\S';
const FORMATS = new Set(['email', 'date', 'date-time', 'uuid']);

export function problemText({ keyword, limit, range }: SchemaProblem, t: Translate): string {
  if (range) return t('validation.range', range);
  if (keyword === 'format')
    return t(FORMATS.has(String(limit)) ? `validation.format.${String(limit)}` : 'validation.pattern');
  if (keyword === 'type') return t(`validation.type.${typeWord(limit)}`);
  // A text must have a sign: that is, there must be one.
  if (keyword === 'minLength' && limit === 1) return t('validation.required');
  const digits = keyword === 'pattern' && digitsOf(String(limit), t('validation.or'));
  if (digits) return t('validation.digits', digits);
  if (keyword === 'pattern' && limit === NOT_BLANK) return t('validation.required');
  const key = KEYWORDS.has(keyword) ? keyword : (SAME_AS[keyword] ?? 'invalid');
  // Texts without values are kept; a refused form may tell hundreds of fields that they are required.
  return t(`validation.${key}`, limit === undefined ? undefined : { limit });
}

/** How many digits a pattern asks for: of these numbers one, "10 или 12". Undefined where it says more than that. */
function digitsOf(pattern: string, or: string): { counts: string; count: number } | undefined {
  const inner = /^\^\(?((?:\[0-9\]\{\d+\}\|?)+)\)?\$$/.exec(pattern)?.[1];
  const counts = inner?.split('|').map((part) => Number(/\{(\d+)\}/.exec(part)![1]));
  return counts && { counts: counts.join(` ${or} `), count: counts.at(-1)! };
}

const typeWord = (limit: unknown): string =>
  String((Array.isArray(limit) ? limit : [limit]).find((word) => word !== 'null') ?? 'object');
