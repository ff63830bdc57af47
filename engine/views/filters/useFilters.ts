/** The filters of a table: their values in the URL, the arguments to send, and errors. */
import { useCallback, useMemo } from 'react';
import { useLocale } from '../../data/useLocale.ts';
import type { Scope } from '../../language/evaluate.ts';
import type { CompiledFilter } from '../../language/compiled.ts';
import { same } from '../../page/same.ts';
import { useSelected } from '../../page/scope.ts';
import {
  defaultValues,
  filterArguments,
  filterPatch,
  readFilters,
  resetPatch,
  shownFilters,
  valuesOn,
  wrongPeriod,
  type FilterValues,
  type QueryPatch,
} from './values.ts';
import { kindOf } from './kinds.ts';
import type { Address } from '../table/address.ts';

export interface Filters {
  shown: CompiledFilter[];
  /** Values as set: a relative date is its text. */
  values: FilterValues;
  /** Arguments to send; null while a period ends before it begins. */
  args: FilterValues | null;
  /** Name of the filter with an invalid value. */
  wrong?: string;
  /** Whether some filter restricts the rows. */
  narrows: boolean;
  /** Number of filters that differ from their initial values. */
  changed: number;
  set(filter: CompiledFilter, value: unknown): void;
  /** Whether the filter differs from its initial value. */
  isSet(filter: CompiledFilter): boolean;
  /** Resets a filter to its initial value. */
  clear(filter: CompiledFilter): void;
  reset(): void;
  /** Sets the named filters, null or undefined clears one; with `others` resets all other filters. */
  change(values: Record<string, unknown>, others: boolean): void;
}

export function useFilters(filters: readonly CompiledFilter[], [address, change]: Address): Filters {
  const query = useFilterPart(address);
  const readDefaults = useCallback((scope: Scope) => defaultValues(filters, scope), [filters]);
  const defaults = useSelected(readDefaults);
  const set = useCallback(
    (filter: CompiledFilter, value: unknown) =>
      change(filterPatch(filter, value, defaults), { replace: kindOf(filter).typed ?? false }),
    [change, defaults],
  );
  const reset = useCallback(() => change(resetPatch(filters)), [change, filters]);
  const clear = useCallback((filter: CompiledFilter) => change(resetPatch([filter])), [change]);
  const changeNamed = useCallback(
    (next: Record<string, unknown>, others: boolean) => {
      const patches = filters
        .filter(({ paramName }) => paramName in next)
        .map((filter) => filterPatch(filter, next[filter.paramName] ?? undefined, defaults));
      change(Object.assign({}, others ? resetPatch(filters) : {}, ...patches) as QueryPatch);
    },
    [change, filters, defaults],
  );
  const values = useMemo(() => readFilters(filters, query, defaults), [filters, query, defaults]);
  const { today } = useLocale();
  // The first call of `today` creates an Intl format.
  const day = filters.some((filter) => kindOf(filter).onDay) ? today() : '';
  const days = useMemo(() => valuesOn(filters, values, day), [filters, values, day]);
  const readShown = useCallback(
    (scope: Scope) => shownFilters(filters, days, scope).map(({ paramName }) => paramName),
    [filters, days],
  );
  const names = useSelected(readShown);
  return useMemo(() => {
    const shown = filters.filter(({ paramName }) => names.includes(paramName));
    const wrong = wrongPeriod(shown, days);
    const isSet = ({ paramName }: CompiledFilter) => !same(values[paramName], defaults[paramName]);
    return {
      shown,
      values,
      args: wrong ? null : filterArguments(shown, days),
      ...(wrong ? { wrong } : {}),
      narrows: shown.some(({ paramName }) => values[paramName] !== undefined),
      changed: shown.filter(isSet).length,
      isSet,
      set,
      clear,
      reset,
      change: changeNamed,
    };
  }, [filters, names, values, days, defaults, set, clear, reset, changeNamed]);
}

/** The filter parameters of the query string; the same object while only page or sort parameters change. */
function useFilterPart(query: Address[0]): Address[0] {
  const text = JSON.stringify(Object.entries(query).filter(([name]) => name.startsWith('f.')));
  return useMemo(() => Object.fromEntries(JSON.parse(text) as [string, string][]), [text]);
}
