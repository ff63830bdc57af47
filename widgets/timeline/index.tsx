/** A timeline of rows, each a row of spans of several kinds. */
import { defineWidget } from '../../engine/index.ts';
import { Timeline } from './Timeline.tsx';
import manifest from './widget.json';

export default defineWidget({ name: manifest.name, component: Timeline });
