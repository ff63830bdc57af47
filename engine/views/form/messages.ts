/** The sentence for a schema problem, in the reader's language: keys shared with the server. */
import type { SchemaProblem } from './validator.ts';

type Translate = (key: string, values?: Record<string, unknown>) => string;

const SIMPLE = new Set([
  'required',
  'minLength',
  'maxLength',
  'pattern',
  'enum',
  'minimum',
  'maximum',
  'exclusiveMinimum',
]);
const SAME_AS: Record<string, string> = {
  uniqueItems: 'duplicate',
  false: 'unknownValue',
  const: 'enum',
  anyOf: 'enum',
  oneOf: 'enum',
};
const FORMATS = new Set(['email', 'date', 'uuid']);
const TYPES = new Set(['number', 'integer', 'string']);
const OWN = new Set(['minItems', 'maxItems', 'exclusiveMaximum']);

export function problemText(problem: SchemaProblem, t: Translate): string {
  const { keyword, limit } = problem;
  if (SIMPLE.has(keyword)) return t(`validation.${keyword}`, { limit });
  if (OWN.has(keyword)) return t(`engine.form.${keyword}`, { limit });
  if (keyword === 'format') return t(formatKey(String(limit)));
  if (keyword === 'type') return t(typeKey(limit));
  return t(`validation.${SAME_AS[keyword] ?? 'pattern'}`, { limit });
}

function formatKey(format: string): string {
  if (FORMATS.has(format)) return `validation.format.${format}`;
  return format === 'date-time' || format === 'time' ? `engine.form.format.${format}` : 'validation.pattern';
}

function typeKey(limit: unknown): string {
  const type = (Array.isArray(limit) ? limit : [limit]).find((word) => word !== 'null');
  return TYPES.has(String(type)) ? `validation.type.${String(type)}` : 'validation.required';
}
