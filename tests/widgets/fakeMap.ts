/** A map provider that draws nothing: tests read what it received and act as the user on its map. */
import { vi } from 'vitest';
import type {
  Drawing,
  DrawOptions,
  MapEvents,
  MapProvider,
  MapSurface,
  MapView,
} from '../../widgets/shared/map/provider.ts';

export const VIEW: MapView = {
  bounds: { west: 37, south: 55, east: 38, north: 56 },
  centre: [37.5, 55.5],
  zoom: 10,
  metresPerPixel: 100,
};

export interface FakeMap extends MapProvider {
  canDraw: boolean;
  surface: ReturnType<typeof fakeSurface>;
}

function fakeSurface() {
  const listeners = new Map<keyof MapEvents, (...given: never[]) => void>();
  const drawings: DrawOptions[] = [];
  const surface = {
    hasBase: true,
    on: vi.fn((event: keyof MapEvents, listener: (...given: never[]) => void) => {
      listeners.set(event, listener);
      return () => listeners.delete(event);
    }),
    view: () => VIEW,
    setLayers: vi.fn<MapSurface['setLayers']>(),
    setSelected: vi.fn<MapSurface['setSelected']>(),
    setMark: vi.fn<MapSurface['setMark']>(),
    fit: vi.fn<MapSurface['fit']>(),
    show: vi.fn<MapSurface['show']>(),
    zoomBy: vi.fn<MapSurface['zoomBy']>(),
    project: () => ({ x: 100, y: 100 }),
    unproject: (x: number, y: number): [number, number] => [37 + x / 1000, 56 - y / 1000],
    picture: () => 'data:,',
    draw: vi.fn(async (options: DrawOptions): Promise<Drawing> => {
      drawings.push(options);
      return { end: () => void drawings.splice(drawings.indexOf(options), 1) };
    }),
    close: vi.fn(),
  };
  return {
    ...surface,
    /** Drawings that have not ended. */
    drawings,
    press: (...given: Parameters<MapEvents['press']>) =>
      (listeners.get('press') as MapEvents['press'])(...given),
    rest: (view: MapView) => (listeners.get('rest') as MapEvents['rest'])(view),
  };
}

export function fakeMap(): FakeMap {
  const fake: FakeMap = {
    canDraw: true,
    supported: () => fake.canDraw,
    surface: fakeSurface(),
    open: async () => fake.surface,
  };
  return fake;
}
