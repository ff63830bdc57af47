/** The cells of one row: the contents of each column; the naming column is a link that opens the row. */
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
/** A cell to edit: its column, the label of the column, its element. */
export type EditedCell = [column: EditedColumn, label: string, cell: HTMLElement];

/** Values shared by all rows. */
interface Drawing {
  engine: Engine;
  registry: Registry;
  /** Visible columns, in order. */
  columns: readonly CompiledColumn[];
  /** Their labels, for cards. */
  labels: readonly string[];
  /** Range of the columns that are drawn when there are many. */
  sight: ColumnWindow | undefined;
  /** Number of pinned columns. */
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
  /** Opens the row, if the row has such an action. */
  action: CompiledAction | undefined;
  onOpen(): void;
  /** Opens the editor of a cell. */
  onEdit(...cell: EditedCell): void;
}

/** Cells with tabular figures, so that digits align. */
const FIGURES = new Set(['date', 'dateTime', 'money', 'number', 'percent', 'period', 'time']);

/** On a phone a row is a card: its naming column and this many more columns, each with its label. */
const SHOWN_ON_CARDS = 4;

/** A function, not a component: a list has hundreds of rows and thousands of cells. */
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
      // Not all columns are drawn, so each states its index.
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

/** Visible while the row is hovered or the button has the focus; always on devices without hover. */
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
