/** What a chart is told to draw: rows of an operation as bars, lines or the parts of a pie. */
import type { EChartsOption } from './draw.ts';
import { formatNumber } from '../../data/locale.ts';
import type { CompiledChart } from '../../language/compiled.ts';

/** The numbers of a chart, by their names. */
export interface ChartData {
  categories: string[];
  series: { label: string; values: (number | null)[] }[];
}

/** Colours of the present theme. */
export interface Colours {
  series: string[];
  ink: string;
  muted: string;
  line: string;
  surface: string;
}

/** Axis, grid and letters in the theme's colours; figures as the reader's language writes them. */
export function optionOf(
  { kind, stacked }: Pick<CompiledChart, 'kind' | 'stacked'>,
  { categories, series }: ChartData,
  colours: Colours,
  moves: boolean,
): EChartsOption {
  const text = { color: colours.ink, fontFamily: 'inherit' };
  const common: EChartsOption = {
    animation: moves,
    color: colours.series,
    textStyle: text,
    tooltip: {
      trigger: kind === 'pie' ? 'item' : 'axis',
      // Drawn, not written as HTML: the content policy lets no style in.
      renderMode: 'richText',
      backgroundColor: colours.surface,
      borderColor: colours.line,
      textStyle: text,
      valueFormatter: (value) => figure(value),
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
    yAxis: { type: 'value', ...axis, axisLabel: { color: colours.muted, formatter: figure } },
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
    // The legend names the parts; letters around a small ring would be cut.
    label: { show: false },
    stillShowZeroSum: false,
    data: categories.map((name, i) => ({ name, value: one?.values[i] ?? 0 })),
  };
}

const figure = (value: unknown): string => (typeof value === 'number' ? formatNumber(value) : '—');
