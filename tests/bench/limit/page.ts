/** Shared code of the hand-written pages. */
import { createRoot } from 'react-dom/client';
import type { ReactNode } from 'react';
import './style.css';

export const draw = (page: ReactNode): void => createRoot(document.getElementById('app')!).render(page);

/** Code and data are loaded; nothing is rendered before the runner calls. */
export function drawWhenCalled(page: () => ReactNode): void {
  (window as unknown as { __bench: object }).__bench = { mount: () => draw(page()) };
}

export const wanted = (name: string): string | null => new URLSearchParams(window.location.search).get(name);
