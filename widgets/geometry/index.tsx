/** A geometry as GeoJSON. */
import { defineField } from '../../engine/index.ts';
import { GeometryField } from './GeometryField.tsx';
import manifest from './widget.json';

export default defineField({ name: manifest.name, component: GeometryField });
