/** Above the rows: how many there are, or what can be done with the chosen ones; actions; the table's looks. */
import type { ReactNode } from 'react';
import { formatNumber, t, useLocale } from '../../data/locale.ts';
import type { CompiledTable } from '../../language/compiled.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { Menu } from '../../ui/menu.tsx';
import { ActionBar } from '../actions/ActionBar.tsx';
import { tellFailure } from '../actions/run.ts';
import { usePage } from '../../page/page.ts';
import { useText } from '../../page/text.ts';
import { exportOf, fetchExport, type ExportFormat } from './export.ts';
import { changeLooks, toggleCompact, toggled, useCompact, useLooks } from './looks.ts';
import type { TableModel } from './model.ts';
import type { Rows } from './rows.ts';
import type { Selection } from './selection.ts';

interface Props {
  view: CompiledTable;
  id: string;
  model: TableModel;
  source: Rows;
  selection: Selection;
}

export function Toolbar({ view, id, model, source, selection }: Props): ReactNode {
  useLocale();
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
          <ActionBar actions={view.bulk} size="s" local={{ selection: selection.rows }} />
          <Button size="s" tone="ghost" icon="close" onClick={selection.clear}>
            {t('engine.table.clearSelection')}
          </Button>
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
        <ExportMenu view={view} model={model} source={source} />
        <LooksMenu id={id} model={model} />
      </span>
    </div>
  );
}

/** The whole list, as it is filtered and ordered, as a file. */
function ExportMenu({ view, model, source }: Pick<Props, 'view' | 'model' | 'source'>): ReactNode {
  const text = useText();
  const { screen, dialog } = usePage();
  const operation = exportOf(screen.operations[view.source.operation]);
  if (!operation || dialog || source.total === 0) return null;
  const download = (format: ExportFormat) => {
    const labels = model.shown.map(({ label }) => text(label));
    const args = { ...source.args, ...(source.order ? { order: source.order } : {}) };
    fetchExport(operation, format, args, model.shown, labels).catch((error: unknown) =>
      tellFailure(error, view.at),
    );
  };
  return (
    <Menu
      trigger={<IconButton size="s" icon="download" label={t('engine.table.export')} />}
      items={[
        { label: t('engine.table.exportXlsx'), onSelect: () => download('xlsx') },
        { label: t('engine.table.exportCsv'), onSelect: () => download('csv') },
      ]}
    />
  );
}

function LooksMenu({ id, model }: Pick<Props, 'id' | 'model'>): ReactNode {
  const text = useText();
  const compact = useCompact();
  const { hidden } = useLooks(id);
  const last = model.shown.length <= 1;
  return (
    <Menu
      trigger={<IconButton size="s" icon="columns" label={t('engine.table.looks')} />}
      items={[
        { label: t('engine.table.compact'), checked: compact, onSelect: toggleCompact },
        ...model.arranged.map((column) => ({
          label: text(column.label) || column.id,
          checked: !hidden.includes(column.id),
          disabled: last && !hidden.includes(column.id),
          onSelect: () => changeLooks(id, { hidden: toggled(hidden, column.id) }),
        })),
      ]}
    />
  );
}
