/** The tree view: nodes within nodes, with columns beside them where the author gives some. */
import { compileCall, rowsOf } from './calls.ts';
import { itemLabel, labelPrefix, pathType } from './cells.ts';
import { compileTreeColumn } from './columns.ts';
import type { CompiledTree } from './compiled.ts';
import type { TypeScope } from './expressions.ts';
import { refetchOnly } from './inStep.ts';
import { compileSource } from './rowSource.ts';
import { typeWord, type JsonSchema } from './schema.ts';
import { allViews, rowScope } from './scopes.ts';
import { withoutShortcut } from './shortcut.ts';
import type { Site } from './site.ts';
import { ANY, describeType, listOf } from './types.ts';
import type { Action, TreeView } from '../../schemas/generated/language.ts';

export function compileTree(site: Site<TreeView>): CompiledTree {
  const { config: view, scope } = site;
  const source = site.at('source');
  const operation = source.at('operation').reading(true);
  const rows = operation && rowsOf(operation, site.schemas);
  if (operation && !rows) source.at('operation').report('not-a-list', { received: operation.id });
  const row = rows?.row ?? ANY;
  const onRow = rowScope(scope, row, site);
  checkPaths(site, row);
  for (const item of site.items('rowActions')) withoutShortcut(item as Site<Action>);
  refetchOnly(source);
  const expand = view.expand && compileCall(site.in(onRow).at('expand'));
  if (expand && !rowsOf(expand.operation, site.schemas))
    site.at('expand').at('operation').report('not-a-list', { received: expand.operation.id });
  return {
    type: 'tree',
    at: site.pointer,
    ...site.marked('TreeView', {
      row: onRow,
      selection: { ...scope, selection: listOf(row) },
      move: { ...onRow, target: { anyOf: [row, { type: 'null' }] } },
    }),
    source: compileSource(source, operation),
    key: rows?.key ?? [],
    children: view.children.split('.'),
    label: view.label.split('.'),
    ...(view.icon === undefined ? {} : { icon: site.in(onRow).below(view.icon, 'icon').computedIcon() }),
    ...compileColumns(site, row, onRow),
    ...(takesRows(site) ? { takesRows: true } : {}),
    ...(expand ? { expand: expand.call } : {}),
  };
}

/** Whether rows of a table of the screen can be dragged to this tree. */
const takesRows = ({ ctx, config: { name } }: Site<TreeView>): boolean =>
  name !== undefined &&
  allViews(ctx.screen.config.view).some((view) => view.type === 'table' && view.moveTo?.tree === name);

/** Checks that `children` is the path of a node's children, and `label` that of a readable value. */
function checkPaths(site: Site<TreeView>, row: JsonSchema): void {
  const [nodes, label] = [site.at('children'), site.at('label')];
  const children = pathType(nodes, row);
  if (children !== ANY && typeWord(children, site.schemas) !== 'array')
    nodes.report('type-mismatch', {
      expected: 'a list of nodes',
      received: describeType(children, site.schemas),
    });
  site.ctx.readable(pathType(label, row), label.place);
}

/** Compiles the columns beside the nodes, and the header of the nodes. */
function compileColumns(
  site: Site<TreeView>,
  row: JsonSchema,
  onRow: TypeScope,
): Pick<CompiledTree, 'columns' | 'heading'> {
  const { columns = [], heading, label } = site.config;
  for (const name of ['labels', 'heading'] as const)
    if (columns.length === 0 && site.config[name] !== undefined)
      site.report('missing-property', { received: 'columns', note: `"${name}" is for a tree with some` });
  if (columns.length === 0) return { columns: [] };
  const labels = labelPrefix(site);
  return {
    columns: site
      .in(onRow)
      .items('columns')
      .map((item) => compileTreeColumn(item, labels, row)),
    heading: heading === undefined ? itemLabel(site.as({}), labels, label) : site.at('heading').text(),
  };
}
