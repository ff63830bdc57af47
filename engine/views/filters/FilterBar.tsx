/** The filters above a table; on a phone they fold behind one button that counts them. */
import { useId, useState, type ReactNode } from 'react';
import { t, useLocale } from '../../data/locale.ts';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { FilterField } from './FilterField.tsx';
import type { Filters } from './useFilters.ts';

export function FilterBar({ filters }: { filters: Filters }): ReactNode {
  useLocale();
  const id = useId();
  const [open, setOpen] = useState(false);
  if (!filters.shown.length) return null;
  return (
    <search className="block border-b border-line px-3 py-2.5">
      <Button
        className="w-full md:hidden"
        icon="filter"
        aria-expanded={open}
        aria-controls={`${id}fields`}
        onClick={() => setOpen(!open)}
      >
        {filters.changed
          ? t('engine.filter.titleCount', { count: filters.changed })
          : t('engine.filter.title')}
      </Button>
      <div
        id={`${id}fields`}
        className={cx('flex-wrap items-end gap-x-3 gap-y-2.5 max-md:pt-3 md:flex', open ? 'flex' : 'hidden')}
      >
        {filters.shown.map((filter) => (
          <FilterField
            key={filter.paramName}
            id={`${id}${filter.paramName}`}
            filter={filter}
            value={filters.values[filter.paramName]}
            wrong={filters.wrong === filter.paramName}
            onChange={(value) => filters.set(filter, value)}
          />
        ))}
        {filters.changed > 0 && (
          <Button tone="ghost" icon="clear" onClick={filters.reset}>
            {t('engine.filter.reset')}
          </Button>
        )}
      </div>
    </search>
  );
}
