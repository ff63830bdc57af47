/** Dialog for the columns of a table: which are shown, in which order, how wide, and which are pinned. */
import type { ReactNode } from 'react';
import { useEngine } from '../../data/engine.ts';
import { useLocale } from '../../data/useLocale.ts';
import { useText } from '../../page/text.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { DialogFrame } from '../../ui/dialog.tsx';
import { Checkbox, Input } from '../../ui/input.tsx';
import { wholeLabel } from './groups.ts';
import { changeLooks } from './looks.ts';
import { configOf, type ModelColumn, type TableModel } from './model.ts';
import { moved } from './order/useOrder.ts';
import { PLAIN } from './preference.ts';
import { NARROWEST, WIDEST, widthWithin } from './WidthHandle.tsx';

interface Props {
  /** Key of the table's looks. */
  id: string;
  model: TableModel;
  onClose(): void;
}

export function ColumnsDialog({ id, model, onClose }: Props): ReactNode {
  const engine = useEngine();
  const { t } = useLocale();
  return (
    <DialogFrame
      title={t('engine.columns.title')}
      size="medium"
      onClose={onClose}
      footer={
        <>
          <Button tone="ghost" onClick={() => changeLooks(engine, id, PLAIN)}>
            {t('engine.columns.reset')}
          </Button>
          <Button tone="primary" onClick={onClose}>
            {t('engine.columns.done')}
          </Button>
        </>
      }
    >
      <ol className="flex flex-col">
        {model.arranged.map((column, place) => (
          <Line key={column.id} model={model} column={column} place={place} />
        ))}
      </ol>
    </DialogFrame>
  );
}

interface LineProps {
  model: TableModel;
  column: ModelColumn;
  place: number;
}

function Line({ model, column, place }: LineProps): ReactNode {
  const { t } = useLocale();
  const text = useText();
  const { table, arranged } = model;
  const name = wholeLabel(configOf(column), text) || column.id;
  const shown = column.getIsVisible();
  const pins = column.getIsPinned();
  const width = table.state.columnSizing[column.id] ?? '';
  const ids = arranged.map(({ id }) => id);
  const move = (to: number) => table.setColumnOrder(moved(ids, place, to));
  // Pinned columns come before the others: no column moves across the border between the two.
  const meets = (to: number) => arranged[to]?.getIsPinned() === pins;
  return (
    <li className="flex flex-wrap items-center gap-2 border-b border-line py-1.5 last:border-b-0">
      <span className="min-w-40 flex-1">
        <Checkbox
          label={name}
          checked={shown}
          disabled={shown && model.shown.length === 1}
          onChange={() => column.toggleVisibility()}
        />
      </span>
      <Input
        type="number"
        className="w-24"
        aria-label={t('engine.columns.width', { name })}
        placeholder={t('engine.columns.widthAuto')}
        min={NARROWEST}
        max={WIDEST}
        defaultValue={width}
        key={width}
        onBlur={({ target: { value } }) =>
          value
            ? table.setColumnSizing((widths) => ({ ...widths, [column.id]: widthWithin(Number(value)) }))
            : column.resetSize()
        }
      />
      <IconButton
        size="s"
        icon="pin"
        label={t('engine.columns.pin', { name })}
        aria-pressed={pins !== false}
        tone={pins ? 'primary' : 'ghost'}
        onClick={() => column.pin(pins ? false : 'start')}
      />
      <IconButton
        size="s"
        icon="arrow-up"
        label={t('engine.columns.up', { name })}
        disabled={!meets(place - 1)}
        onClick={() => move(place - 1)}
      />
      <IconButton
        size="s"
        icon="arrow-down"
        label={t('engine.columns.down', { name })}
        disabled={!meets(place + 1)}
        onClick={() => move(place + 1)}
      />
    </li>
  );
}
