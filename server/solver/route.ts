/** The route of a vehicle, with the data needed to evaluate a change without walking the whole route. */
import type { Truck } from './model.ts';

const FIRST_SIZE = 16;

/**
 * Arrays are by position: 0 is the start, `length` - 1 the end of the route. schedule.ts describes which of them are
 * kept up to date; those of the second group only for trucks that are not `plain`.
 */
export class Route {
  length = 2;
  /** Jobs on the route. */
  jobs = 0;
  feasible = true;
  /** In units of the objective; 0 while there is no job. */
  cost = 0;
  sequence = new Int32Array(FIRST_SIZE);
  location = new Int32Array(FIRST_SIZE);
  /** Earliest departure. */
  leave = new Float64Array(FIRST_SIZE);
  /** Latest start of service that keeps the rest of the route in time. */
  latest = new Float64Array(FIRST_SIZE);
  /** Travel cost to the next position. */
  leg = new Float64Array(FIRST_SIZE);
  /** Cost of travel and visits up to and including this position. */
  spent = new Float64Array(FIRST_SIZE);
  /** Load of the run up to and including this position, at position × dimensions. */
  load: Float64Array;

  /** Places of unloading that take all garbage of the run up to and including this position, as bits. */
  takers = new Int32Array(FIRST_SIZE);
  /** Position of the unloading that ends the run, or of the end. */
  runEnd = new Int32Array(FIRST_SIZE);
  /** Driving since the last rest, on arrival. */
  driven = new Float64Array(FIRST_SIZE);
  /** Driving from here to the next rest. */
  toDrive = new Float64Array(FIRST_SIZE);
  /** Tonnes on leaving. */
  tonnes = new Float64Array(FIRST_SIZE);
  /** Length from here to the end of the run. */
  haul = new Float64Array(FIRST_SIZE);
  /** Driving time, length and seconds of driving and service of the whole route. */
  travel = 0;
  distance = 0;
  work = 0;

  /** A new number after each change of the sequence, unique among all routes of a state. */
  version = 0;

  /** The current step of the search has changed the route; `save` has stored its previous state. */
  touched = false;
  #before: Route | undefined;

  readonly truck: Truck;
  readonly index: number;
  readonly dimensions: number;

  constructor(truck: Truck, dimensions: number) {
    this.truck = truck;
    this.index = truck.index;
    this.dimensions = dimensions;
    this.load = new Float64Array(FIRST_SIZE * dimensions);
    this.clear();
  }

  /** Removes all nodes. */
  clear(): void {
    this.sequence[0] = this.truck.start;
    this.sequence[1] = this.truck.end;
    this.length = 2;
  }

  /** Inserts a node after a position. */
  insert(position: number, node: number): void {
    if (this.length === this.sequence.length) this.#grow(this.length * 2);
    this.sequence.copyWithin(position + 2, position + 1, this.length);
    this.sequence[position + 1] = node;
    this.length++;
  }

  remove(position: number, count = 1): void {
    this.sequence.copyWithin(position, position + count, this.length);
    this.length -= count;
  }

  save(): void {
    this.#before ??= new Route(this.truck, this.dimensions);
    this.#before.#copy(this);
  }

  restore(): void {
    this.#copy(this.#before!);
  }

  /** Copies everything from another route of the same truck. */
  #copy(other: Route): void {
    const { length, dimensions } = other;
    this.#grow(length);
    this.length = length;
    this.jobs = other.jobs;
    this.feasible = other.feasible;
    this.cost = other.cost;
    this.version = other.version;
    for (let k = 0; k < length; k++) {
      this.sequence[k] = other.sequence[k]!;
      this.location[k] = other.location[k]!;
      this.leave[k] = other.leave[k]!;
      this.latest[k] = other.latest[k]!;
      this.leg[k] = other.leg[k]!;
      this.spent[k] = other.spent[k]!;
    }
    for (let k = 0; k < length * dimensions; k++) this.load[k] = other.load[k]!;
    if (!this.truck.plain) this.#copyDetails(other);
  }

  #copyDetails(other: Route): void {
    this.travel = other.travel;
    this.distance = other.distance;
    this.work = other.work;
    for (let k = 0; k < other.length; k++) {
      this.takers[k] = other.takers[k]!;
      this.runEnd[k] = other.runEnd[k]!;
      this.driven[k] = other.driven[k]!;
      this.toDrive[k] = other.toDrive[k]!;
      this.tonnes[k] = other.tonnes[k]!;
      this.haul[k] = other.haul[k]!;
    }
  }

  /** Sets the nodes between start and end. */
  fill(nodes: ArrayLike<number>): void {
    this.#grow(nodes.length + 2);
    this.clear();
    this.sequence.set(nodes, 1);
    this.sequence[nodes.length + 1] = this.truck.end;
    this.length = nodes.length + 2;
  }

  /** Replaces `count` nodes after a position. */
  replace(position: number, count: number, nodes: Int32Array): void {
    const length = this.length - count + nodes.length;
    this.#grow(length);
    this.sequence.copyWithin(position + 1 + nodes.length, position + 1 + count, this.length);
    this.sequence.set(nodes, position + 1);
    this.length = length;
  }

  #grow(wanted: number): void {
    if (wanted <= this.sequence.length) return;
    const size = Math.max(wanted, this.sequence.length * 2);
    const ints = (before: Int32Array) => {
      const after = new Int32Array(size);
      after.set(before);
      return after;
    };
    const floats = (before: Float64Array, width = 1) => {
      const after = new Float64Array(size * width);
      after.set(before);
      return after;
    };
    this.sequence = ints(this.sequence);
    this.location = ints(this.location);
    this.leave = floats(this.leave);
    this.latest = floats(this.latest);
    this.leg = floats(this.leg);
    this.spent = floats(this.spent);
    this.load = floats(this.load, this.dimensions);
    this.takers = ints(this.takers);
    this.runEnd = ints(this.runEnd);
    this.driven = floats(this.driven);
    this.toDrive = floats(this.toDrive);
    this.tonnes = floats(this.tonnes);
    this.haul = floats(this.haul);
  }
}
