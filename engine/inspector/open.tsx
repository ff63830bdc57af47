/** Opens the inspector at an element: its own small tree beside the product's, so that it outlives what it explains. */
import { createRoot, type Root } from 'react-dom/client';
import { ErrorBoundary } from 'react-error-boundary';
import { addTexts, currentLocale } from '../data/locale.ts';
import type { Positions } from '../language/positions.ts';
import { find, type Found } from './find.ts';
import { frameOf, leadingTo } from './frame.ts';
import { Panel } from './Panel.tsx';
import type { InspectorOptions } from './start.ts';

let open: { root: Root; end: () => void } | undefined;

/** Explains the element; the panel of the element before goes. */
export async function openInspector(element: Element, options: InspectorOptions): Promise<void> {
  // Read before anything is waited for: what the element stands for is as it was pressed.
  const found = find(element);
  const leading = leadingTo(element);
  const frame = frameOf(element);
  const locale = currentLocale();
  const [texts, positions] = await Promise.all([options.texts(locale), found && positionsOf(found)]);
  addTexts(locale, texts);
  open?.end();
  const host = document.body.appendChild(document.createElement('div'));
  const root = createRoot(host);
  const end = () => {
    open = undefined;
    stopKeeping();
    root.unmount();
    host.remove();
  };
  const stopKeeping = keepDialogs(host);
  open = { root, end };
  root.render(
    <ErrorBoundary fallback={null} onError={(error) => console.error('The inspector failed', error)}>
      <Panel {...{ found, leading, frame, positions }} onClose={end} />
    </ErrorBoundary>,
  );
}

/** Where the parts of the screen stand; undefined when that cannot be read. */
async function positionsOf({ page }: Found): Promise<Positions | undefined> {
  try {
    const response = await fetch(`/tools/positions/${encodeURIComponent(page.screen.id)}.json`);
    return response.ok ? ((await response.json()) as Positions) : undefined;
  } catch {
    return undefined;
  }
}

/** A dialog that stands open takes a press beside it for its end; a press in the panel is none. */
function keepDialogs(host: Element): () => void {
  const keep = (event: Event) => {
    if (event.target instanceof Node && host.contains(event.target)) event.stopPropagation();
  };
  const presses = ['pointerdown', 'mousedown', 'touchstart', 'focusin'];
  for (const type of presses) window.addEventListener(type, keep, true);
  return () => {
    for (const type of presses) window.removeEventListener(type, keep, true);
  };
}
