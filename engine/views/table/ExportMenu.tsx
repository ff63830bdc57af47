import type { ReactNode } from 'react';
import { useEngine } from '../../data/engine.ts';
import { useLocale } from '../../data/useLocale.ts';
import type { CompiledTable } from '../../language/compiled.ts';
import { usePage } from '../../page/page.ts';
import { useText } from '../../page/text.ts';
import { IconButton } from '../../ui/button.tsx';
import { Menu } from '../../ui/menu.tsx';
import { reportFailure } from '../actions/failure.ts';
import { exportOf, fetchExport, type ExportFormat } from './export.ts';
import { wholeLabel } from './groups.ts';
import type { TableModel } from './model.ts';
import { useRowKey, type Row, type Rows } from './rows.ts';
import type { Selection } from './selection.ts';

const FORMATS = [
  { format: 'xlsx', all: 'engine.table.exportXlsx', chosen: 'engine.table.exportChosenXlsx' },
  { format: 'csv', all: 'engine.table.exportCsv', chosen: 'engine.table.exportChosenCsv' },
] as const;

interface Props {
  view: CompiledTable;
  model: TableModel;
  source: Rows;
  selection: Selection;
}

/** Menu that exports the whole list, as filtered and ordered, or the selected rows, as a file. */
export function ExportMenu({ view, model, source, selection }: Props): ReactNode {
  const engine = useEngine();
  const { t } = useLocale();
  const text = useText();
  const { screen, dialog } = usePage();
  const keyOf = useRowKey(view.key);
  const operation = exportOf(view.source && screen.operations[view.source.operation]);
  if (!operation || dialog || source.total === 0) return null;
  const ticked = selection.rows;
  const download = (format: ExportFormat, rows?: readonly Row[]) => {
    const labels = model.shown.map((column) => wholeLabel(column, text));
    const args = { ...source.args, ...(source.order ? { order: source.order } : {}) };
    const title = text(view.title ?? screen.title);
    const chosen = rows && { key: view.key, rows: rows.map(keyOf) };
    const wanted = {
      format,
      columns: model.shown,
      labels,
      title,
      long: !source.exact,
      ...(chosen && { chosen }),
    };
    fetchExport(engine, operation, args, wanted).catch((error: unknown) =>
      reportFailure(engine, error, view.at),
    );
  };
  return (
    <Menu
      trigger={<IconButton size="s" icon="download" label={t('engine.table.export')} />}
      items={[
        ...FORMATS.filter(() => ticked.length > 0).map(({ format, chosen }) => ({
          label: t(chosen, { count: ticked.length }),
          onSelect: () => download(format, ticked),
        })),
        ...FORMATS.map(({ format, all }) => ({ label: t(all), onSelect: () => download(format) })),
      ]}
    />
  );
}
