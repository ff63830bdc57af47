/** How the table looks: density, which columns, and the way to arrange them. */
import { Suspense, useState, type ReactNode } from 'react';
import { useEngine } from '../../data/engine.ts';
import { useLocale } from '../../data/useLocale.ts';
import { useText } from '../../page/text.ts';
import { IconButton } from '../../ui/button.tsx';
import { lazyComponent } from '../../ui/lazy.tsx';
import { Menu } from '../../ui/menu.tsx';
import { changeLooks, toggleCompact, toggled, useCompact, useLooks } from './looks.ts';
import type { TableModel } from './model.ts';

interface Props {
  /** The table, as its looks are kept. */
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
  const { hidden, cards = false } = useLooks(id);
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
            label: text(column.label) || column.id,
            checked: !hidden.includes(column.id),
            disabled: last && !hidden.includes(column.id),
            onSelect: () => changeLooks(engine, id, { hidden: toggled(hidden, column.id) }),
          })),
          { label: t('engine.columns.arrange'), icon: 'columns', onSelect: () => setArranging(true) },
        ]}
      />
      {arranging && (
        <Suspense fallback={null}>
          <ColumnsDialog id={id} columns={model.arranged} onClose={() => setArranging(false)} />
        </Suspense>
      )}
    </>
  );
}
