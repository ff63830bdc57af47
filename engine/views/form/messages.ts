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
const FORMATS = new Set(['email', 'date', 'date-time', 'uuid']);

export function problemText({ keyword, limit, range }: SchemaProblem, t: Translate): string {
  if (range) return t('validation.range', range);
  if (keyword === 'format')
    return t(FORMATS.has(String(limit)) ? `validation.format.${String(limit)}` : 'validation.pattern');
  if (keyword === 'type') return t(`validation.type.${typeWord(limit)}`);
  const key = KEYWORDS.has(keyword) ? keyword : (SAME_AS[keyword] ?? 'invalid');
  return t(`validation.${key}`, { limit });
}

const typeWord = (limit: unknown): string =>
  String((Array.isArray(limit) ? limit : [limit]).find((word) => word !== 'null') ?? 'object');
