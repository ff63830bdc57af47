/** Opens the inspector for an element, in a separate React root, so that it outlives the part that it explains. */
import { createRoot } from 'react-dom/client';
import { ErrorBoundary } from 'react-error-boundary';
import { EngineContext } from '../data/engine.ts';
import type { Positions } from '../language/positions.ts';
import { find, type Found } from './find.ts';
import { frameOf, leadingTo } from './frame.ts';
import { Panel } from './Panel.tsx';
import type { InspectorOptions } from './start.ts';

/**
 * Explains the element in a panel; the returned function closes it.
 * @param closeOther called before the panel is shown
 */
export async function openInspector(
  element: Element,
  { engine, texts: loadTexts }: InspectorOptions,
  closeOther: () => void,
): Promise<() => void> {
  // Read before the first `await`: the parts of the element as they were when it was clicked.
  const found = find(element);
  const leading = leadingTo(element);
  const frame = frameOf(element);
  const locale = engine.i18n.current();
  const [texts, positions] = await Promise.all([loadTexts(locale), found && positionsOf(found)]);
  engine.i18n.addTexts(locale, texts);
  closeOther();
  const host = document.body.appendChild(document.createElement('div'));
  const root = createRoot(host);
  let closed = false;
  const end = () => {
    if (closed) return;
    closed = true;
    stopKeeping();
    root.unmount();
    host.remove();
  };
  const stopKeeping = keepDialogs(host);
  root.render(
    <EngineContext value={engine}>
      <ErrorBoundary fallback={null} onError={(error) => console.error('The inspector failed', error)}>
        <Panel {...{ found, leading, frame, positions }} onClose={end} />
      </ErrorBoundary>
    </EngineContext>,
  );
  return end;
}

/** Positions of the parts in the source; undefined when they cannot be read. */
async function positionsOf({ page }: Found): Promise<Positions | undefined> {
  try {
    const response = await fetch(`/tools/positions/${encodeURIComponent(page.screen.id)}.json`);
    return response.ok ? ((await response.json()) as Positions) : undefined;
  } catch {
    return undefined;
  }
}

/** An open dialog closes on a press outside it; a press in the panel must not close it. */
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
