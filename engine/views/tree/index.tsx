/** The tree view: nested nodes that can be opened, searched, selected, acted on and moved. */
import { useEffect, useState, type ReactNode } from 'react';
import { useLocale } from '../../data/useLocale.ts';
import type { CompiledTree } from '../../language/compiled.ts';
import { defineView, type ViewProps } from '../../registry/define.ts';
import { listFrame } from '../../ui/frame.ts';
import { EmptyState, FailedState, SkeletonRows } from '../../ui/states.tsx';
import { publishView, usePage } from '../../page/page.ts';
import { useReloader, useUnsaved } from '../../page/scope.ts';
import { useTextOf } from '../../page/text.ts';
import { useAllRows } from '../allRows.ts';
import { Withheld } from '../Withheld.tsx';
import { Branches } from './Branches.tsx';
import { useGrid } from './grid.ts';
import { useItems } from './items.ts';
import { useModel } from './model.ts';
import { MoveBar } from './MoveBar.tsx';
import { reloadBranches, treeState } from './state.ts';
import { TreeBar } from './TreeBar.tsx';
import { isWork } from '../table/pickNow.ts';
import { TreeList } from './TreeList.tsx';

function TreeView({ view }: ViewProps<CompiledTree>): ReactNode {
  const { t } = useLocale();
  const page = usePage();
  const source = useAllRows(view.source, () => reloadBranches(treeState(page, view.at)));
  const [search, setSearch] = useState('');
  const model = useModel(view, source.rows, search);
  const items = useItems(view, model);
  const grid = useGrid(view);
  const [active, setActive] = useState<string>();
  const title = useTextOf(page.screen.title);
  const { selection } = model;

  useReloader(source.reload, view.name);
  useUnsaved(isWork(page, selection.length));
  const main = page.screen.view === view;
  useEffect(() => publishView(page, view.name, main, { selection }), [page, view.name, main, selection]);

  if (source.withheld) return <Withheld source={view.source} />;
  return (
    <section aria-label={title} className={listFrame(page.dialog !== undefined)}>
      <TreeBar
        view={view}
        search={search}
        onSearch={setSearch}
        found={model.found}
        selection={selection}
        onClear={model.clear}
        onReload={() => void Promise.all([source.reload(), ...model.lazy.map(model.reload)])}
      />
      {view.expand && (
        <Branches
          nodes={model.lazy}
          expand={view.expand}
          state={model.state}
          {...(view.name ? { name: view.name } : {})}
        />
      )}
      {items.moving && <MoveBar moving={items.moving} />}
      {source.error ? (
        <FailedState problem={source.error} onRetry={() => void source.reload()} />
      ) : source.loading ? (
        <SkeletonRows rows={6} columns={1 + view.columns.length} />
      ) : model.lines.length === 0 ? (
        <EmptyState
          icon={search ? 'search' : 'list'}
          title={t(search ? 'engine.table.nothingFound' : 'engine.table.empty')}
        />
      ) : (
        <TreeList
          // Another line height remounts the list, so that its lines are laid out again.
          key={grid?.height}
          lines={model.lines}
          label={title}
          grid={grid}
          many={view.select === 'many'}
          active={active}
          onActive={setActive}
          onFold={model.fold}
          onAct={items.act}
          onChoose={items.choose}
          itemOf={(line) => {
            const item = items.itemOf(line);
            return {
              ...item,
              onPress: () => {
                setActive(line.node.id);
                item.onPress();
              },
            };
          }}
        />
      )}
    </section>
  );
}

export default defineView({ name: 'tree', component: TreeView });
