/**
 * Bar above the rows: their number, or the number of selected ones and the bulk actions; actions; the table's looks.
 */
import { useState, type ReactNode } from 'react';
import { useLocale } from '../../data/useLocale.ts';
import type { CompiledTable } from '../../language/compiled.ts';
import { IconButton } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { ActionBar } from '../actions/ActionBar.tsx';
import type { Address } from './address.ts';
import { ChooseAll } from './ChooseAll.tsx';
import { ExportMenu } from './ExportMenu.tsx';
import { LooksMenu } from './LooksMenu.tsx';
import type { TableModel } from './model.ts';
import type { Rows } from './rows.ts';
import type { Selection } from './selection.ts';
import { ViewsMenu } from './ViewsMenu.tsx';

interface Props {
  view: CompiledTable;
  id: string;
  address: Address;
  /** Rows per page. */
  size: number;
  model: TableModel;
  source: Rows;
  selection: Selection;
}

export function Toolbar({ view, id, address, size, model, source, selection }: Props): ReactNode {
  const { t, formatNumber } = useLocale();
  const [choosing, setChoosing] = useState(false);
  const chosen = selection.rows.length;
  const known = !source.loading && !source.error;
  return (
    <div
      className={cx(
        'flex min-h-11 flex-wrap items-center gap-x-2 gap-y-1.5 border-b border-line px-3 py-1.5',
        chosen > 0 && 'bg-accent-soft',
      )}
    >
      <p aria-live="polite" className="mr-auto text-sm text-muted">
        {chosen > 0
          ? t('engine.table.chosen', { count: chosen })
          : known && t('engine.table.total', { count: source.total, number: formatNumber(source.total) })}
      </p>
      {chosen > 0 && (
        <>
          {/* While the rows of the other pages are loaded, a bulk action would apply to this page only. */}
          <ActionBar actions={view.bulk} size="s" local={{ selection: selection.rows }} waits={choosing} />
          <ChooseAll source={source} selection={selection} busy={choosing} onBusy={setChoosing} />
          <IconButton
            size="s"
            icon="close"
            label={t('engine.table.clearSelection')}
            onClick={selection.clear}
          />
        </>
      )}
      <ActionBar actions={view.toolbar} size="s" local={{ selection: selection.rows }} />
      <span className="flex items-center">
        <IconButton
          size="s"
          icon="refresh"
          label={t('engine.table.refresh')}
          onClick={() => void source.reload()}
        />
        <ExportMenu view={view} model={model} source={source} selection={selection} />
        <ViewsMenu id={id} address={address} size={size} />
        <LooksMenu id={id} model={model} />
      </span>
    </div>
  );
}
