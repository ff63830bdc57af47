/** The parts of a town while it is laid out and afterwards. */
import type { RoadClass } from '../classes.ts';
import type { Place, Point } from '../plane.ts';

/** A named street of the town or of one of its settlements. */
export interface Street {
  /** With its kind, for example `ул. Садовая`. */
  name: string;
  /** The settlement, when the street is not in the town itself. */
  settlement?: string;
}

/** A road: a line of nodes with constant attributes. */
export interface Way {
  roadClass: RoadClass;
  /** Index of the street; -1: no name. */
  street: number;
  oneway?: boolean;
  toll?: boolean;
  bridge?: boolean;
  nodes: number[];
}

/** What the ground of a block is used for. */
export type BlockKind = 'centre' | 'flats' | 'houses' | 'industry' | 'park';

/** A place at a road where demonstration objects may be, a few metres off. */
export interface Spot {
  x: number;
  y: number;
  /** Index of the house whose address it has. */
  house: number;
  kind: BlockKind | 'site';
  /** Name of the microdistrict, settlement or site; undefined in other parts of the town. */
  within?: string;
}

/** A district, a microdistrict (`quarter`) or a settlement around the town. */
export interface Area {
  name: string;
  kind: 'district' | 'quarter' | 'settlement';
  x: number;
  y: number;
  /** Name of the district to which a quarter or settlement belongs. */
  district: string;
  /** Indexes of its spots. */
  spots: number[];
}

/** A facility outside the blocks: a landfill, a sorting plant. */
export interface Site {
  name: string;
  /** Index of its spot: where vehicles stop. */
  spot: number;
}

export interface Surface {
  kind: 'water' | 'green' | 'industry' | 'town';
  /** Closed: the first corner is repeated as the last. */
  ring: Point[];
}

/** The input for making a town; the same plan returns the same town. */
export interface TownPlan {
  key: string;
  /** As in an address: `г. Тула`. */
  name: string;
  centre: Place;
  seed: number;
  districts: readonly string[];
  /** Microdistricts (`мкр. …`) and settlements. */
  settlements: readonly string[];
  sites: readonly { name: string; kind: string }[];
}
