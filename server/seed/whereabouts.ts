/** Positions of seeded objects: spots at the roads of the town, with the address of the nearest house. */
import { addressOf, type Town } from '../roads/town.ts';
import type { Spot } from '../roads/town/types.ts';
import type { Ground } from './ground.ts';
import type { Random } from '../core/random.ts';

export interface Whereabouts {
  latitude: number;
  longitude: number;
  address: string;
}

/** Returns a spot, by index, as columns of a row. */
export function placeOf(town: Town, spot: number): Whereabouts {
  const { x, y, house } = town.spots[spot]!;
  return { ...town.plane.toDegrees([x, y]), address: addressOf(town, house) };
}

/** Returns a spot of an area: a courtyard, a roadside in a settlement. */
export function placeIn(town: Town, random: Random, area: string): Whereabouts {
  const found = town.areas.find(({ name }) => name === area);
  if (!found) throw new Error(`The town has no area ${area}`);
  return placeOf(town, random.pick(found.spots));
}

const kinds = new WeakMap<Town, Map<Spot['kind'], number[]>>();

/** Returns a spot on ground with the given use. */
export function placeAmong(town: Town, random: Random, kind: Spot['kind']): Whereabouts {
  let spots = kinds.get(town);
  if (!spots) {
    spots = new Map();
    for (const [index, spot] of town.spots.entries()) {
      spots.set(spot.kind, [...(spots.get(spot.kind) ?? []), index]);
    }
    kinds.set(town, spots);
  }
  return placeOf(town, random.pick(spots.get(kind) ?? []));
}

/** Returns any spot of the town and its settlements. */
export const placeAnywhere = (town: Town, random: Random): Whereabouts =>
  placeOf(town, random.int(0, town.spots.length - 1));

/** Returns the facility with that name. */
export function siteOf(town: Town, name: string): Whereabouts {
  const site = town.sites.find((each) => each.name === name);
  if (!site) throw new Error(`The town has no site ${name}`);
  return placeOf(town, site.spot);
}

const streets = new WeakMap<Town, number[][]>();

/** Returns a postal address: postcode, street, house and, for some, the room. */
export function postalAddress({ town, city }: Pick<Ground, 'town' | 'city'>, random: Random): string {
  let built = streets.get(town);
  if (!built) {
    const all = town.streets.map((): number[] => []);
    for (let i = 0; i < town.houses.size; i += 1) all[town.houses.streetOf(i)]!.push(i);
    built = all.filter((houses) => houses.length > 0);
    streets.set(town, built);
  }
  const postcode = city.postcode + random.int(1, 60);
  const house = random.pick(random.pick(built));
  const room = random.int(1, 120);
  return `${postcode}, ${addressOf(town, house)}${room > 70 ? '' : `, пом. ${room}`}`;
}
