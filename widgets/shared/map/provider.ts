/**
 * The port between the map widgets and a map library. MapLibre GL is the implementation in use
 * (`maplibre/provider.ts`); another library (Yandex Maps, Leaflet) would implement `MapProvider` and be selected in
 * `current.ts`. Positions are [longitude, latitude] in degrees, sizes are CSS pixels.
 */
import type { Colours, Translate } from '../../../engine/index.ts';
import type { Bounds, DrawnGeometry, DrawnType, Geometry, Position } from './geometry.ts';

export interface MapProvider {
  /** Whether this browser can draw a map (WebGL 2). */
  supported(): boolean;
  /** Loads the library and opens a map in an empty element. Rejects when either fails. */
  open(element: HTMLElement, start: MapStart): Promise<MapSurface>;
}

export interface MapStart {
  /** URL of a MapLibre style; without one the base is a plain colour of the theme. */
  style: string | undefined;
  colours: Colours;
  centre: Position;
  zoom: number;
  /** Accessible name of the map. */
  label: string;
  /** Texts in the user's language. */
  t: Translate;
  /** Moving the map takes two fingers; one finger scrolls the page. */
  twoFingers: boolean;
}

export type LayerKind = 'points' | 'lines' | 'areas' | 'vehicles' | 'stops';

/** A set of features drawn in the same way. */
export interface DrawnLayer {
  id: string;
  kind: LayerKind;
  features: readonly Feature[];
  visible: boolean;
  /** Points that are close to each other are drawn as one circle with their number. */
  cluster: boolean;
  /** Draws arrows along lines, in their direction. */
  arrows: boolean;
  /** Labels are drawn from this zoom on. */
  labelFrom: number;
}

/** A GeoJSON feature with everything needed to draw it. */
export interface Feature {
  type: 'Feature';
  geometry: Geometry;
  properties: {
    /** Identifies the feature within its layer. */
    key: string;
    /** `#rrggbb` */
    colour: string;
    /** Importance of the colour: the highest one colours a cluster. */
    rank: number;
    label?: string;
    /** Number of objects, if the feature is already a cluster; 1 if absent. */
    count?: number;
    /** Name of an icon of the product. */
    icon?: string;
    /** Number that a stop shows. */
    order?: string;
    /** Degrees clockwise from north. */
    heading?: number;
  };
}

export interface FeatureRef {
  layer: string;
  key: string;
}

export interface MapView {
  bounds: Bounds;
  centre: Position;
  zoom: number;
  /** In the middle of the map. */
  metresPerPixel: number;
}

export interface MapEvents {
  /** A press on the map; the topmost features first, none when it hit the base. `add`: with Ctrl, Cmd or Shift. */
  press(features: readonly FeatureRef[], at: Position, add: boolean): void;
  /** The view has stopped moving. */
  rest(view: MapView): void;
  /** The view moves: called once per frame. */
  move(): void;
}

/** An open map. */
export interface MapSurface {
  /** Whether the style of the base was loaded; otherwise the base is a plain colour. */
  readonly hasBase: boolean;
  on<E extends keyof MapEvents>(event: E, listener: MapEvents[E]): () => void;
  view(): MapView;
  /** Replaces the layers; unchanged ones (the same `features`) are not sent to the library again. */
  setLayers(layers: readonly DrawnLayer[]): void;
  /** Marks features above all layers. */
  setSelected(features: readonly Feature[]): void;
  /** Sets a separate mark, such as the user's position; undefined removes it. */
  setMark(at: Position | undefined): void;
  fit(bounds: Bounds): void;
  /** Shows a position, no further away than `zoom`. */
  show(at: Position, zoom: number): void;
  zoomBy(levels: number): void;
  /** Pixels from the top left corner of the map. */
  project(at: Position): { x: number; y: number };
  unproject(x: number, y: number): Position;
  /** Returns the current picture of the map, as a data URL. */
  picture(): string;
  /** Starts drawing or editing; one at a time. */
  draw(options: DrawOptions): Promise<Drawing>;
  close(): void;
}

export interface DrawOptions {
  type: DrawnType;
  /** The geometry to edit; without one a new one is drawn. */
  value?: DrawnGeometry;
  /** A geometry was completed, or changed by dragging a vertex. */
  onChange(geometry: DrawnGeometry): void;
}

export interface Drawing {
  end(): void;
}
