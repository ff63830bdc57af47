/** Drawing and editing with Terra Draw; loaded when the user first draws. */
import type { Map } from 'maplibre-gl';
import {
  TerraDraw,
  TerraDrawLineStringMode,
  TerraDrawPointMode,
  TerraDrawPolygonMode,
  TerraDrawSelectMode,
  type GeoJSONStoreFeatures,
} from 'terra-draw';
import { TerraDrawMapLibreGLAdapter } from 'terra-draw-maplibre-gl-adapter';
import type { Colours } from '../../../../engine/index.ts';
import type { DrawnGeometry, DrawnType } from '../geometry.ts';
import type { Drawing, DrawOptions } from '../provider.ts';

/** Decimals of a degree that are stored: about a centimetre. */
const PRECISION = 7;

const MODES: Record<DrawnType, string> = { Point: 'point', LineString: 'linestring', Polygon: 'polygon' };

export function startDrawing(map: Map, colours: Colours, { type, value, onChange }: DrawOptions): Drawing {
  const adapter = new TerraDrawMapLibreGLAdapter({ map, coordinatePrecision: PRECISION, prefixId: 'draw' });
  const draw = new TerraDraw({ adapter, modes: modesOf(colours) });
  draw.start();
  const edit = (geometry: DrawnGeometry) => {
    const properties = { mode: MODES[type] };
    const [added] = draw.addFeatures([{ type: 'Feature', geometry: rounded(geometry), properties }]);
    draw.setMode('select');
    if (added?.valid) draw.selectFeature(added.id!);
  };
  if (value) edit(value);
  else draw.setMode(MODES[type]);
  draw.on('finish', (id) => {
    const { geometry } = draw.getSnapshotFeature(id) as GeoJSONStoreFeatures;
    onChange(geometry as DrawnGeometry);
  });
  return {
    end: () => {
      // The map may already have been removed, and its style with it.
      if (draw.enabled) draw.stop();
    },
  };
}

function modesOf({ accent, surface, ink }: Colours) {
  const [colour, light, dark] = [accent, surface, ink] as `#${string}`[];
  const line = { lineStringColor: colour!, lineStringWidth: 3 };
  const area = { fillColor: colour!, fillOpacity: 0.2, outlineColor: colour!, outlineWidth: 3 };
  const point = { pointColor: colour!, pointWidth: 7, pointOutlineColor: light!, pointOutlineWidth: 2 };
  const coordinates = { draggable: true, midpoints: { draggable: true }, deletable: true };
  const flags = { feature: { draggable: true, coordinates } };
  return [
    new TerraDrawPointMode({ styles: point }),
    new TerraDrawLineStringMode({ styles: line }),
    new TerraDrawPolygonMode({ styles: area }),
    new TerraDrawSelectMode({
      // The geometry stays selected: it is the only one, and is being edited.
      allowManualDeselection: false,
      flags: { point: { feature: { draggable: true } }, linestring: flags, polygon: flags },
      styles: {
        selectedPointColor: colour!,
        selectedPointWidth: 8,
        selectedPointOutlineColor: light!,
        selectedPointOutlineWidth: 2,
        selectedLineStringColor: colour!,
        selectedLineStringWidth: 3,
        selectedPolygonColor: colour!,
        selectedPolygonFillOpacity: 0.2,
        selectedPolygonOutlineColor: colour!,
        selectedPolygonOutlineWidth: 3,
        selectionPointColor: light!,
        selectionPointWidth: 7,
        selectionPointOutlineColor: dark!,
        selectionPointOutlineWidth: 2,
        midPointColor: colour!,
        midPointWidth: 5,
        midPointOutlineColor: light!,
        midPointOutlineWidth: 1,
      },
    }),
  ];
}

/** Terra Draw rejects positions with more decimals than it stores. */
function rounded(geometry: DrawnGeometry): DrawnGeometry {
  const text = JSON.stringify(geometry, (_, part: unknown) =>
    typeof part === 'number' ? Number(part.toFixed(PRECISION)) : part,
  );
  return JSON.parse(text) as DrawnGeometry;
}
