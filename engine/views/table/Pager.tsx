/** Below the rows: the range shown, the page size, and buttons to other pages. */
import { useId, type ReactNode } from 'react';
import { useLocale } from '../../data/useLocale.ts';
import { IconButton } from '../../ui/button.tsx';
import { NativeSelect } from '../../ui/input.tsx';
import { PAGE_SIZES } from './state.ts';

interface Props {
  page: number;
  pages: number;
  size: number;
  total: number;
  /** False when there are more rows than `total`; the last page is then unknown. */
  exact: boolean;
  /** Rows on this page. */
  shown: number;
  onPage(page: number): void;
  onSize(size: number): void;
}

export function Pager({ page, pages, size, total, exact, shown, onPage, onSize }: Props): ReactNode {
  const { t, formatNumber } = useLocale();
  const id = useId();
  const first = (page - 1) * size + 1;
  const last = exact ? Math.min(page * size, total) : first - 1 + shown;
  const reachable = exact ? pages : shown === size ? page + 1 : page;
  const to = (label: string, icon: string, target: number) => (
    <IconButton
      size="s"
      icon={icon}
      label={t(label)}
      disabled={target < 1 || target > reachable || target === page}
      onClick={() => onPage(target)}
    />
  );
  return (
    <nav
      data-part="pager"
      aria-label={t('engine.table.pages')}
      className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line px-3 py-1.5 text-sm text-muted"
    >
      <span className="flex items-center gap-2">
        <label htmlFor={id} className="whitespace-nowrap">
          {t('engine.table.pageSize')}
        </label>
        <NativeSelect
          id={id}
          className="w-20 [&_select]:h-7 [&_svg]:top-1.5"
          options={PAGE_SIZES.map((n) => ({ value: String(n), label: String(n) }))}
          value={String(size)}
          onChange={(event) => onSize(Number(event.target.value))}
        />
      </span>
      <span className="mr-auto whitespace-nowrap">
        {t(exact ? 'engine.table.range' : 'engine.table.rangeMore', {
          from: formatNumber(first),
          to: formatNumber(last),
          total: formatNumber(total),
        })}
      </span>
      <span className="flex items-center gap-0.5">
        {to('engine.table.firstPage', 'chevrons-left', 1)}
        {to('engine.table.previousPage', 'chevron-left', page - 1)}
        <span className="px-2 text-ink">
          {exact
            ? t('engine.table.page', { page: formatNumber(page), pages: formatNumber(pages) })
            : formatNumber(page)}
        </span>
        {to('engine.table.nextPage', 'chevron-right', page + 1)}
        {exact && to('engine.table.lastPage', 'chevrons-right', pages)}
      </span>
    </nav>
  );
}
