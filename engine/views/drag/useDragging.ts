/** Lets an element be dragged, and others be dropped on it, by the pointer. The keyboard has a way of its own. */
import { useEffect, useRef, useState, type RefObject } from 'react';

/** On which half of the element the pointer stands. */
export type Edge = 'before' | 'after';

export interface Dragging {
  /** Things beside one another; without it they stand below one another. */
  across?: true;
  /** Only what belongs to the same object meets. */
  group: object;
  id: string;
  draggable: boolean;
  accepts(id: string): boolean;
  onDrop(id: string, edge: Edge): void;
  /** The drop handlers for items of another group; undefined if they are not accepted. */
  others?(group: unknown): Pick<Dragging, 'accepts' | 'onDrop'> | undefined;
}

/** Where something that may be dropped here stands now; undefined while nothing does. Without `dragging` nothing is loaded. */
export function useDragging(
  element: RefObject<HTMLElement | null>,
  dragging: Dragging | undefined,
  handle?: RefObject<HTMLElement | null>,
): Edge | undefined {
  const [edge, setEdge] = useState<Edge>();
  const latest = useRef(dragging);
  useEffect(() => {
    latest.current = dragging;
  });
  const { group, id } = dragging ?? {};
  useEffect(() => {
    const target = element.current;
    if (!target || !group) return;
    let stop: (() => void) | undefined;
    let gone = false;
    import('./attach.ts').then(
      ({ attach }) => {
        if (!gone) stop = attach(target, handle?.current ?? null, () => latest.current!, setEdge);
      },
      (error: unknown) => console.error('Dragging could not be loaded', error),
    );
    return () => {
      gone = true;
      stop?.();
    };
  }, [element, handle, group, id]);
  return edge;
}
