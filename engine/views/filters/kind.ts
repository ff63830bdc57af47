/** Facts of a filter kind, apart from its component; each kind declares them in `kind.ts` of its folder. */
import type { I18n } from '../../data/i18n.ts';
import type { CompiledFilter } from '../../language/compiled.ts';
import { dayOn, isRelative, wordsOf } from './relative.ts';

export interface KindFacts {
  /** The value is a list. */
  many?(filter: CompiledFilter): boolean;
  /** Parses the text of the URL; without it the value is the choice with that text, or the text itself. */
  read?(text: string, filter: CompiledFilter): unknown;
  /** The text of a value in the URL; by default the value as text. */
  write?(value: unknown): string;
  /** Converts a default value to the form of the filter. */
  normal?(value: unknown, filter: CompiledFilter): unknown;
  /** Whether a value does not restrict anything. */
  isEmpty?(value: unknown): boolean;
  /** Arguments of the call; by default the value under the filter's name. */
  argumentsOf?(value: unknown): Record<string, unknown>;
  /** The text of the value in a chip. */
  wordsOf?(value: unknown, i18n: I18n): string;
  /** Resolves a relative date for a given day. */
  onDay?(value: unknown, today: string): unknown;
  /** It is the first or the last day of a period. */
  bound?: 'begin' | 'end';
  /** A text field: otherwise each typed letter would add a history entry. */
  typed?: true;
  /** Shown first; in a dialog it gets the initial focus. */
  search?: true;
  /** Needs space and is rarely used first, so it comes later in the row. */
  later?: true;
  looks?: {
    /** Its control renders the label. */
    ownLabel?: true;
    ownIcon?: true;
    /** Several controls under one label. */
    group?: true;
    /** Fixed width class of the control. */
    width?: string;
  };
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Parses a day as `YYYY-MM-DD` or a relative date; undefined for anything else. */
const readDay = (text: string): string | undefined =>
  isRelative(text) || (DAY.test(text) && !Number.isNaN(Date.parse(text))) ? text : undefined;

/** Common facts of date filters. */
export const DAY_FACTS = { read: readDay, onDay: dayOn, wordsOf: dayInWords } as const satisfies KindFacts;

function dayInWords(value: unknown, i18n: I18n): string {
  return isRelative(value) ? wordsOf(value, i18n) : i18n.formatDate(String(value));
}
