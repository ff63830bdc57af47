/** The lines of a tree, of which only the visible ones are drawn, and its keyboard handling. */
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useId, useLayoutEffect, useRef, type KeyboardEvent, type ReactNode } from 'react';
import { Head } from './Cells.tsx';
import { headOf, LINE, type TreeGrid } from './grid.ts';
import { Item } from './Item.tsx';
import type { OfNode } from './items.ts';
import { stepFor, typeAhead, type Typed } from './keys.ts';
import type { Line } from './lines.ts';

interface Props {
  lines: readonly Line[];
  label: string;
  /** The tree is a table. */
  grid: TreeGrid | undefined;
  many: boolean;
  /** Id of the node that is the Tab stop; the first line when that node has no line. */
  active: string | undefined;
  onActive(id: string): void;
  onFold(line: Line): void;
  onAct(line: Line): void;
  onChoose(line: Line): void;
  /** Returns the props of a line that depend on its node. */
  itemOf(line: Line): OfNode;
}

export function TreeList({ lines, label, grid, many, active, itemOf, ...on }: Props): ReactNode {
  const scroller = useRef<HTMLDivElement>(null);
  const base = useId();
  const typed = useRef<Typed>({ text: '', at: 0 });
  const grab = useRef(false);
  const at = Math.max(
    0,
    lines.findIndex(({ node }) => node.id === active),
  );
  // With a new function the virtualizer would measure all lines again at every scroll event.
  const keyAt = useCallback((index: number) => lines[index]!.node.id, [lines]);
  // oxlint-disable-next-line react/incompatible-library
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => grid?.height ?? LINE,
    paddingStart: grid?.head ?? 0,
    scrollPaddingStart: grid?.head ?? 0,
    overscan: 12,
    getItemKey: keyAt,
    // The focused line stays rendered, however far it is scrolled out of the viewport.
    rangeExtractor: (range) => {
      const shown = defaultRangeExtractor(range);
      return at < lines.length && !shown.includes(at) ? [...shown, at].sort((a, b) => a - b) : shown;
    },
  });
  const idOf = (index: number) => `${base}${index}`;

  useLayoutEffect(() => {
    if (!grab.current) return;
    grab.current = false;
    document.getElementById(idOf(at))?.focus({ preventScroll: true });
  });

  const go = (index: number) => {
    const line = lines[index];
    if (!line) return;
    grab.current = true;
    virtual.scrollToIndex(index);
    on.onActive(line.node.id);
    // Already active: nothing is rendered, so the focus is set here.
    document.getElementById(idOf(index))?.focus({ preventScroll: true });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const target = event.target as HTMLElement;
    if (!target.matches('[role=treeitem], [role=row]') || event.ctrlKey || event.metaKey || event.altKey)
      return;
    const step = stepFor(event.key, at, lines);
    if (step) {
      event.preventDefault();
      if ('go' in step) go(step.go);
      else if ('fold' in step) on.onFold(step.fold);
      else if ('act' in step) on.onAct(step.act);
      else on.onChoose(step.choose);
    } else if (event.key.length === 1 && event.key !== ' ') {
      const next = typeAhead(event.key, event.timeStamp, typed.current, at, lines);
      typed.current = next.typed;
      if (next.go !== undefined) go(next.go);
    }
  };

  return (
    <div ref={scroller} className="max-h-[max(22rem,calc(100dvh-18rem))] min-h-0 overflow-auto">
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions */}
      <div
        role={grid ? 'treegrid' : 'tree'}
        aria-label={label}
        aria-rowcount={grid && lines.length + headOf(grid)}
        aria-multiselectable={many || undefined}
        tabIndex={-1}
        onKeyDown={onKeyDown}
        className="relative"
        style={{ height: virtual.getTotalSize(), ...(grid && { minWidth: grid.width }) }}
      >
        {grid && <Head grid={grid} />}
        {virtual.getVirtualItems().map(({ index, key, start, size }) => (
          <Item
            key={key}
            line={lines[index]!}
            id={idOf(index)}
            grid={grid}
            index={index}
            active={index === at}
            style={{ height: size, top: start }}
            {...itemOf(lines[index]!)}
          />
        ))}
      </div>
    </div>
  );
}
