import type { ReactNode } from 'react';
import { useEngine } from '../../data/engine.ts';
import { useLocale } from '../../data/useLocale.ts';
import type { CompiledTable } from '../../language/compiled.ts';
import { usePage } from '../../page/page.ts';
import { useText } from '../../page/text.ts';
import { IconButton } from '../../ui/button.tsx';
import { Menu } from '../../ui/menu.tsx';
import { tellFailure } from '../actions/failure.ts';
import { exportOf, fetchExport, type ExportFormat } from './export.ts';
import { wholeLabel } from './groups.ts';
import type { TableModel } from './model.ts';
import type { Rows } from './rows.ts';

interface Props {
  view: CompiledTable;
  model: TableModel;
  source: Rows;
}

/** The whole list, as it is filtered and ordered, as a file. */
export function ExportMenu({ view, model, source }: Props): ReactNode {
  const engine = useEngine();
  const { t } = useLocale();
  const text = useText();
  const { screen, dialog } = usePage();
  const operation = exportOf(view.source && screen.operations[view.source.operation]);
  if (!operation || dialog || source.total === 0) return null;
  const download = (format: ExportFormat) => {
    const labels = model.shown.map((column) => wholeLabel(column, text));
    const args = { ...source.args, ...(source.order ? { order: source.order } : {}) };
    const title = text(view.title ?? screen.title);
    const wanted = { format, columns: model.shown, labels, title, long: !source.exact };
    fetchExport(engine, operation, args, wanted).catch((error: unknown) =>
      tellFailure(engine, error, view.at),
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
