/** What is known about a kind of filter beside how it is drawn: each says it in `kind.ts` of its folder. */
import type { CompiledFilter } from '../../language/compiled.ts';

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
  wordsOf?(value: unknown): string;
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

/** A day of the calendar as `YYYY-MM-DD`; undefined for anything else. */
export const readDay = (text: string): string | undefined =>
  DAY.test(text) && !Number.isNaN(Date.parse(text)) ? text : undefined;
