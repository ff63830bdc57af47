/**
 * The values of the filters: from the query string to typed values, and to the arguments of the call.
 *
 * In the query a filter is `f.NAME`. Absent: its default applies. Present but empty: the user cleared the
 * default, and it stays cleared after a reload.
 */
import { evaluate, holds, type Scope } from '../../language/evaluate.ts';
import type { CompiledFilter } from '../../language/compiled.ts';
import { same } from '../../page/same.ts';
import { kindOf } from './kinds.ts';

export type FilterValues = Record<string, unknown>;
export type QueryPatch = Record<string, string | undefined>;

export const filterKey = (filter: CompiledFilter): string => `f.${filter.paramName}`;

/** Whether a value restricts nothing. */
function isEmpty(filter: CompiledFilter, value: unknown): boolean {
  if (value === undefined || value === null || value === '' || value === false) return true;
  return Array.isArray(value) ? value.length === 0 : (kindOf(filter).isEmpty?.(value) ?? false);
}

/** The initial values of the filters. */
export function defaultValues(filters: readonly CompiledFilter[], scope: Scope): FilterValues {
  const values: FilterValues = {};
  for (const filter of filters) {
    const given = filter.value ?? filter.defaultValue;
    const value = given && evaluate(given, scope);
    if (value !== undefined && value !== null) values[filter.paramName] = normal(filter, value);
  }
  return values;
}

/** Reads typed values from the query string, with defaults for absent ones. */
export function readFilters(
  filters: readonly CompiledFilter[],
  query: Record<string, string>,
  defaults: FilterValues,
): FilterValues {
  const values: FilterValues = {};
  for (const filter of filters) {
    const text = filter.value ? undefined : query[filterKey(filter)];
    const value = text === undefined ? defaults[filter.paramName] : decode(filter, text);
    if (!isEmpty(filter, value)) values[filter.paramName] = value;
  }
  return values;
}

/** The change of the query when a filter is set; any change returns to the first page. */
export function filterPatch(filter: CompiledFilter, value: unknown, defaults: FilterValues): QueryPatch {
  const preset = defaults[filter.paramName];
  const empty = isEmpty(filter, value);
  const unsaid = empty ? isEmpty(filter, preset) : same(value, preset);
  return { [filterKey(filter)]: unsaid ? undefined : empty ? '' : encode(filter, value), p: undefined };
}

/** The change of the query that resets all filters. */
export function resetPatch(filters: readonly CompiledFilter[]): QueryPatch {
  return { ...Object.fromEntries(filters.map((f) => [filterKey(f), undefined])), p: undefined };
}

/**
 * The visible filters: one that depends on another only while that one is true, one with a condition only
 * while it is true. A condition reads the page and the values of all filters.
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

/** The values for today: relative dates are resolved to days. */
export function valuesOn(
  filters: readonly CompiledFilter[],
  values: FilterValues,
  today: string,
): FilterValues {
  const days = { ...values };
  for (const filter of filters) {
    const { onDay } = kindOf(filter);
    const { paramName } = filter;
    if (onDay && paramName in values) days[paramName] = onDay(values[paramName], today);
  }
  return days;
}

/** The two filters of the period to which a filter belongs; undefined for a single filter. */
export function periodOf(
  shown: readonly CompiledFilter[],
  filter: CompiledFilter,
): [begin: CompiledFilter, end: CompiledFilter] | undefined {
  let begin: CompiledFilter | undefined;
  for (const one of shown) {
    const { bound } = kindOf(one);
    if (bound === 'begin') begin = one;
    if (bound !== 'end') continue;
    if (begin && (begin === filter || one === filter)) return [begin, one];
    begin = undefined;
  }
  return undefined;
}

/** The arguments of the call for the visible filters, without empty ones. */
export function filterArguments(shown: readonly CompiledFilter[], values: FilterValues): FilterValues {
  const args: FilterValues = {};
  for (const filter of shown) {
    const value = values[filter.paramName];
    if (isEmpty(filter, value)) continue;
    const { argumentsOf } = kindOf(filter);
    if (argumentsOf) Object.assign(args, argumentsOf(value));
    else args[filter.paramName] = typeof value === 'string' ? value.trim() : value;
  }
  return args;
}

/** The name of a filter whose last day is before its first day. A first day belongs to the next last day. */
export function wrongPeriod(shown: readonly CompiledFilter[], values: FilterValues): string | undefined {
  let begin: unknown;
  for (const filter of shown) {
    const value = values[filter.paramName];
    const { bound } = kindOf(filter);
    if (bound === 'begin') begin = value;
    if (bound !== 'end') continue;
    if (typeof begin === 'string' && typeof value === 'string' && value < begin) return filter.paramName;
    begin = undefined;
  }
  return undefined;
}

/** Converts a default: it may be a single value where the filter has a list. */
function normal(filter: CompiledFilter, value: unknown): unknown {
  const kind = kindOf(filter);
  if (kind.many?.(filter)) return Array.isArray(value) ? value : [value];
  return kind.normal ? kind.normal(value, filter) : value;
}

function encode(filter: CompiledFilter, value: unknown): string {
  if (Array.isArray(value)) return value.map((v) => encodeURIComponent(String(v))).join(',');
  return kindOf(filter).write?.(value) ?? String(value);
}

function decode(filter: CompiledFilter, text: string): unknown {
  if (text === '') return undefined;
  const kind = kindOf(filter);
  if (kind.many?.(filter)) return text.split(',').map((part) => word(filter, safeDecode(part)));
  return kind.read ? kind.read(text, filter) : word(filter, text);
}

/** The value of the choice with this text, so that numbers and booleans keep their type. */
const word = (filter: CompiledFilter, text: string): unknown =>
  filter.possibleValues?.find((v) => String(v.value) === text)?.value ?? text;

/** Decodes text of the URL; a manually edited URL must not break the page. */
function safeDecode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
