/** Chooses the provider of travel times. */
import { onRoads } from './onRoads.ts';
import { osrmAt } from './osrm.ts';
import type { TravelTimes } from './port.ts';
import { straightLines, type StraightSettings } from './straight.ts';

export interface TravelSettings extends StraightSettings {
  /** Address of an OSRM server. */
  osrmUrl: string | undefined;
  /** The places are those of the demonstration, which are in its invented towns. */
  demo: boolean;
}

export const DEFAULT_TRAVEL: TravelSettings = { osrmUrl: undefined, demo: true, roadFactor: 1.35, speed: 28 };

/** Returns OSRM if configured; else the roads of the demonstration; else straight lines. */
export function travelTimes(settings: TravelSettings): TravelTimes {
  if (settings.osrmUrl) return osrmAt(settings.osrmUrl);
  return settings.demo ? onRoads() : straightLines(settings);
}
