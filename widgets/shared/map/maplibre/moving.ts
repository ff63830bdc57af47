/** Animates features from their drawn to their current position, so that vehicles move smoothly. */
import type { Position } from '../geometry.ts';
import type { Feature } from '../provider.ts';

/** Duration of an animation and the time between two frames, in milliseconds. */
const DURATION = 1000;
const STEP = 66;

export interface Mover {
  set(features: readonly Feature[]): void;
  end(): void;
}

type Place = { at: Position; heading: number };

/** `draw` is called with the features at each step; with reduced motion, once with their final positions. */
export function createMover(draw: (features: readonly Feature[]) => void, moves: boolean): Mover {
  let shown = new Map<string, Place>();
  let timer: ReturnType<typeof setInterval> | undefined;
  const end = () => clearInterval(timer);
  return {
    end,
    set(features) {
      end();
      const from = shown;
      const place = (share: number) => {
        const drawn = features.map((feature) => placed(feature, from.get(feature.properties.key), share));
        shown = new Map(drawn.map((feature) => [feature.properties.key, placeOf(feature)]));
        draw(drawn);
      };
      if (!moves || !features.some((feature) => isElsewhere(feature, from.get(feature.properties.key))))
        return place(1);
      const started = performance.now();
      timer = setInterval(() => {
        const share = Math.min(1, (performance.now() - started) / DURATION);
        place(share);
        if (share === 1) end();
      }, STEP);
    },
  };
}

const placeOf = ({ geometry, properties }: Feature): Place => ({
  at: geometry.coordinates as Position,
  heading: properties.heading ?? 0,
});

const isElsewhere = (feature: Feature, from: Place | undefined): boolean =>
  from !== undefined && String(placeOf(feature).at) !== String(from.at);

/** Returns the feature at a share of its way; the heading turns in the shorter direction. */
export function placed(feature: Feature, from: Place | undefined, share: number): Feature {
  if (!from || share === 1 || feature.geometry.type !== 'Point') return feature;
  const to = placeOf(feature);
  const turn = ((to.heading - from.heading + 540) % 360) - 180;
  const at: Position = [
    from.at[0] + (to.at[0] - from.at[0]) * share,
    from.at[1] + (to.at[1] - from.at[1]) * share,
  ];
  return {
    ...feature,
    geometry: { type: 'Point', coordinates: at },
    properties: { ...feature.properties, heading: from.heading + turn * share },
  };
}
