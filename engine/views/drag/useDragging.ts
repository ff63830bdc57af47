/** Drag and drop by pointer. Keyboard users have separate controls. */
import { useEffect, useRef, useState, type RefObject } from 'react';

/** Half of the element that the pointer is over. */
export type Edge = 'before' | 'after';

export interface Dragging {
  /** Set for items beside one another; without it they are below one another. */
  across?: true;
  /** Only items with the same group object can be dropped on each other. */
  group: object;
  id: string;
  draggable: boolean;
  accepts(id: string): boolean;
  onDrop(id: string, edge: Edge): void;
  /** The drop handlers for items of another group; undefined if they are not accepted. */
  others?(group: unknown): Pick<Dragging, 'accepts' | 'onDrop'> | undefined;
}

/**
 * Returns the edge over which a dragged item that can be dropped here is now; undefined without one. Loads nothing
 * without `dragging`.
 */
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
