/**
 * The port between the map widgets and a map library. MapLibre GL is the implementation in use
 * (`maplibre/provider.ts`); another library (Yandex Maps, Leaflet) implements `MapProvider` and is named in
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
  /** Texts in the reader's language. */
  t: Translate;
  /** Moving the map takes two fingers, so that one scrolls the page. */
  twoFingers: boolean;
}

export type LayerKind = 'points' | 'lines' | 'areas' | 'vehicles' | 'stops';

/** A set of features that are drawn alike. */
export interface DrawnLayer {
  id: string;
  kind: LayerKind;
  features: readonly Feature[];
  visible: boolean;
  /** Points that are close to each other are drawn as one circle with their number. */
  cluster: boolean;
  /** Lines bear arrows in their direction. */
  arrows: boolean;
  /** Labels are drawn from this zoom on. */
  labelFrom: number;
}

/** A GeoJSON feature with all that its drawing needs. */
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
    /** How many objects it stands for, where it is a cluster already; 1 if absent. */
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
  /** A press; the topmost features first, none when it met the base. `add`: with Ctrl, Cmd or Shift. */
  press(features: readonly FeatureRef[], at: Position, add: boolean): void;
  /** The view came to rest. */
  rest(view: MapView): void;
  /** The view moves: called once a frame. */
  move(): void;
}

/** An open map. */
export interface MapSurface {
  /** Whether the style of the base could be loaded; a plain colour otherwise. */
  readonly hasBase: boolean;
  on<E extends keyof MapEvents>(event: E, listener: MapEvents[E]): () => void;
  view(): MapView;
  /** Replaces the layers; what is unchanged (the same `features`) is not sent to the library again. */
  setLayers(layers: readonly DrawnLayer[]): void;
  /** Marks features above all layers. */
  setSelected(features: readonly Feature[]): void;
  /** A mark of its own, as the reader's position; undefined takes it away. */
  setMark(at: Position | undefined): void;
  fit(bounds: Bounds): void;
  /** Shows a position, no further away than `zoom`. */
  show(at: Position, zoom: number): void;
  zoomBy(levels: number): void;
  /** Pixels from the top left corner of the map. */
  project(at: Position): { x: number; y: number };
  unproject(x: number, y: number): Position;
  /** What is drawn at the moment, as a data URL. */
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
