/** The chart library, with the parts that charts need; loaded when a chart is shown. */
import { BarChart, LineChart, PieChart } from 'echarts/charts';
import { GridComponent, LegendComponent, TooltipComponent } from 'echarts/components';
import { init, use as register, type EChartsCoreOption } from 'echarts/core';
import { CanvasRenderer } from 'echarts/renderers';
import type { EChartsOption } from 'echarts';

export type { EChartsOption };

register([BarChart, LineChart, PieChart, GridComponent, LegendComponent, TooltipComponent, CanvasRenderer]);

/** Draws into an element and follows its size; returns a function that stops this. */
export function draw(element: HTMLElement, option: EChartsOption): () => void {
  const chart = init(element);
  chart.setOption(option as EChartsCoreOption);
  const size = new ResizeObserver(() => chart.resize());
  size.observe(element);
  return () => {
    size.disconnect();
    chart.dispose();
  };
}
