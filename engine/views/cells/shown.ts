/** Default text of a value. */
import type { I18n } from '../../data/i18n.ts';
import type { Tone } from '../../language/compiled.ts';
import { nameOf } from '../../language/nameOf.ts';
import type { CellProps } from '../../registry/define.ts';

export const TEXT_TONES: Record<Tone, string> = {
  default: '',
  info: 'text-info',
  success: 'text-success',
  warning: 'text-warning',
  danger: 'text-danger',
  muted: 'text-muted',
};

export function shownText(i18n: I18n, value: unknown, caption?: (word: unknown) => string): string {
  if (value === null || value === undefined || value === '') return '';
  if (Array.isArray(value))
    return value
      .map((item) => shownText(i18n, item, caption))
      .filter(Boolean)
      .join(', ');
  if (typeof value === 'object') return shownText(i18n, nameOf(value), caption);
  if (caption) return caption(value);
  if (typeof value === 'boolean') return i18n.t(value ? 'engine.yes' : 'engine.no');
  if (typeof value === 'string' && /^\d{4}-\d{2}-\d{2}(T|$)/.test(value)) return i18n.formatDate(value);
  // An integer may be a year or an identifying number: only fractions are formatted for the locale.
  if (typeof value === 'number' && !Number.isInteger(value)) return i18n.formatNumber(value);
  return String(value);
}

/** Returns the tone of a plain value, a classifier value or a status. */
export const toneOf = (value: unknown, tones: CellProps['tones']): Tone =>
  tones?.[wordOf(value)] ?? 'default';

function wordOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value !== 'object') return String(value);
  const { name, type } = value as { name?: unknown; type?: unknown };
  if (typeof name === 'string') return name;
  return type && typeof type === 'object' ? wordOf(type) : '';
}
