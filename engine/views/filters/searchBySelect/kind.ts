import type { KindFacts } from '../kind.ts';

/** A text together with the parameter in which it is searched. */
export interface SearchBy {
  by: string;
  text: string;
}

export const isSearchBy = (value: unknown): value is SearchBy =>
  typeof value === 'object' && value !== null && 'by' in value && 'text' in value;

const textOf = (value: unknown): string => (isSearchBy(value) ? value.text : '');

export const searchBySelect: KindFacts = {
  read: (text, { possibleValues }) => {
    const by = text.slice(0, Math.max(0, text.indexOf(':')));
    const known = possibleValues?.some(({ value }) => String(value) === by);
    return known ? { by, text: text.slice(by.length + 1) } : undefined;
  },
  write: (value) => (isSearchBy(value) ? `${value.by}:${value.text}` : String(value)),
  // A default may be just the text.
  normal: (value, { possibleValues, paramName }) =>
    typeof value === 'string' ? { by: String(possibleValues?.[0]?.value ?? paramName), text: value } : value,
  isEmpty: (value) => textOf(value).trim() === '',
  argumentsOf: (value) => (isSearchBy(value) ? { [value.by]: value.text.trim() } : {}),
  wordsOf: textOf,
  typed: true,
  later: true,
  // Two controls in one need the room of two.
  looks: { width: 'md:w-96' },
};
