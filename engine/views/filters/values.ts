/**
 * The values of a filters bar: from the query string to typed values, and on to the arguments of the call.
 *
 * In the query a filter is `f.NAME`. Absent: its default holds. Present but empty: the person cleared the
 * default, and it stays cleared after a reload.
 */
import { evaluate, holds, type Scope } from '../../language/evaluate.ts';
import type { CompiledFilter } from '../../language/compiled.ts';
import { same } from '../../page/same.ts';

export type FilterValues = Record<string, unknown>;
export type QueryPatch = Record<string, string | undefined>;

/** A text together with the parameter in which it is searched. */
export interface SearchBy {
  by: string;
  text: string;
}

export const filterKey = (filter: CompiledFilter): string => `f.${filter.paramName}`;

export function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null || value === '' || value === false) return true;
  if (Array.isArray(value)) return value.length === 0;
  return isSearchBy(value) && value.text.trim() === '';
}

export const isSearchBy = (value: unknown): value is SearchBy =>
  typeof value === 'object' && value !== null && 'by' in value && 'text' in value;

/** What each filter is before anybody touches it. */
export function defaultValues(filters: readonly CompiledFilter[], scope: Scope): FilterValues {
  const values: FilterValues = {};
  for (const filter of filters) {
    const given = filter.value ?? filter.defaultValue;
    const value = given && evaluate(given, scope);
    if (value !== undefined && value !== null) values[filter.paramName] = normal(filter, value);
  }
  return values;
}

/** Typed values from the query string, defaults where it says nothing. */
export function readFilters(
  filters: readonly CompiledFilter[],
  query: Record<string, string>,
  defaults: FilterValues,
): FilterValues {
  const values: FilterValues = {};
  for (const filter of filters) {
    const text = filter.value ? undefined : query[filterKey(filter)];
    const value = text === undefined ? defaults[filter.paramName] : decode(filter, text);
    if (!isEmpty(value)) values[filter.paramName] = value;
  }
  return values;
}

/** How the query changes when a filter is set; any change goes back to the first page. */
export function filterPatch(filter: CompiledFilter, value: unknown, defaults: FilterValues): QueryPatch {
  const preset = defaults[filter.paramName];
  const empty = isEmpty(value);
  const unsaid = empty ? isEmpty(preset) : same(value, preset);
  return { [filterKey(filter)]: unsaid ? undefined : empty ? '' : encode(value), p: undefined };
}

/** Back to the defaults, all of them. */
export function resetPatch(filters: readonly CompiledFilter[]): QueryPatch {
  return { ...Object.fromEntries(filters.map((f) => [filterKey(f), undefined])), p: undefined };
}

/**
 * Filters that are shown: one that depends on another only while that one is true, one with a condition only
 * while it holds. A condition reads the page and the values of all filters as they are set.
 */
export function shownFilters(
  filters: readonly CompiledFilter[],
  values: FilterValues,
  scope: Scope = {},
): CompiledFilter[] {
  const shown = new Set<string>();
  const reads = { ...scope, filters: values };
  return filters.filter((filter) => {
    const on = filter.visibleWithFilter;
    const visible =
      (on === undefined || (shown.has(on) && values[on] === true)) && holds(filter.visibleWhen, reads);
    if (visible) shown.add(filter.paramName);
    return visible;
  });
}

/** What the call is sent for the filters that are shown; empty ones are left out. */
export function filterArguments(shown: readonly CompiledFilter[], values: FilterValues): FilterValues {
  const args: FilterValues = {};
  for (const filter of shown) {
    const value = values[filter.paramName];
    if (isEmpty(value)) continue;
    if (isSearchBy(value)) args[value.by] = value.text.trim();
    else args[filter.paramName] = typeof value === 'string' ? value.trim() : value;
  }
  return args;
}

/** A last day before its first day: the name of the filter to blame. A first day pairs with the next last day. */
export function wrongPeriod(shown: readonly CompiledFilter[], values: FilterValues): string | undefined {
  let begin: unknown;
  for (const filter of shown) {
    const value = values[filter.paramName];
    if (filter.type === 'dateBegin') begin = value;
    if (filter.type !== 'dateEnd') continue;
    if (typeof begin === 'string' && typeof value === 'string' && value < begin) return filter.paramName;
    begin = undefined;
  }
  return undefined;
}

const holdsMany = (filter: CompiledFilter) =>
  filter.type === 'selectMany' || (filter.type === 'component' && filter.multiple);

/** A default may be written as one value where the filter holds many, and as text where it holds a search. */
function normal(filter: CompiledFilter, value: unknown): unknown {
  if (holdsMany(filter)) return Array.isArray(value) ? value : [value];
  if (filter.type === 'searchBySelect' && typeof value === 'string')
    return { by: String(filter.possibleValues?.[0]?.value ?? filter.paramName), text: value };
  return value;
}

function encode(value: unknown): string {
  if (Array.isArray(value)) return value.map((v) => encodeURIComponent(String(v))).join(',');
  if (isSearchBy(value)) return `${value.by}:${value.text}`;
  return String(value);
}

function decode(filter: CompiledFilter, text: string): unknown {
  if (text === '') return undefined;
  if (holdsMany(filter)) return text.split(',').map((part) => word(filter, safeDecode(part)));
  if (filter.type === 'checkbox') return text === 'true';
  if (filter.type === 'searchBySelect') {
    const by = text.slice(0, Math.max(0, text.indexOf(':')));
    const known = filter.possibleValues?.some((v) => String(v.value) === by);
    return known ? { by, text: text.slice(by.length + 1) } : undefined;
  }
  if (filter.type === 'inputDate' || filter.type === 'dateBegin' || filter.type === 'dateEnd')
    return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : undefined;
  return word(filter, text);
}

/** The choice that the text stands for, so that numbers and booleans come back as such. */
const word = (filter: CompiledFilter, text: string): unknown =>
  filter.possibleValues?.find((v) => String(v.value) === text)?.value ?? text;

/** A hand-edited address must not break the page. */
function safeDecode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
