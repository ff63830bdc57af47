/** The cells of one row: what each column shows of it, the first words as a link that opens the row. */
import type { CSSProperties, ReactNode } from 'react';
import type { Engine } from '../../data/engine.ts';
import { useLocale } from '../../data/useLocale.ts';
import { holdsAny } from '../../access/can.ts';
import { holds, type Scope } from '../../language/evaluate.ts';
import type { CompiledAction, CompiledColumn, CompiledEdit } from '../../language/compiled.ts';
import { IconButton } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import type { Registry } from '../../registry/registry.ts';
import { caseFor, drawCell, type Captions } from '../cells/Content.tsx';
import { ALIGN, pinOf } from './HeaderCell.tsx';
import { RowLink } from './RowLink.tsx';
import type { Row } from './rows.ts';
import type { ColumnWindow } from './widths.ts';

type EditedColumn = CompiledColumn & { edit: CompiledEdit };
/** A cell that is to be changed: its column, what the column is called, where it stands. */
export type EditedCell = [column: EditedColumn, label: string, cell: HTMLElement];

/** What all rows are drawn with. */
interface Drawing {
  engine: Engine;
  registry: Registry;
  /** Columns that are shown, in order. */
  columns: readonly CompiledColumn[];
  /** Their labels, for cards. */
  labels: readonly string[];
  /** The columns that are drawn, of many. */
  sight: ColumnWindow | undefined;
  /** How many of the first stay in sight. */
  pins: number;
  /** Id of the column that names the record. */
  lead: string | undefined;
  captions: Captions;
}

interface Props {
  drawing: Drawing;
  row: Row;
  scope: Scope;
  className: string;
  /** Opens the row, if that can be done. */
  action: CompiledAction | undefined;
  onOpen(): void;
  /** Opens a cell that can be changed. */
  onEdit(...cell: EditedCell): void;
}

/** Cells whose digits stand under one another. */
const FIGURES = new Set(['date', 'dateTime', 'money', 'number', 'percent', 'period', 'time']);

/** On a phone a row is a card: its first words and so many columns more, each with its label. */
const SHOWN_ON_CARDS = 4;

/** No component of its own: a list has hundreds of rows and thousands of cells. */
export function rowCells(props: Props): ReactNode {
  const { columns, sight, pins } = props.drawing;
  const drawn = (column: CompiledColumn, place: number) => cell(props, column, place);
  if (!sight) return columns.map(drawn);
  const first = Math.max(pins, sight.first);
  const end = Math.max(first, sight.end);
  return (
    <>
      {columns.slice(0, pins).map(drawn)}
      {first > pins && <td aria-hidden="true" className={props.className} colSpan={first - pins} />}
      {columns.slice(first, end).map((column, i) => drawn(column, first + i))}
      {end < columns.length && (
        <td aria-hidden="true" className={props.className} colSpan={columns.length - end} />
      )}
    </>
  );
}

function cell(props: Props, column: CompiledColumn, place: number): ReactNode {
  const { drawing, row, scope, className, action, onOpen, onEdit } = props;
  const { engine, registry, captions } = drawing;
  const label = drawing.labels[place] ?? '';
  const pinned = place < drawing.pins;
  const lead = column.id === drawing.lead;
  const content = caseFor(column.content, scope);
  const links = lead && action !== undefined;
  const shown =
    content &&
    drawCell(engine.i18n, registry, {
      content,
      row,
      scope,
      captions,
      link: column.link,
      linked: links,
    });
  const edits = column.edit && mayEdit(engine, column.edit, scope);
  return (
    <td
      key={column.id}
      data-cell={lead ? 'lead' : place <= SHOWN_ON_CARDS ? 'more' : 'beyond'}
      data-label={label}
      // Not all columns are drawn: each says which it is.
      aria-colindex={drawing.sight && place + 1}
      className={cx(
        className,
        ALIGN[column.align],
        content && FIGURES.has(content.cell) && 'tabular-nums',
        pinned && 'sticky z-[5]',
      )}
      style={styleOf(column.width, pinned, place)}
    >
      {(!links || content?.interactive) && shown}
      {links && (
        <RowLink action={action} scope={scope} onOpen={onOpen}>
          {content?.interactive ? engine.i18n.t('engine.table.openRecord') : shown}
        </RowLink>
      )}
      {edits && <EditButton column={column as EditedColumn} label={label} onEdit={onEdit} />}
    </td>
  );
}

function styleOf(width: number | undefined, pinned: boolean, place: number): CSSProperties | undefined {
  if (!width && !pinned) return undefined;
  return { ...(width ? { maxWidth: width } : {}), ...(pinned ? { left: pinOf(place) } : {}) };
}

function mayEdit(engine: Engine, { form, visibleWhen }: CompiledEdit, scope: Scope): boolean {
  return holdsAny(form.submit.access, engine.session.get()) && holds(visibleWhen, scope);
}

interface EditButtonProps extends Pick<Props, 'onEdit'> {
  column: EditedColumn;
  label: string;
}

/** In sight while the row is pointed at or it has the focus; where nothing can be pointed at, always. */
function EditButton({ column, label, onEdit }: EditButtonProps): ReactNode {
  const { t } = useLocale();
  return (
    <IconButton
      size="s"
      icon="pencil"
      label={t('engine.table.editCell', { column: label })}
      aria-haspopup="dialog"
      onClick={(event) => onEdit(column, label, event.currentTarget.closest('td')!)}
      className="ml-1 align-middle focus-visible:opacity-100 pointer-fine:opacity-0 pointer-fine:group-hover:opacity-100"
    />
  );
}
