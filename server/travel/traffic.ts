/** How much longer roads take by the hour of the day: workdays of a town of 300,000. */
import { ROAD_CLASSES, type RoadClass } from '../roads/classes.ts';

/** For main streets, hours 0 to 23. */
const HOURS = [
  1, 1, 1, 1, 1, 1.02, 1.12, 1.4, 1.55, 1.35, 1.2, 1.18, 1.2, 1.2, 1.2, 1.25, 1.4, 1.6, 1.55, 1.3, 1.12, 1.05,
  1, 1,
];

/** Share of the main streets' delay per class: jams are on main streets, hardly in courtyards. */
const SHARES: Record<RoadClass, number> = {
  trunk: 0.6,
  primary: 1,
  secondary: 1,
  tertiary: 0.8,
  residential: 0.4,
  service: 0,
  ferry: 0,
};

/** Returns the factor for main streets at an hour; 1 without one. */
export const trafficFactor = (hour: number | undefined): number =>
  hour === undefined ? 1 : (HOURS[hour] ?? 1);

/** Returns the factors at an hour, by the position of the class in `ROAD_CLASSES`. */
export const trafficByClass = (hour: number | undefined): number[] =>
  ROAD_CLASSES.map((roadClass) => 1 + (trafficFactor(hour) - 1) * SHARES[roadClass]);
