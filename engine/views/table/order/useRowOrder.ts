/** Parts of the order that one row needs: its handle, the drop position of a dragged row, the entries of its menu. */
import { useRef, type RefObject } from 'react';
import type { I18n } from '../../../data/i18n.ts';
import { useLocale } from '../../../data/useLocale.ts';
import type { MenuEntry } from '../../../ui/menu.tsx';
import { useDragging, type Dragging, type Edge } from '../../drag/useDragging.ts';
import type { ModelRow } from '../model.ts';
import type { MoveTo } from './useMoveTo.ts';
import type { Order } from './useOrder.ts';

export interface RowOrder {
  order: Order;
  element: RefObject<HTMLTableRowElement | null>;
  handle: RefObject<HTMLButtonElement | null>;
  /** Edge at which a dragged row would be dropped. */
  edge: Edge | undefined;
  entries: MenuEntry[];
}

export function useRowOrder(order: Order, key: string): RowOrder {
  const i18n = useLocale();
  const element = useRef<HTMLTableRowElement>(null);
  const handle = useRef<HTMLButtonElement>(null);
  const edge = useDragging(element, draggingOf(order, key), handle);
  return { order, element, handle, edge, entries: entriesOf(i18n, order, key) };
}

/** Returns a ref for a row that can be dragged onto a tree; nothing can be dropped between such rows. */
export function useRowMoving(
  { group, may }: MoveTo,
  { id, original }: ModelRow,
): RefObject<HTMLTableRowElement | null> {
  const element = useRef<HTMLTableRowElement>(null);
  useDragging(element, {
    group,
    id,
    draggable: may(original),
    accepts: () => false,
    onDrop: () => undefined,
  });
  return element;
}

function draggingOf(order: Order, key: string): Dragging {
  return {
    group: order.group,
    id: key,
    draggable: order.reason === undefined,
    accepts: (other) => other !== key,
    onDrop: (other, edge) => order.move(other, fallsAt(order.placeOf(other), order.placeOf(key), edge)),
  };
}

/** Returns the new place of a row dropped at an edge of another, after it has left its own place. */
export const fallsAt = (from: number, over: number, edge: Edge): number =>
  over + (edge === 'after' ? 1 : 0) - (from < over ? 1 : 0);

function entriesOf(i18n: I18n, order: Order, key: string): MenuEntry[] {
  const place = order.placeOf(key);
  const entry = (text: string, icon: string, to: number): MenuEntry => ({
    label: i18n.t(text),
    icon,
    disabled: order.reason !== undefined || to < 0 || to >= order.rows.length,
    ...(order.reason ? { hint: order.reason } : {}),
    onSelect: () => order.move(key, to),
  });
  return [
    entry('engine.order.up', 'arrow-up', place - 1),
    entry('engine.order.down', 'arrow-down', place + 1),
  ];
}
