/**
 * The filters above a table: the most used ones in a row, the others behind a button, and a chip for each of
 * the others that is set. On a phone only the search is always visible.
 */
import { memo, useEffect, useId, useRef, useState, type ReactNode } from 'react';
import type { I18n } from '../../data/i18n.ts';
import { useLocale } from '../../data/useLocale.ts';
import type { CompiledFilter } from '../../language/compiled.ts';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { usePage } from '../../page/page.ts';
import { FilterChip } from './FilterChip.tsx';
import { FilterField } from './FilterField.tsx';
import { kindOf } from './kinds.ts';
import type { Filters } from './useFilters.ts';
import { periodOf } from './values.ts';

/** Number of filters in the row; a single further filter is also shown in the row. */
const IN_ROW = 3;

/** Memoized: a change of page or sort does not render it again. */
export const FilterBar = memo(Bar);

function Bar({ filters }: { filters: Filters }): ReactNode {
  const i18n = useLocale();
  const { t } = i18n;
  const id = useId();
  const { dialog } = usePage();
  const bar = useRef<HTMLElement>(null);
  const [open, setOpen] = useState(false);
  // A reset also clears typed text that is not a value.
  const [round, setRound] = useState(0);
  const inDialog = dialog !== undefined;
  // In a picker dialog the search has the focus.
  useEffect(() => {
    if (inDialog) bar.current?.querySelector<HTMLElement>('input[type=search]')?.focus();
  }, [inDialog]);
  if (!filters.shown.length) return null;
  const { row, rest } = split(filters.shown);
  const folded = rest.filter((filter) => filters.isSet(filter));
  const search = row[0] && kindOf(row[0]).search ? row[0] : undefined;
  const setterOf = (filter: CompiledFilter) => {
    const period = periodOf(filters.shown, filter);
    if (!period || period.some(({ disabled, value }) => disabled || value)) return undefined;
    const [begin, end] = period;
    return (first: string, last: string) =>
      filters.change({ [begin.paramName]: first, [end.paramName]: last }, false);
  };
  const draw = (filter: CompiledFilter, className = '') => (
    <FilterField
      key={`${filter.paramName} ${round}`}
      id={`${id}${filter.paramName}`}
      filter={filter}
      value={filters.values[filter.paramName]}
      wrong={filters.wrong === filter.paramName}
      onChange={(value) => filters.set(filter, value)}
      onPeriod={setterOf(filter)}
      className={className}
    />
  );
  return (
    <search ref={bar} data-part="filters" className="block border-b border-line px-3 py-2.5">
      <div className="flex flex-wrap items-end gap-x-3 gap-y-2.5">
        {row.map((filter) => draw(filter, open || filter === search ? '' : 'max-md:hidden'))}
        {(rest.length > 0 || row.length > 1 || !search) && (
          <Button
            className={cx('max-md:w-full', rest.length === 0 && 'md:hidden')}
            icon="filter"
            aria-expanded={open}
            aria-controls={`${id}more`}
            onClick={() => setOpen(!open)}
          >
            <span className="md:hidden">{counted(i18n, 'engine.filter.title', filters.changed)}</span>
            <span className="max-md:hidden">{counted(i18n, 'engine.filter.more', folded.length)}</span>
          </Button>
        )}
        {filters.changed > 0 && (
          <Button
            tone="ghost"
            icon="clear"
            onClick={() => {
              setRound((n) => n + 1);
              filters.reset();
            }}
          >
            {t('engine.filter.reset')}
          </Button>
        )}
      </div>
      <div id={`${id}more`} className={open && rest.length > 0 ? MORE : 'hidden'}>
        {rest.map((filter) => draw(filter))}
      </div>
      {!open && folded.length > 0 && (
        <ul data-part="filter-chips" className="mt-2 flex flex-wrap gap-1.5">
          {folded.map((filter) => (
            <FilterChip
              key={filter.paramName}
              filter={filter}
              value={filters.values[filter.paramName]}
              onRemove={() => filters.clear(filter)}
            />
          ))}
        </ul>
      )}
    </search>
  );
}

const MORE = 'mt-2.5 flex flex-wrap items-end gap-x-3 gap-y-2.5';

const counted = (i18n: I18n, key: string, count: number): string =>
  count ? i18n.t(`${key}Count`, { count }) : i18n.t(key);

/** The search first, then the others in the order of the screen. */
function split(shown: readonly CompiledFilter[]): { row: CompiledFilter[]; rest: CompiledFilter[] } {
  if (shown.length <= IN_ROW + 1) return { row: [...shown], rest: [] };
  const search = shown.filter((filter) => kindOf(filter).search).slice(0, 1);
  const others = shown.filter((filter) => !search.includes(filter) && !kindOf(filter).later);
  const row = [...search, ...others].slice(0, IN_ROW);
  return { row, rest: shown.filter((filter) => !row.includes(filter)) };
}
