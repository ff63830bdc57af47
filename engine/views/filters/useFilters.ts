/** The filters of a table: their values in the address, what is sent, and what is wrong with it. */
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
  /** As they are set: a day that moves with the calendar is its word. */
  values: FilterValues;
  /** What is sent; null while a period ends before it begins. */
  args: FilterValues | null;
  /** Filter whose value is wrong. */
  wrong?: string;
  /** Some filter narrows the rows. */
  narrows: boolean;
  /** How many filters are not as the screen sets them at first. */
  changed: number;
  set(filter: CompiledFilter, value: unknown): void;
  /** The filter is not as the screen sets it at first. */
  isSet(filter: CompiledFilter): boolean;
  /** Back to what the screen sets at first. */
  clear(filter: CompiledFilter): void;
  reset(): void;
  /** Sets those that are named, null or nothing clears one; with `others` all others go back as `reset` does. */
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
