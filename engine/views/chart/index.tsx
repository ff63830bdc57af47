/** The chart view: draws the rows of an operation, and a table with the same figures for screen readers. */
import { Suspense, useMemo, type ReactNode } from 'react';
import { useLocale } from '../../data/useLocale.ts';
import type { CompiledChart } from '../../language/compiled.ts';
import { valueAt } from '../../language/evaluate.ts';
import { usePage } from '../../page/page.ts';
import { useReloader, useScope } from '../../page/scope.ts';
import { textIn } from '../../page/text.ts';
import { defineView, type ViewProps } from '../../registry/define.ts';
import { lazyComponent } from '../../ui/lazy.tsx';
import { EmptyState, FailedState, SkeletonBlock } from '../../ui/states.tsx';
import { Withheld } from '../Withheld.tsx';
import { useAllRows } from '../allRows.ts';
import type { ChartData } from './option.ts';

const { Component: Drawing } = lazyComponent(async () => (await import('./Drawing.tsx')).Drawing);

function ChartView({ view }: ViewProps<CompiledChart>): ReactNode {
  const i18n = useLocale();
  const { t } = i18n;
  const { screen } = usePage();
  const scope = useScope();
  const source = useAllRows(view.source);
  useReloader(source.reload, view.name);
  const labels = view.series.map(({ label }) => textIn(i18n, label, scope));
  const data = useMemo(
    () => dataOf(view, source.rows, labels),
    // `labels` is a new array at each render; only the texts count.
    // oxlint-disable-next-line react/exhaustive-deps
    [view, source.rows, labels.join('\n')],
  );
  if (source.withheld) return <Withheld source={view.source} />;
  const title = view.title && textIn(i18n, view.title, scope);
  const name = title || textIn(i18n, screen.title, scope);
  return (
    <figure aria-label={name} className="rounded-lg border border-line bg-surface px-4 py-3 shadow-card">
      {title && <figcaption className="mb-2 text-base font-semibold">{title}</figcaption>}
      {source.error ? (
        <FailedState problem={source.error} onRetry={() => void source.reload()} />
      ) : source.loading ? (
        <SkeletonBlock lines={6} />
      ) : source.rows.length === 0 ? (
        <EmptyState
          icon="list"
          title={(view.empty && textIn(i18n, view.empty, scope)) || t('engine.table.empty')}
        />
      ) : (
        <>
          <Suspense fallback={<div className="h-72" />}>
            <Drawing view={view} data={data} />
          </Suspense>
          <Figures data={data} name={name} />
        </>
      )}
    </figure>
  );
}

function dataOf(view: CompiledChart, rows: readonly unknown[], labels: readonly string[]): ChartData {
  const numberAt = (row: unknown, path: string[]) => {
    const value = valueAt(row, path);
    return typeof value === 'number' ? value : null;
  };
  return {
    categories: rows.map((row) => String(valueAt(row, view.category) ?? '')),
    series: view.series.map(({ path }, i) => ({
      label: labels[i]!,
      values: rows.map((row) => numberAt(row, path)),
    })),
  };
}

function Figures({ data, name }: { data: ChartData; name: string }): ReactNode {
  const { formatNumber } = useLocale();
  return (
    <table className="sr-only">
      <caption>{name}</caption>
      <thead>
        <tr>
          <td>—</td>
          {data.series.map(({ label }, i) => (
            <th key={i} scope="col">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {data.categories.map((category, at) => (
          <tr key={at}>
            <th scope="row">{category}</th>
            {data.series.map(({ values }, i) => (
              <td key={i}>{values[at] == null ? '—' : formatNumber(values[at])}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

export default defineView({ name: 'chart', component: ChartView });
