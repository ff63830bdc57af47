/** MapLibre GL as the map provider; its code and its worker are loaded when a map is first opened. */
import type { MapProvider } from '../provider.ts';
import { loadStyle } from './style.ts';

export const maplibre: MapProvider = {
  supported,
  open: async (element, start) => {
    const [{ openSurface }, base] = await Promise.all([import('./surface.ts'), loadStyle(start)]);
    return openSurface(element, start, base);
  },
};

function supported(): boolean {
  const context = document.createElement('canvas').getContext('webgl2');
  // Browsers limit the number of contexts: this one is released at once.
  context?.getExtension('WEBGL_lose_context')?.loseContext();
  return context !== null;
}
