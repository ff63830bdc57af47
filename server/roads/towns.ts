/** The invented towns of the demonstration, each made on first use. */
import { DISTRICTS, SETTLEMENTS, UNLOADING_POINTS } from './placeNames.ts';
import { Plane, type Place } from './plane.ts';
import { makeTown, type Town } from './town.ts';

export interface City extends Place {
  name: string;
  region: string;
  /** The first of its postcodes. */
  postcode: number;
}

/** Centres around which the towns are laid out, by key of the demo instance. Only name and centre are real. */
export const CITIES: Readonly<Record<string, City>> = {
  ecoregion: {
    name: 'г. Тула',
    region: 'Тульская область',
    postcode: 300_000,
    latitude: 54.193,
    longitude: 37.617,
  },
  'chisty-kray': {
    name: 'г. Рязань',
    region: 'Рязанская область',
    postcode: 390_000,
    latitude: 54.629,
    longitude: 39.736,
  },
  chistotrans: {
    name: 'г. Калуга',
    region: 'Калужская область',
    postcode: 248_000,
    latitude: 54.514,
    longitude: 36.262,
  },
  'poligon-severny': {
    name: 'г. Владимир',
    region: 'Владимирская область',
    postcode: 600_000,
    latitude: 56.129,
    longitude: 40.407,
  },
  ecology: {
    name: 'г. Тверь',
    region: 'Тверская область',
    postcode: 170_000,
    latitude: 56.858,
    longitude: 35.9,
  },
  administration: {
    name: 'г. Ярославль',
    region: 'Ярославская область',
    postcode: 150_000,
    latitude: 57.626,
    longitude: 39.884,
  },
};

/** Metres from the centre within which everything of a town is. */
export const TOWN_REACH = 31_000;

const towns = new Map<string, Town>();

/** Returns the town of a demo instance. Making it takes some 150 ms, once per process. */
export function townOf(key: string): Town {
  const known = towns.get(key);
  if (known) return known;
  const city = CITIES[key];
  if (!city) throw new Error(`No city for the instance ${key}`);
  const { name, latitude, longitude } = city;
  const town = makeTown({
    key,
    name,
    centre: { latitude, longitude },
    seed: Object.keys(CITIES).indexOf(key) + 1,
    districts: DISTRICTS.map(([, district]) => district),
    settlements: SETTLEMENTS,
    sites: UNLOADING_POINTS.map(([site, kind]) => ({ name: site, kind })),
  });
  towns.set(key, town);
  return town;
}

/** Returns the town whose area contains a place, if there is one. */
export function townNear(place: Place): Town | undefined {
  for (const [key, city] of Object.entries(CITIES)) {
    if (Math.hypot(...new Plane(city).toMetres(place)) <= TOWN_REACH) return townOf(key);
  }
  return undefined;
}
