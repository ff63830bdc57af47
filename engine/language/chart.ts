/** The chart view: numbers of a list by category. */
import { rowsOf } from './calls.ts';
import { itemLabel, labelPrefix, pathType, requireNumber, type LabelPrefix } from './cells.ts';
import type { CompiledChart } from './compiled.ts';
import { refetchOnly } from './inStep.ts';
import type { JsonSchema } from './schema.ts';
import type { Site } from './site.ts';
import { compileSource } from './rowSource.ts';
import { ANY } from './types.ts';
import type { ChartView } from '../../schemas/generated/language.ts';

export function compileChart(site: Site<ChartView>): CompiledChart {
  const { config: view } = site;
  const source = site.at('source');
  const operation = source.at('operation').reading(true);
  const rows = operation && rowsOf(operation, site.schemas);
  // Rows of other pages would be missing silently.
  if (operation && rows?.kind !== 'list')
    source.at('operation').report('not-a-list', {
      received: operation.id,
      note: 'a chart shows all rows, not a page of them',
    });
  const row = rows?.row ?? ANY;
  const category = site.at('category');
  site.ctx.readable(pathType(category, row), category.place);
  refetchOnly(source);
  if (view.kind === 'pie' && view.series.length > 1)
    site
      .at('series')
      .report('wrong-type', { received: `${view.series.length} series`, expected: 'one for a pie' });
  if (view.kind === 'pie' && view.stacked !== undefined)
    site.below(view.stacked, 'stacked').report('overruled', { received: 'stacked', expected: 'kind: pie' });
  if (!view.series.length)
    site.report('missing-property', { received: 'series', note: 'at least one path of a number' });
  const labels = labelPrefix(site);
  return {
    type: 'chart',
    at: site.pointer,
    ...site.marked('ChartView'),
    source: compileSource(source, operation),
    category: view.category.split('.'),
    series: site.items('series').map((item) => compileSeries(item, labels, row)),
  };
}

function compileSeries(
  site: Site<ChartView['series'][number]>,
  labels: LabelPrefix,
  row: JsonSchema,
): CompiledChart['series'][number] {
  const { config } = site;
  const path = typeof config === 'string' ? site.as(config) : site.below(config.field, 'field');
  requireNumber(path, pathType(path, row));
  const item = site.as(typeof config === 'string' ? {} : config);
  return { path: path.config.split('.'), label: itemLabel(item, labels, path.config) };
}
