/** The map provider of the product. */
import { maplibre } from './maplibre/provider.ts';
import type { MapProvider } from './provider.ts';

export const provider: MapProvider = maplibre;
