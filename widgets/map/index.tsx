/** A map of the rows that the screen passes to it, with the same objects as a list. */
import { defineWidget } from '../../engine/index.ts';
import { MapWidget } from './MapWidget.tsx';
import manifest from './widget.json';

export default defineWidget({ name: manifest.name, component: MapWidget });
