/** The houses of a town in typed arrays: garbage collection of 25,000 objects would cost more than making them. */
import type { Point } from '../plane.ts';

/** A building with an address. */
export interface House {
  /** Its middle. */
  x: number;
  y: number;
  /** The direction of its longer side. */
  dx: number;
  dy: number;
  /** Metres. */
  length: number;
  depth: number;
  street: number;
  /** Metres along the street, by which houses are numbered; odd numbers are on one side of the street. */
  along: number;
  odd: boolean;
}

/** Columns of the two tables: measures, and integers. */
const [X, Y, DX, DY, LENGTH, DEPTH, ALONG, MEASURES] = [0, 1, 2, 3, 4, 5, 6, 7];
const [STREET, ODD, MAIN, NUMBER, BUILDING, COUNTS] = [0, 1, 2, 3, 4, 5];
const FIRST_ROOM = 28_000;

export class HouseList {
  #measures = new Float64Array(FIRST_ROOM * MEASURES);
  /** MAIN: the house whose number it shares as a further building (`корп.`); -1: it has its own number. */
  #counts = new Int32Array(FIRST_ROOM * COUNTS);
  #size = 0;
  /** Fixed numbers that are not assigned by counting, as on a highway. */
  readonly #fixed = new Map<number, string>();

  get size(): number {
    return this.#size;
  }

  /** Adds a house; returns its index. */
  add(house: House, main = -1, fixed?: string): number {
    const index = this.#size;
    this.#makeRoom();
    const { x, y, dx, dy, length, depth, along, street, odd } = house;
    this.#measures.set([x, y, dx, dy, length, depth, along], index * MEASURES);
    this.#counts.set([street, odd ? 1 : 0, main, 0, 0], index * COUNTS);
    if (fixed) this.#fixed.set(index, fixed);
    this.#size = index + 1;
    return index;
  }

  at(index: number): House {
    const measure = (column: number) => this.#measures[index * MEASURES + column]!;
    return {
      x: measure(X),
      y: measure(Y),
      dx: measure(DX),
      dy: measure(DY),
      length: measure(LENGTH),
      depth: measure(DEPTH),
      along: measure(ALONG),
      street: this.streetOf(index),
      odd: this.#count(index, ODD) === 1,
    };
  }

  pointOf(index: number): Point {
    return [this.#measures[index * MEASURES + X]!, this.#measures[index * MEASURES + Y]!];
  }

  streetOf(index: number): number {
    return this.#count(index, STREET);
  }

  /** As in an address: `д. 12, корп. 2`. */
  numberOf(index: number): string {
    const fixed = this.#fixed.get(index);
    if (fixed) return fixed;
    const building = this.#count(index, BUILDING);
    return `д. ${this.#count(index, NUMBER)}${building > 0 ? `, корп. ${building}` : ''}`;
  }

  /** Numbers each street from its beginning: odd numbers on one side, even ones on the other. */
  number(): void {
    const sides = new Map<number, number[]>();
    for (let i = 0; i < this.#size; i += 1) {
      if (this.#count(i, MAIN) >= 0 || this.#fixed.has(i)) continue;
      const key = this.streetOf(i) * 2 + this.#count(i, ODD);
      const side = sides.get(key);
      if (side) side.push(i);
      else sides.set(key, [i]);
    }
    const along = (i: number) => this.#measures[i * MEASURES + ALONG]!;
    for (const [key, side] of sides) {
      side.sort((a, b) => along(a) - along(b));
      for (const [place, i] of side.entries()) this.#setCount(i, NUMBER, 2 * place + (key % 2 ? 1 : 2));
    }
    this.#numberBuildings();
  }

  /** Returns all data that addresses are made of, for a checksum. */
  digest(): Int32Array {
    return this.#counts.subarray(0, this.#size * COUNTS);
  }

  #numberBuildings(): void {
    const buildings = new Map<number, number>();
    for (let i = 0; i < this.#size; i += 1) {
      const main = this.#count(i, MAIN);
      if (main < 0) continue;
      const building = (buildings.get(main) ?? 1) + 1;
      buildings.set(main, building);
      this.#setCount(i, NUMBER, this.#count(main, NUMBER));
      this.#setCount(i, BUILDING, building);
    }
  }

  #count(index: number, column: number): number {
    return this.#counts[index * COUNTS + column]!;
  }

  #setCount(index: number, column: number, value: number): void {
    this.#counts[index * COUNTS + column] = value;
  }

  #makeRoom(): void {
    if ((this.#size + 1) * MEASURES <= this.#measures.length) return;
    const [measures, counts] = [this.#measures, this.#counts];
    this.#measures = new Float64Array(measures.length * 2);
    this.#measures.set(measures);
    this.#counts = new Int32Array(counts.length * 2);
    this.#counts.set(counts);
  }
}
