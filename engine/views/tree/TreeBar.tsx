/** Bar above a tree: the search, the number of hits or of selected nodes, actions, refresh. */
import { useId, type ReactNode } from 'react';
import { useLocale } from '../../data/useLocale.ts';
import type { CompiledTree } from '../../language/compiled.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Input } from '../../ui/input.tsx';
import { ActionBar } from '../actions/ActionBar.tsx';
import type { Row } from './nodes.ts';

interface Props {
  view: CompiledTree;
  search: string;
  onSearch(text: string): void;
  /** Number of hits; undefined without a search. */
  found: number | undefined;
  selection: Row[];
  onClear(): void;
  onReload(): void;
}

export function TreeBar({ view, search, onSearch, found, selection, onClear, onReload }: Props): ReactNode {
  const { t, formatNumber } = useLocale();
  const id = useId();
  const count = selection.length;
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-1.5 border-b border-line px-3 py-1.5">
      <label htmlFor={id} className="sr-only">
        {t('engine.tree.search')}
      </label>
      <Input
        id={id}
        type="search"
        value={search}
        placeholder={t(view.expand ? 'engine.tree.searchOpened' : 'engine.tree.search')}
        onChange={(event) => onSearch(event.target.value)}
        onKeyDown={(event) => {
          // The first press clears the search; only the next one closes a dialog around it.
          if (event.key !== 'Escape' || !search) return;
          event.stopPropagation();
          event.preventDefault();
          onSearch('');
        }}
        className="w-0! min-w-40 flex-1 sm:w-64! sm:flex-none"
      />
      <IconButton
        className="sm:order-last"
        size="s"
        icon="refresh"
        label={t('engine.table.refresh')}
        onClick={onReload}
      />
      <p
        aria-live="polite"
        className="mr-auto basis-full text-sm text-muted empty:hidden sm:basis-auto sm:empty:block"
      >
        {found !== undefined
          ? t('engine.tree.found', { count: found, number: formatNumber(found) })
          : count > 0 && t('engine.table.chosen', { count })}
      </p>
      {count > 0 && (
        <Button size="s" tone="ghost" icon="close" onClick={onClear}>
          {t('engine.table.clearSelection')}
        </Button>
      )}
      <ActionBar actions={view.toolbar} size="s" local={{ selection }} />
    </div>
  );
}
