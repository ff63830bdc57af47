/** What is known about a kind of filter beside how it is drawn: each says it in `kind.ts` of its folder. */
import type { I18n } from '../../data/i18n.ts';
import type { CompiledFilter } from '../../language/compiled.ts';
import { dayOn, isRelative, wordsOf } from './relative.ts';

export interface KindFacts {
  /** It holds a list of values. */
  many?(filter: CompiledFilter): boolean;
  /** The value that a text of the address stands for; without it the choice of that word, or the text itself. */
  read?(text: string, filter: CompiledFilter): unknown;
  /** The text of a value in the address; without it the value in words. */
  write?(value: unknown): string;
  /** A default as the filter holds it. */
  normal?(value: unknown, filter: CompiledFilter): unknown;
  /** It holds something by which nothing is narrowed. */
  isEmpty?(value: unknown): boolean;
  /** What the call is sent; without it the value by the filter's name. */
  argumentsOf?(value: unknown): Record<string, unknown>;
  /** What a chip says of the value. */
  wordsOf?(value: unknown, i18n: I18n): string;
  /** The value as it is on a day, for one that moves with the calendar. */
  onDay?(value: unknown, today: string): unknown;
  /** It is the first or the last day of a period. */
  bound?: 'begin' | 'end';
  /** It is typed into: each letter would otherwise be a step of the Back button. */
  typed?: true;
  /** It stands first and takes the caret. */
  search?: true;
  /** It takes room and is rarely the first thing asked. */
  later?: true;
  looks?: {
    /** Its control bears the label. */
    ownLabel?: true;
    ownIcon?: true;
    /** Several controls under one label. */
    group?: true;
    /** Class of its width, whatever the filter says. */
    width?: string;
  };
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** A day of the calendar as `YYYY-MM-DD`, or a word for one that moves with it; undefined for anything else. */
const readDay = (text: string): string | undefined =>
  isRelative(text) || (DAY.test(text) && !Number.isNaN(Date.parse(text))) ? text : undefined;

/** What all filters of days have in common. */
export const DAY_FACTS = { read: readDay, onDay: dayOn, wordsOf: dayInWords } as const satisfies KindFacts;

function dayInWords(value: unknown, i18n: I18n): string {
  return isRelative(value) ? wordsOf(value, i18n) : i18n.formatDate(String(value));
}
