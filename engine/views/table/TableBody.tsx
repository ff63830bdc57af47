/** Contents below the toolbar: the rows, or the reason why there are none. */
import type { ReactNode } from 'react';
import { useLocale } from '../../data/useLocale.ts';
import type { CompiledTable } from '../../language/compiled.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState, ErrorState, FailedState, SkeletonRows } from '../../ui/states.tsx';
import type { Filters } from '../filters/useFilters.ts';
import { useTextOf } from '../../page/text.ts';
import type { Rows } from './rows.ts';

interface Props {
  view: CompiledTable;
  source: Rows;
  filters: Filters;
  columns: number;
  children: ReactNode;
}

export function TableBody({ view, source, filters, columns, children }: Props): ReactNode {
  const { t } = useLocale();
  const empty = useTextOf(view.empty);
  const reset = filters.changed > 0 && (
    <Button size="s" onClick={filters.reset}>
      {t('engine.filter.reset')}
    </Button>
  );
  if (filters.wrong)
    return (
      <EmptyState icon="filter" title={t('engine.filter.wrong')}>
        {reset}
      </EmptyState>
    );
  // The server rejects the query from the address: a retry would fail again.
  if (source.error?.status === 400 && reset) return <ErrorState problem={source.error}>{reset}</ErrorState>;
  if (source.error) return <FailedState problem={source.error} onRetry={() => void source.reload()} />;
  if (source.loading) return <SkeletonRows columns={Math.min(8, columns)} />;
  if (source.rows.length) return children;
  if (source.validating) return <SkeletonRows rows={3} columns={Math.min(8, columns)} />;
  const narrowed = filters.narrows;
  return (
    <EmptyState
      icon={narrowed ? 'search' : 'list'}
      title={narrowed ? t('engine.table.nothingFound') : empty || t('engine.table.empty')}
      {...(narrowed ? { text: t('engine.table.nothingFoundHint') } : {})}
    >
      {narrowed && reset}
    </EmptyState>
  );
}
