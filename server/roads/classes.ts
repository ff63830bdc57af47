/** Classes of roads and the speeds on them. */

/** In descending importance; the position in this list is the class in typed arrays. */
export const ROAD_CLASSES = [
  'trunk',
  'primary',
  'secondary',
  'tertiary',
  'residential',
  'service',
  'ferry',
] as const;
export type RoadClass = (typeof ROAD_CLASSES)[number];

/** Kilometres an hour of a lorry without traffic, stops at crossings included. */
export const SPEEDS: Record<RoadClass, number> = {
  trunk: 75,
  primary: 45,
  secondary: 38,
  tertiary: 34,
  residential: 25,
  service: 12,
  ferry: 7,
};

/** Toll roads are built for higher speeds. */
export const TOLL_SPEED = 90;

/** Bits of an edge. */
export const ONEWAY = 1;
export const TOLL = 2;
export const BRIDGE = 4;
export const FERRY = 8;

/** The position of a class in typed arrays. */
export const classNumber = (roadClass: RoadClass): number => ROAD_CLASSES.indexOf(roadClass);
