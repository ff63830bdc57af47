/** The table view: filters, rows of an operation, actions on one, several or no rows. */
import { useCallback, useEffect, useMemo, type ReactNode } from 'react';
import { useEngine } from '../../data/engine.ts';
import { useLocale } from '../../data/useLocale.ts';
import type { CompiledTable } from '../../language/compiled.ts';
import { defineView, type ViewProps } from '../../registry/define.ts';
import { listFrame } from '../../ui/frame.ts';
import { BatchContext, useTransitionBatch } from '../actions/batch.ts';
import { useCaptions } from '../../page/dictionaries.tsx';
import { dictionariesOf } from '../cells/Content.tsx';
import { FilterBar } from '../filters/FilterBar.tsx';
import { useFilters } from '../filters/useFilters.ts';
import { isRead, publishView, usePage } from '../../page/page.ts';
import { SentColumns } from '../sent/SentColumns.tsx';
import { same } from '../../page/same.ts';
import { useOfferTable } from '../../page/selections.ts';
import { useReloader, useSelected, useUnsaved } from '../../page/scope.ts';
import { useTextOf } from '../../page/text.ts';
import { Withheld } from '../Withheld.tsx';
import { useAddress } from './address.ts';
import { Grid } from './Grid.tsx';
import { changeLooks, useLooks } from './looks.ts';
import { useTableModel } from './model.ts';
import { useMoveTo } from './order/useMoveTo.ts';
import { useOrder } from './order/useOrder.ts';
import { Pager } from './Pager.tsx';
import { Breadcrumb } from './Breadcrumb.tsx';
import { isWork, usePickNow } from './pickNow.ts';
import { useRowKey, useRows } from './rows.ts';
import { useChoice, useSelection } from './selection.ts';
import { pageCount, pagePatch, readTableState, sizePatch, sortPatch, type Sort } from './state.ts';
import { TableBody } from './TableBody.tsx';
import { Toolbar } from './Toolbar.tsx';
import { useStart } from './views.ts';

export function TableView({ view }: ViewProps<CompiledTable>): ReactNode {
  const { columnsFrom: from } = view;
  if (!from) return <ReadyTable view={view} />;
  return (
    <SentColumns view={view} from={from}>
      {(whole) => <ReadyTable view={whole} />}
    </SentColumns>
  );
}

/** The table once its columns are known. */
function ReadyTable({ view }: ViewProps<CompiledTable>): ReactNode {
  const engine = useEngine();
  useLocale();
  const page = usePage();
  const id = `${page.screen.id}${view.at}`;
  const address = useStart(id, useAddress(view.namespace));
  const [query, change] = address;
  const looks = useLooks(id);
  const preset = looks.size ?? view.pageSize;
  const state = useMemo(() => readTableState(query, { ...view, pageSize: preset }), [query, view, preset]);
  const filters = useFilters(view.filters, address);
  const source = useRows(view, filters.args, state);
  const scope = useSelected(rowScope);
  const keyOf = useRowKey(view.key);
  const choice = useChoice(view, source, keyOf, scope);
  const order = useOrder(view, source, filters, state, keyOf);
  const captions = useCaptions(useMemo(() => dictionariesOf(cellsOf(view)), [view]));
  const setSort = useCallback(
    (sort: Sort | undefined) => change(sortPatch(sort, view.sort)),
    [change, view.sort],
  );
  const model = useTableModel({
    id,
    keyOf,
    looks,
    choice,
    captions,
    scope,
    columns: view.columns,
    rows: order?.rows ?? source.rows,
    sort: state.sort,
    preset: view.sort,
    onSort: setSort,
    local: source.all && (view.rows !== undefined || !same(state.sort, view.sort)),
  });
  const { rows } = model.table.getRowModel();
  const selection = useSelection(choice, model.table);
  const moveTo = useMoveTo(view, source.rows, keyOf, selection, scope);
  const title = useTextOf(view.title ?? page.screen.title);
  const batch = useTransitionBatch(view.rowActions, source.rows, view.key, scope);

  useReloader(source.reload, view.name);
  useOfferTable(view.name, { select: selection.replace, filter: filters.change });
  useUnsaved(isWork(page, selection.rows.length));
  // The buttons at the bottom of a page act on the selection of its main table.
  const main = page.screen.view.at === view.at;
  useEffect(() => {
    publishView(page, view.name, main, { filters: filters.args ?? {}, selection: selection.rows });
  }, [page, view.name, main, filters.args, selection.rows]);
  useEffect(() => {
    if (view.name && isRead(page.screen, view.name, 'rows'))
      publishView(page, view.name, false, { rows: source.rows });
  }, [page, view.name, source.rows]);

  const picking = usePickNow(main, rows, source, filters, selection);
  const pages = pageCount(source.total, state.size);
  const behind = state.page > pages && (source.exact || source.rows.length === 0);
  const beyond = view.paging === 'server' && !source.validating && source.total > 0 && behind;
  useEffect(() => {
    if (beyond) change(pagePatch(pages), { replace: true });
  }, [beyond, pages, change]);

  return (
    // The dialog that picks at once also has a button for it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section
      data-part="table"
      aria-label={title}
      className={listFrame(page.dialog !== undefined)}
      {...picking}
    >
      {view.title && <h2 className="px-3 pt-3 text-base font-semibold">{title}</h2>}
      {view.breadcrumb && <Breadcrumb breadcrumb={view.breadcrumb} />}
      <FilterBar filters={filters} />
      {source.withheld && view.source ? (
        <Withheld source={view.source} />
      ) : (
        <>
          <Toolbar
            view={view}
            id={id}
            address={address}
            size={state.size}
            model={model}
            source={source}
            selection={selection}
          />
          <TableBody view={view} source={source} filters={filters} columns={model.arranged.length}>
            <BatchContext value={batch}>
              <Grid
                view={view}
                label={title}
                model={model}
                cards={looks.cards ?? false}
                rows={rows}
                source={source}
                selection={selection}
                scope={scope}
                captions={captions}
                {...(order ? { order } : {})}
                {...(moveTo ? { moveTo } : {})}
              />
            </BatchContext>
          </TableBody>
          {view.paging === 'server' && source.total > 0 && (
            <Pager
              page={behind ? pages : state.page}
              pages={pages}
              size={state.size}
              total={source.total}
              exact={source.exact}
              shown={source.rows.length}
              onPage={(next) => change(pagePatch(next))}
              onSize={(size) => {
                changeLooks(engine, id, { size });
                change(sizePatch(size));
              }}
            />
          )}
        </>
      )}
    </section>
  );
}

/** Part of the scope from which rows are drawn: selecting one row must not render the others. */
function rowScope({ filters: _filters, selection: _selection, ...rest }: Record<string, unknown>) {
  return rest;
}

const cellsOf = (view: CompiledTable) =>
  view.columns.flatMap((column) => column.content.map((one) => one.do));

export default defineView({ name: 'table', component: TableView });
