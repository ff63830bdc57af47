/** Alt and a click explain what was clicked. All that it takes is loaded by the first such click. */
export interface InspectorOptions {
  /** Whether the reader may ask. */
  may(): boolean;
  /** Texts of the tools in a language, which are not those of the product. */
  texts(locale: string): Promise<Record<string, string>>;
}

/** Begins to listen; the function that comes back ends it. */
export function startInspector(options: InspectorOptions): () => void {
  const onPress = (event: Event) => {
    if (!(event as PointerEvent).altKey || !(event.target instanceof Element) || !options.may()) return;
    const { target } = event;
    if (target.closest('[data-part=inspector]')) return;
    // Nothing else comes of this press.
    event.preventDefault();
    event.stopPropagation();
    // A button that cannot be pressed hears of no click, but of the pointer.
    if (event.type === 'pointerdown')
      void import('./open.tsx').then(({ openInspector }) => openInspector(target, options));
  };
  for (const type of PRESSES) document.addEventListener(type, onPress, true);
  return () => {
    for (const type of PRESSES) document.removeEventListener(type, onPress, true);
  };
}

const PRESSES = ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click'];
