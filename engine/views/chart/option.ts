/** Options of the chart library: rows of an operation as bars, lines or the slices of a pie. */
import type { I18n } from '../../data/i18n.ts';
import type { EChartsOption } from './draw.ts';
import type { CompiledChart } from '../../language/compiled.ts';
import type { Colours } from '../../ui/colours.ts';

/** The numbers of a chart, by category and series. */
export interface ChartData {
  categories: string[];
  series: { label: string; values: (number | null)[] }[];
}

/** Colours of the series, in order. */
const SERIES = ['accent', 'info', 'warning', 'danger', 'success', 'muted'] as const;

/** Returns the options: axis, grid and text in the theme's colours, numbers formatted for the locale. */
export function optionOf(
  i18n: I18n,
  { kind, stacked }: Pick<CompiledChart, 'kind' | 'stacked'>,
  { categories, series }: ChartData,
  colours: Colours,
  moves: boolean,
): EChartsOption {
  const text = { color: colours.ink, fontFamily: 'inherit' };
  const common: EChartsOption = {
    animation: moves,
    color: SERIES.map((name) => colours[name]),
    textStyle: text,
    tooltip: {
      trigger: kind === 'pie' ? 'item' : 'axis',
      // Drawn on the canvas, not as HTML: the content security policy forbids inline styles.
      renderMode: 'richText',
      backgroundColor: colours.surface,
      borderColor: colours.line,
      textStyle: text,
      valueFormatter: (value) => figure(i18n, value),
    },
    ...(series.length > 1 || kind === 'pie' ? { legend: { bottom: 0, textStyle: text } } : {}),
  };
  if (kind === 'pie') return { ...common, series: [pieOf(categories, series[0], colours)] };
  const axis = {
    axisLabel: { color: colours.muted },
    axisLine: { lineStyle: { color: colours.line } },
    splitLine: { lineStyle: { color: colours.line } },
  };
  return {
    ...common,
    grid: { left: 8, right: 16, top: 16, bottom: series.length > 1 ? 36 : 8, containLabel: true },
    xAxis: { type: 'category', data: categories, ...axis, axisTick: { alignWithLabel: true } },
    yAxis: {
      type: 'value',
      ...axis,
      axisLabel: { color: colours.muted, formatter: (value: unknown) => figure(i18n, value) },
    },
    series: series.map(({ label, values }) => ({
      type: kind,
      name: label,
      data: values,
      ...(stacked ? { stack: 'all' } : {}),
      ...(kind === 'bar' ? { barMaxWidth: 48 } : { symbolSize: 6 }),
    })),
  };
}

function pieOf(
  categories: readonly string[],
  one: ChartData['series'][number] | undefined,
  colours: Colours,
) {
  return {
    type: 'pie' as const,
    name: one?.label ?? '',
    radius: ['45%', '70%'],
    center: ['50%', '45%'],
    itemStyle: { borderColor: colours.surface, borderWidth: 2 },
    // The legend names the slices; labels around a small ring would be cut off.
    label: { show: false },
    stillShowZeroSum: false,
    data: categories.map((name, i) => ({ name, value: one?.values[i] ?? 0 })),
  };
}

const figure = (i18n: I18n, value: unknown): string =>
  typeof value === 'number' ? i18n.formatNumber(value) : '—';
