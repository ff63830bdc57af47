/** A timeline of rows with spans of several kinds. */
import { defineWidget } from '../../engine/index.ts';
import { Timeline } from './Timeline.tsx';
import manifest from './widget.json';

export default defineWidget({ name: manifest.name, component: Timeline });
