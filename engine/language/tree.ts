/** The tree view: nodes within nodes, with columns beside them if the author says some. */
import { compileAction, compileActions, compileRowAction } from './actions.ts';
import { compileCall, rowsOf } from './calls.ts';
import { itemLabel, labelPrefix, pathType } from './cells.ts';
import type { CompiledTree } from './compiled.ts';
import { child, type Context, type Place } from './context.ts';
import type { TypeScope } from './expressions.ts';
import { refetchOnly } from './inStep.ts';
import { typeWord, type JsonSchema } from './schema.ts';
import { compileColumnParts, compileSource } from './table.ts';
import { ANY, describeType } from './types.ts';
import type { TreeColumn, TreeView } from '../../schemas/generated/language.ts';

type Own = Omit<CompiledTree, 'type' | 'name' | 'visibleWhen' | 'at'>;

export function compileTree(ctx: Context, view: TreeView, scope: TypeScope, place: Place): Own {
  const operation = ctx.reading(view.source.operation, child(place, 'source', 'operation'), true);
  const rows = operation && rowsOf(operation, ctx.schemas);
  if (operation && !rows)
    ctx.report('not-a-list', child(place, 'source', 'operation'), { received: operation.id });
  const row = rows?.row ?? ANY;
  const onRow = { ...scope, row };
  const onSelection = { ...scope, selection: { type: 'array' as const, items: row } };
  const children = pathType(ctx, row, view.children, child(place, 'children'));
  if (children !== ANY && typeWord(children, ctx.schemas) !== 'array')
    ctx.report('type-mismatch', child(place, 'children'), {
      expected: 'a list of nodes',
      received: describeType(children, ctx.schemas),
    });
  ctx.readable(pathType(ctx, row, view.label, child(place, 'label')), child(place, 'label'));
  refetchOnly(ctx, view.source.live, child(place, 'source', 'live'));
  const onMove = { ...onRow, target: { anyOf: [row, { type: 'null' as const }] } };
  const expand = view.expand && compileCall(ctx, view.expand, onRow, child(place, 'expand'));
  return {
    source: compileSource(ctx, view.source, operation, scope, child(place, 'source')),
    key: rows?.key ?? [],
    children: view.children.split('.'),
    label: view.label.split('.'),
    ...(view.icon === undefined ? {} : { icon: ctx.computedIcon(view.icon, onRow, child(place, 'icon')) }),
    ...compileColumns(ctx, view, row, onRow, place),
    select: view.select ?? 'none',
    ...(expand ? { expand: expand.call } : {}),
    ...(view.move ? { move: compileAction(ctx, view.move, onMove, child(place, 'move')) } : {}),
    onRow: compileRowAction(ctx, view.onRow, onRow, child(place, 'onRow')),
    rowActions: compileActions(ctx, view.rowActions, onRow, child(place, 'rowActions')),
    toolbar: compileActions(ctx, view.toolbar, onSelection, child(place, 'toolbar')),
  };
}

/** Columns beside the nodes, and the heading over these. */
function compileColumns(
  ctx: Context,
  view: TreeView,
  row: JsonSchema,
  onRow: TypeScope,
  place: Place,
): Pick<CompiledTree, 'columns' | 'heading'> {
  const { columns = [], heading, label } = view;
  for (const name of ['labels', 'heading'] as const)
    if (columns.length === 0 && view[name] !== undefined)
      ctx.report('missing-property', place, {
        received: 'columns',
        note: `"${name}" is for a tree with some`,
      });
  if (columns.length === 0) return { columns: [] };
  const labels = labelPrefix(ctx, view, place);
  const { row: _, ...page } = onRow;
  return {
    columns: columns.map((item, i) => {
      const at = child(place, 'columns', i);
      const column: TreeColumn = typeof item === 'string' ? { field: item } : item;
      const name = column.field ?? column.fields?.[0];
      return ctx.placed(compileColumnParts(ctx, column, name, labels, row, onRow, at), at);
    }),
    heading:
      heading === undefined
        ? itemLabel(ctx, undefined, labels, label, page, place)
        : ctx.text(heading, page, child(place, 'heading')),
  };
}
