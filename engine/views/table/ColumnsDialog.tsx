/** The columns of a table as the reader wants them: which, in which order, how wide, and which stay in sight. */
import type { ReactNode } from 'react';
import { useEngine } from '../../data/engine.ts';
import { useLocale } from '../../data/useLocale.ts';
import type { CompiledColumn } from '../../language/compiled.ts';
import { useText } from '../../page/text.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { DialogFrame } from '../../ui/dialog.tsx';
import { Checkbox, Input } from '../../ui/input.tsx';
import { wholeLabel } from './groups.ts';
import { changeLooks, toggled, useLooks, withWidth } from './looks.ts';
import { PLAIN } from './preference.ts';
import { NARROWEST, WIDEST, widthWithin } from './WidthHandle.tsx';

interface Props {
  /** The table, as its looks are kept. */
  id: string;
  /** Columns that could be shown, in order. */
  columns: readonly CompiledColumn[];
  onClose(): void;
}

export function ColumnsDialog({ id, columns, onClose }: Props): ReactNode {
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
        {columns.map((column, place) => (
          <Line key={column.id} id={id} columns={columns} column={column} place={place} />
        ))}
      </ol>
    </DialogFrame>
  );
}

interface LineProps extends Omit<Props, 'onClose'> {
  column: CompiledColumn;
  place: number;
}

function Line({ id, columns, column, place }: LineProps): ReactNode {
  const engine = useEngine();
  const { t } = useLocale();
  const text = useText();
  const { hidden, pinned, widths } = useLooks(id);
  const name = wholeLabel(column, text) || column.id;
  const shown = !hidden.includes(column.id);
  const last = shown && columns.filter((one) => !hidden.includes(one.id)).length === 1;
  const pins = pinned.includes(column.id);
  const move = (to: number) => {
    const order = columns.map((one) => one.id);
    order.splice(to, 0, ...order.splice(place, 1));
    changeLooks(engine, id, { order });
  };
  // Pinned columns stand before the others: none passes the border between the two.
  const meets = (to: number) => columns[to] !== undefined && pinned.includes(columns[to].id) === pins;
  return (
    <li className="flex flex-wrap items-center gap-2 border-b border-line py-1.5 last:border-b-0">
      <span className="min-w-40 flex-1">
        <Checkbox
          label={name}
          checked={shown}
          disabled={last}
          onChange={() => changeLooks(engine, id, { hidden: toggled(hidden, column.id) })}
        />
      </span>
      <Input
        type="number"
        className="w-24"
        aria-label={t('engine.columns.width', { name })}
        placeholder={t('engine.columns.widthAuto')}
        min={NARROWEST}
        max={WIDEST}
        defaultValue={widths[column.id] ?? ''}
        key={widths[column.id] ?? ''}
        onBlur={({ target: { value } }) =>
          changeLooks(engine, id, {
            widths: withWidth(widths, column.id, value ? widthWithin(Number(value)) : undefined),
          })
        }
      />
      <IconButton
        size="s"
        icon="pin"
        label={t('engine.columns.pin', { name })}
        aria-pressed={pins}
        tone={pins ? 'primary' : 'ghost'}
        onClick={() => changeLooks(engine, id, { pinned: toggled(pinned, column.id) })}
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
