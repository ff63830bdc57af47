/** The chart view: numbers of a list over its names. */
import { rowsOf } from './calls.ts';
import { itemLabel, labelPrefix, pathType, requireNumber } from './cells.ts';
import type { CompiledChart } from './compiled.ts';
import { child, type Context, type Place } from './context.ts';
import type { TypeScope } from './expressions.ts';
import type { JsonSchema } from './schema.ts';
import { refetchOnly } from './inStep.ts';
import { compileSource } from './table.ts';
import { ANY } from './types.ts';
import type { ChartView } from '../../schemas/generated/language.ts';

type Own = Omit<CompiledChart, 'type' | 'name' | 'visibleWhen' | 'at'>;

export function compileChart(ctx: Context, view: ChartView, scope: TypeScope, place: Place): Own {
  const at = child(place, 'source', 'operation');
  const operation = ctx.reading(view.source.operation, at, true);
  const rows = operation && rowsOf(operation, ctx.schemas);
  // What stands on other pages would be missing without a word.
  if (operation && rows?.kind !== 'list')
    ctx.report('not-a-list', at, {
      received: operation.id,
      note: 'a chart shows all rows, not a page of them',
    });
  const row = rows?.row ?? ANY;
  const category = child(place, 'category');
  ctx.readable(pathType(ctx, row, view.category, category), category);
  refetchOnly(ctx, view.source.live, child(place, 'source', 'live'));
  const kind = view.kind ?? 'bar';
  if (kind === 'pie' && view.series.length > 1)
    ctx.report('wrong-type', child(place, 'series'), {
      received: `${view.series.length} series`,
      expected: 'one for a pie',
    });
  if (!view.series.length)
    ctx.report('missing-property', place, { received: 'series', note: 'at least one path of a number' });
  return {
    ...(view.title === undefined ? {} : { title: ctx.text(view.title, scope, child(place, 'title')) }),
    source: compileSource(ctx, view.source, operation, scope, child(place, 'source')),
    kind,
    category: view.category.split('.'),
    series: view.series.map((item, i) =>
      compileSeries(ctx, view, item, row, scope, child(place, 'series', i)),
    ),
    stacked: view.stacked === true,
    ...(view.empty === undefined ? {} : { empty: ctx.text(view.empty, scope, child(place, 'empty')) }),
  };
}

function compileSeries(
  ctx: Context,
  view: ChartView,
  item: ChartView['series'][number],
  row: JsonSchema,
  scope: TypeScope,
  place: Place,
): CompiledChart['series'][number] {
  const { field, label } = typeof item === 'string' ? { field: item, label: undefined } : item;
  const at = typeof item === 'string' ? place : child(place, 'field');
  requireNumber(ctx, pathType(ctx, row, field, at), at);
  return {
    path: field.split('.'),
    label: itemLabel(ctx, label, labelPrefix(ctx, view, place), field, scope, place),
  };
}
