/** The cells of one row: what each column shows of it, the first words as a link that opens the row. */
import type { ReactNode } from 'react';
import { useEngine, type Engine } from '../../data/engine.ts';
import { useLocale } from '../../data/useLocale.ts';
import { holdsAny } from '../../access/can.ts';
import { holds, type Scope } from '../../language/evaluate.ts';
import type { CompiledAction, CompiledColumn, CompiledEdit } from '../../language/compiled.ts';
import { IconButton } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { useRegistry } from '../../registry/context.ts';
import type { Registry } from '../../registry/registry.ts';
import { caseFor, drawCell, type Captions } from '../cells/Content.tsx';
import { ALIGN, pinOf } from './HeaderCell.tsx';
import { RowLink } from './RowLink.tsx';
import type { Row } from './rows.ts';
import type { ColumnWindow } from './widths.ts';

type EditedColumn = CompiledColumn & { edit: CompiledEdit };
/** A cell that is to be changed: its column, what the column is called, where it stands. */
export type EditedCell = [column: EditedColumn, label: string, cell: HTMLElement];

interface Props {
  row: Row;
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
  scope: Scope;
  captions: Captions;
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

export function RowCells({ columns, sight, pins, lead, ...rest }: Props): ReactNode {
  const engine = useEngine();
  const registry = useRegistry();
  const drawn = (column: CompiledColumn, place: number) =>
    cell(engine, registry, {
      column,
      place,
      lead: column.id === lead,
      pinned: place < pins,
      counted: sight !== undefined,
      ...rest,
    });
  if (!sight) return columns.map(drawn);
  const first = Math.max(pins, sight.first);
  const end = Math.max(first, sight.end);
  return (
    <>
      {columns.slice(0, pins).map(drawn)}
      {first > pins && <td aria-hidden="true" className={rest.className} colSpan={first - pins} />}
      {columns.slice(first, end).map((column, i) => drawn(column, first + i))}
      {end < columns.length && (
        <td aria-hidden="true" className={rest.className} colSpan={columns.length - end} />
      )}
    </>
  );
}

interface CellProps extends Omit<Props, 'columns' | 'sight' | 'pins' | 'lead'> {
  column: CompiledColumn;
  place: number;
  lead: boolean;
  pinned: boolean;
  /** Not all columns are drawn: each says which it is. */
  counted: boolean;
}

/** No component of its own: a list has thousands of them. */
function cell(engine: Engine, registry: Registry, props: CellProps): ReactNode {
  const { column, place, lead, pinned, counted, labels, className, action, onOpen } = props;
  const { row, scope, captions } = props;
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
      data-label={labels[place]}
      aria-colindex={counted ? place + 1 : undefined}
      className={cx(
        className,
        ALIGN[column.align],
        content && FIGURES.has(content.cell) && 'tabular-nums',
        pinned && 'sticky z-[5]',
      )}
      style={{
        ...(column.width ? { maxWidth: column.width } : undefined),
        ...(pinned ? { left: pinOf(place) } : undefined),
      }}
    >
      {(!links || content?.interactive) && shown}
      {links && (
        <RowLink action={action} scope={scope} onOpen={onOpen}>
          {content?.interactive ? engine.i18n.t('engine.table.openRecord') : shown}
        </RowLink>
      )}
      {edits && <EditButton {...props} column={column as EditedColumn} />}
    </td>
  );
}

function mayEdit(engine: Engine, { form, visibleWhen }: CompiledEdit, scope: Scope): boolean {
  return holdsAny(form.submit.access, engine.session.get()) && holds(visibleWhen, scope);
}

/** In sight while the row is pointed at or it has the focus; where nothing can be pointed at, always. */
function EditButton({ column, place, labels, onEdit }: CellProps & { column: EditedColumn }): ReactNode {
  const { t } = useLocale();
  const label = labels[place] ?? '';
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
