/** One line of a tree: the node, its expand arrow, its checkbox, its actions, and the cells beside it. */
// The lines of a tree are positioned by the scroll offset, outside the flow of a table; each is an item or a row.
/* oxlint-disable jsx-a11y/prefer-tag-over-role */
import { useRef, type CSSProperties, type MouseEvent, type ReactNode } from 'react';
import { useLocale } from '../../data/useLocale.ts';
import type { CompiledAction } from '../../language/compiled.ts';
import { IconButton } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { Icon } from '../../ui/icon.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import type { MenuEntry } from '../../ui/menu.tsx';
import { RowMenu } from '../actions/RowMenu.tsx';
import { useDragging, type Dragging } from '../drag/useDragging.ts';
import { isOwnControl } from '../../ui/pressed.ts';
import { Cells } from './Cells.tsx';
import { headOf, LINE, type TreeGrid } from './grid.ts';
import type { Line } from './lines.ts';
import type { Tick } from './ticks.ts';

export interface ItemProps {
  line: Line;
  id: string;
  /** Columns beside the node, when the tree is a table. */
  grid: TreeGrid | undefined;
  /** Place among the lines, from 0. */
  index: number;
  /** Whether this is the one line that is a stop of the Tab key. */
  active: boolean;
  select: 'none' | 'one' | 'many';
  tick: Tick;
  icon?: string;
  actions: readonly CompiledAction[];
  more: readonly MenuEntry[];
  dragging?: Dragging;
  /** The dragged or lifted node cannot be dropped here. */
  unfit: boolean;
  style: CSSProperties;
  onFold(): void;
  onPress(): void;
  onRetry(): void;
}

/** Indent of a level, in pixels. */
const STEP = 20;
/** Width of the arrow and of the checkbox before the name of a node, each with the gap after it. */
const FOLD = 34;
const TICK = 22;

export function Item(props: ItemProps): ReactNode {
  const { line, id, grid, active, select, tick, style, dragging } = props;
  const { node, open } = line;
  const element = useRef<HTMLDivElement>(null);
  const hovered = useDragging(element, dragging) !== undefined;
  const press = (event: MouseEvent) => {
    if (!isOwnControl(event)) props.onPress();
  };
  const inset = 8 + (node.level - 1) * STEP;
  return (
    // The tree handles the keyboard: one Tab stop, and arrows from there.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions
    <div
      ref={element}
      id={id}
      role={grid ? 'row' : 'treeitem'}
      {...(grid ? rowState(props) : itemState(props))}
      tabIndex={active ? 0 : -1}
      aria-level={node.level}
      aria-posinset={node.index + 1}
      aria-setsize={node.siblings}
      aria-expanded={node.state === 'leaf' ? undefined : open}
      aria-busy={node.state === 'loading' || undefined}
      onClick={press}
      style={{ ...style, ...(grid ? { gridTemplateColumns: grid.template } : { paddingLeft: inset }) }}
      className={cx(
        'group absolute inset-x-0 items-center -outline-offset-2 focus-visible:-outline-offset-2',
        grid ? 'grid content-start border-b border-line last:border-b-0' : 'flex gap-1.5 pr-2',
        props.unfit ? 'cursor-not-allowed opacity-50' : 'cursor-pointer',
        'focus-visible:outline-2! focus-visible:outline-accent-strong!',
        hovered
          ? 'bg-info-soft outline-2 -outline-offset-2 outline-info-line'
          : select === 'one' && tick === 'all'
            ? 'bg-accent-soft'
            : 'hover:bg-raised',
      )}
    >
      {grid ? <GridLine {...props} grid={grid} inset={inset} /> : <Parts {...props} />}
    </div>
  );
}

const itemState = ({ id, select, tick }: ItemProps) => ({
  'aria-selected': select === 'one' ? tick === 'all' : undefined,
  'aria-checked': select === 'many' ? (tick === 'some' ? ('mixed' as const) : tick === 'all') : undefined,
  'aria-labelledby': `${id}-label`,
});

/** A row is selected or not; that some of its descendants are selected is stated in its text. */
const rowState = ({ grid, index, select, tick }: ItemProps) => ({
  'aria-rowindex': index + 1 + headOf(grid),
  'aria-selected': select === 'none' ? undefined : tick === 'all',
});

function GridLine({ grid, inset, ...props }: ItemProps & { grid: TreeGrid; inset: number }): ReactNode {
  const { t } = useLocale();
  return (
    <>
      <div
        role="gridcell"
        className={cx('flex min-w-0 items-center gap-1.5 pr-2', grid.stacked && 'col-span-full')}
        style={{ paddingLeft: inset, height: LINE }}
      >
        <Parts {...props} menu={grid.stacked} />
        {props.select === 'many' && props.tick === 'some' && (
          <span className="sr-only">{t('engine.tree.partly')}</span>
        )}
      </div>
      <Cells
        grid={grid}
        row={props.line.node.row}
        inset={inset + FOLD + (props.select === 'many' ? TICK : 0)}
      />
      {!grid.stacked && hasMenu(props) && (
        <div role="gridcell" className="flex justify-end pr-2">
          <LineMenu {...props} />
        </div>
      )}
    </>
  );
}

const hasMenu = ({ actions, more }: Pick<ItemProps, 'actions' | 'more'>) =>
  actions.length > 0 || more.length > 0;

type MenuProps = Pick<ItemProps, 'actions' | 'more' | 'line' | 'active'>;

function LineMenu({ actions, more, line: { node }, active }: MenuProps): ReactNode {
  return <RowMenu actions={actions} row={node.row} more={more} tabIndex={active ? 0 : -1} />;
}

type PartsProps = Omit<ItemProps, 'grid'> & { menu?: boolean };

/** The node itself: its arrow, checkbox, icon and name, and its actions unless they are shown elsewhere. */
function Parts({ menu = true, ...props }: PartsProps): ReactNode {
  const { line, id, select, tick } = props;
  const { node } = line;
  return (
    <>
      <Fold line={line} onFold={props.onFold} />
      {select === 'many' && <TickMark tick={tick} />}
      {props.icon && <Icon name={props.icon} size={16} className="text-muted" />}
      <span id={`${id}-label`} title={node.label} className="min-w-0 flex-1 truncate">
        <Label line={line} />
      </span>
      {node.state === 'failed' && <Failed line={line} onRetry={props.onRetry} />}
      {menu && hasMenu(props) && <LineMenu {...props} />}
    </>
  );
}

/** The arrow that opens a node; the keyboard uses the arrow keys instead. */
function Fold({ line: { node, open }, onFold }: { line: Line; onFold(): void }): ReactNode {
  const { t } = useLocale();
  if (node.state === 'leaf') return <span className="size-7 shrink-0" />;
  if (node.state === 'loading')
    return (
      <span className="flex size-7 shrink-0 items-center justify-center text-muted">
        <Spinner />
      </span>
    );
  return (
    <IconButton
      size="s"
      icon={open ? 'chevron-down' : 'chevron-right'}
      label={t(open ? 'engine.tree.close' : 'engine.tree.open')}
      tabIndex={-1}
      onClick={onFold}
    />
  );
}

/** A mark, not a control: the line itself is ticked. */
function TickMark({ tick }: { tick: Tick }): ReactNode {
  return (
    <span
      aria-hidden="true"
      className={cx(
        'flex size-4 shrink-0 items-center justify-center rounded-sm border',
        tick === 'none' ? 'border-field bg-surface' : 'border-accent-strong bg-accent-strong text-accent-ink',
      )}
    >
      {tick !== 'none' && <Icon name={tick === 'all' ? 'check' : 'minus'} size={16} />}
    </span>
  );
}

function Label({ line: { node, hit } }: { line: Line }): ReactNode {
  const { label } = node;
  if (!hit) return label || '—';
  return (
    <>
      {label.slice(0, hit[0])}
      <mark className="rounded-sm bg-warning-soft text-warning">{label.slice(hit[0], hit[1])}</mark>
      {label.slice(hit[1])}
    </>
  );
}

function Failed({ line: { node }, onRetry }: { line: Line; onRetry(): void }): ReactNode {
  const { t } = useLocale();
  return (
    <span role="alert" className="flex shrink-0 items-center gap-2 text-sm text-danger">
      <span className="sr-only">{node.label}: </span>
      {t('engine.tree.failed')}
      <button type="button" onClick={onRetry} className="underline underline-offset-2">
        {t('engine.retry')}
      </button>
    </span>
  );
}
