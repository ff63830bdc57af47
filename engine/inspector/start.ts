/** Alt and a click explain the clicked element. The code of the inspector is loaded at the first such click. */
import type { Engine } from '../data/engine.ts';

export interface InspectorOptions {
  engine: Engine;
  /** Whether the user may open the inspector. */
  may(): boolean;
  /** Loads the texts of the tools in a language; they are not among the product's texts. */
  texts(locale: string): Promise<Record<string, string>>;
}

/** Starts listening; the returned function stops it and closes the panel. */
export function startInspector(options: InspectorOptions): () => void {
  let close = () => {};
  const open = async (target: Element) => {
    const { openInspector } = await import('./open.tsx');
    close = await openInspector(target, options, () => close());
  };
  const onPress = (event: Event) => {
    if (!(event as PointerEvent).altKey || !(event.target instanceof Element) || !options.may()) return;
    const { target } = event;
    if (target.closest('[data-part=inspector]')) return;
    // The press has no other effect.
    event.preventDefault();
    event.stopPropagation();
    // A disabled button gets no click event, but it gets pointer events.
    if (event.type === 'pointerdown') void open(target);
  };
  for (const type of PRESSES) document.addEventListener(type, onPress, true);
  return () => {
    close();
    for (const type of PRESSES) document.removeEventListener(type, onPress, true);
  };
}

const PRESSES = ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click'];
