/** Alt and a click explain what was clicked. All that it takes is loaded by the first such click. */
import type { Engine } from '../data/engine.ts';

export interface InspectorOptions {
  engine: Engine;
  /** Whether the reader may ask. */
  may(): boolean;
  /** Texts of the tools in a language, which are not those of the product. */
  texts(locale: string): Promise<Record<string, string>>;
}

/** Begins to listen; the returned function ends it and closes the panel. */
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
    // Nothing else comes of this press.
    event.preventDefault();
    event.stopPropagation();
    // A button that cannot be pressed hears of no click, but of the pointer.
    if (event.type === 'pointerdown') void open(target);
  };
  for (const type of PRESSES) document.addEventListener(type, onPress, true);
  return () => {
    close();
    for (const type of PRESSES) document.removeEventListener(type, onPress, true);
  };
}

const PRESSES = ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click'];
