/** Screens that are written in an unusual way, and yet are valid. */
import type { Node, Rule } from './rules.ts';

const odd = (name: string, at: Rule['at']): Rule => ({ name, class: 'odd', kind: 'screens', at });
const isText = (value: unknown): value is string => typeof value === 'string';
const isCondition = (node: Node) => node.key.endsWith('When') && isText(node.value);
/** A text by its key. Options of widgets are constants: there a key has no long form. */
const isKey = ({ key, path, value }: Node) =>
  ['title', 'label', 'success', 'empty'].includes(key) &&
  !path.includes('options') &&
  isText(value) &&
  value.includes('.');
const reversed = (name: string): Rule =>
  odd(`${name} the other way round`, ({ key, value }) =>
    key === name && Array.isArray(value) && value.length > 1 ? value.toReversed() : undefined,
  );

export const ODD: Rule[] = [
  odd('a text with nothing to fill', (node) => (isKey(node) ? { key: node.value } : undefined)),
  odd('a text of one case', (node) =>
    isKey(node) && node.key !== 'title' ? { cases: [{ text: node.value }] } : undefined,
  ),
  odd('a condition and true', (node) => (isCondition(node) ? `(${String(node.value)}) && true` : undefined)),
  odd('a condition denied twice', (node) => (isCondition(node) ? `!(!(${String(node.value)}))` : undefined)),
  odd('an expression in brackets', ({ key, value }) =>
    key === 'expr' && isText(value) ? `(${value})` : undefined,
  ),
  odd('a column written out', ({ path, value }) =>
    path.at(-2) === 'columns' && isText(value) ? { field: value } : undefined,
  ),
  odd('properties the other way round', ({ key, value }) =>
    key === 'view' && typeof value === 'object'
      ? Object.fromEntries(Object.entries(value as object).toReversed())
      : undefined,
  ),
  ...['columns', 'filters', 'rowActions', 'toolbar'].map(reversed),
];
