/** Connects an element to the drag-and-drop library; loaded when the first draggable element is shown. */
import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine';
import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import type { Dragging, Edge } from './useDragging.ts';

export function attach(
  element: HTMLElement,
  handle: HTMLElement | null,
  latest: () => Dragging,
  hover: (edge: Edge | undefined) => void,
): () => void {
  const { group, id } = latest();
  const edgeAt = ({ clientX, clientY }: { clientX: number; clientY: number }): Edge => {
    const { left, top, width, height } = element.getBoundingClientRect();
    const before = latest().across ? clientX < left + width / 2 : clientY < top + height / 2;
    return before ? 'before' : 'after';
  };
  const idOf = (data: Record<string | symbol, unknown>) => String(data.id);
  const takerOf = (data: Record<string | symbol, unknown>) =>
    data.group === group ? latest() : latest().others?.(data.group);
  return combine(
    draggable({
      element,
      ...(handle ? { dragHandle: handle } : {}),
      canDrag: () => latest().draggable,
      getInitialData: () => ({ group, id }),
    }),
    dropTargetForElements({
      element,
      canDrop: ({ source }) => takerOf(source.data)?.accepts(idOf(source.data)) ?? false,
      onDrag: ({ location }) => hover(edgeAt(location.current.input)),
      onDragLeave: () => hover(undefined),
      onDrop: ({ source, location }) => {
        hover(undefined);
        takerOf(source.data)?.onDrop(idOf(source.data), edgeAt(location.current.input));
      },
    }),
  );
}
