/** An open MapLibre map behind the port of `provider.ts`. */
import { AttributionControl, Map as MapLibre, Marker, setWorkerUrl, type MapOptions } from 'maplibre-gl';
import 'maplibre-gl/dist/maplibre-gl.css';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url';
import type { Position } from '../geometry.ts';
import type { Drawing, MapStart, MapSurface } from '../provider.ts';
import { createEvents } from './events.ts';
import { drawMark, PIXEL_RATIO } from './images.ts';
import { createLayers } from './ownLayers.ts';
import { addSelected, setSelected } from './selected.ts';
import type { BaseStyle } from './style.ts';
import { viewOf } from './view.ts';

// The content security policy forbids a worker from a blob.
setWorkerUrl(workerUrl);

const MAX_ZOOM = 19;
/** Zoom limit when fitting data: a single point is shown with its surroundings. */
const FIT_ZOOM = 16;
const FIT_PADDING = 56;

export async function openSurface(
  element: HTMLElement,
  start: MapStart,
  base: BaseStyle,
): Promise<MapSurface> {
  const map = new MapLibre(optionsOf(element, start, base));
  map.touchZoomRotate.disableRotation();
  map.keyboard.disableRotation();
  map.setMissingStyleImageResolver((id) => {
    const mark = drawMark(id, start.colours);
    if (mark && !map.hasImage(id)) map.addImage(id, mark, { pixelRatio: PIXEL_RATIO });
  });
  // Without a listener MapLibre logs an error; a tile that fails to load is only a warning.
  map.on('error', ({ error }) => console.warn(`Map: ${error.message}`));
  map.addControl(new AttributionControl({ compact: false }), 'bottom-right');
  await new Promise<void>((ready) => void map.once('style.load', () => ready()));
  addSelected(map, start.colours);
  return surfaceOf(map, start, !base.failed);
}

function optionsOf(container: HTMLElement, start: MapStart, base: BaseStyle): MapOptions {
  const { t } = start;
  return {
    container,
    style: base.style,
    center: start.centre,
    zoom: start.zoom,
    maxZoom: MAX_ZOOM,
    dragRotate: false,
    touchPitch: false,
    pitchWithRotate: false,
    boxZoom: false,
    renderWorldCopies: false,
    cooperativeGestures: start.twoFingers,
    attributionControl: false,
    fadeDuration: 0,
    locale: {
      'Map.Title': start.label,
      'AttributionControl.ToggleAttribution': t('engine.map.attribution'),
      'CooperativeGesturesHandler.WindowsHelpText': t('engine.map.ctrlScroll'),
      'CooperativeGesturesHandler.MacHelpText': t('engine.map.cmdScroll'),
      'CooperativeGesturesHandler.MobileHelpText': t('engine.map.twoFingers'),
    },
  };
}

function surfaceOf(map: MapLibre, { colours }: MapStart, hasBase: boolean): MapSurface {
  const layers = createLayers(map, colours);
  let drawing: Drawing | undefined;
  const events = createEvents(map, layers, () => drawing !== undefined);
  const mark = new Marker({ color: colours.info, scale: 0.8 });
  return {
    hasBase,
    on: events.on,
    view: () => viewOf(map),
    setLayers: layers.set,
    setSelected: (features) => setSelected(map, features),
    setMark: (at) => void (at ? mark.setLngLat(at).addTo(map) : mark.remove()),
    fit: ({ west, south, east, north }) =>
      void map.fitBounds([west, south, east, north], { padding: FIT_PADDING, maxZoom: FIT_ZOOM }),
    show: (at, zoom) => void map.easeTo({ center: at, zoom: Math.max(zoom, map.getZoom()) }),
    zoomBy: (levels) => void map.easeTo({ zoom: map.getZoom() + levels, duration: 250 }),
    project: (at) => map.project(at),
    unproject: (x, y) => map.unproject([x, y]).toArray() as Position,
    picture: () => map.redraw().getCanvas().toDataURL(),
    draw: async (options) => {
      drawing?.end();
      const { startDrawing } = await import('./drawing.ts');
      const started = startDrawing(map, colours, options);
      const own: Drawing = {
        end: () => {
          started.end();
          if (drawing === own) drawing = undefined;
        },
      };
      return (drawing = own);
    },
    close: () => {
      drawing?.end();
      layers.end();
      map.remove();
    },
  };
}
