/** Menu of the table's looks: density, visible columns, and the columns dialog. */
import { Suspense, useState, type ReactNode } from 'react';
import { useEngine } from '../../data/engine.ts';
import { useLocale } from '../../data/useLocale.ts';
import { useText } from '../../page/text.ts';
import { IconButton } from '../../ui/button.tsx';
import { lazyComponent } from '../../ui/lazy.tsx';
import { Menu } from '../../ui/menu.tsx';
import { changeLooks, toggleCompact, useCompact, useLooks } from './looks.ts';
import { configOf, type TableModel } from './model.ts';

interface Props {
  /** Key of the table's looks. */
  id: string;
  model: TableModel;
}

const { Component: ColumnsDialog } = lazyComponent(
  async () => (await import('./ColumnsDialog.tsx')).ColumnsDialog,
);

export function LooksMenu({ id, model }: Props): ReactNode {
  const engine = useEngine();
  const { t } = useLocale();
  const text = useText();
  const compact = useCompact();
  const { cards = false } = useLooks(id);
  const last = model.shown.length <= 1;
  const [arranging, setArranging] = useState(false);
  return (
    <>
      <Menu
        trigger={<IconButton size="s" icon="columns" label={t('engine.table.looks')} />}
        items={[
          { label: t('engine.table.compact'), checked: compact, onSelect: () => toggleCompact(engine) },
          {
            label: t('engine.table.cards'),
            checked: cards,
            onSelect: () => changeLooks(engine, id, { cards: !cards }),
          },
          ...model.arranged.map((column) => ({
            label: text(configOf(column).label) || column.id,
            checked: column.getIsVisible(),
            disabled: last && column.getIsVisible(),
            onSelect: () => column.toggleVisibility(),
          })),
          { label: t('engine.columns.arrange'), icon: 'columns', onSelect: () => setArranging(true) },
        ]}
      />
      {arranging && (
        <Suspense fallback={null}>
          <ColumnsDialog id={id} model={model} onClose={() => setArranging(false)} />
        </Suspense>
      )}
    </>
  );
}
