/** The route of a vehicle, with what is needed to evaluate a change of it without going through all of it. */
import type { Model, Truck } from './model.ts';

const FIRST_SIZE = 16;

/**
 * Arrays are by position: 0 is the start, `length` - 1 the end of the route. Which of them are kept up to date is said in
 * schedule.ts; those of the second group only for trucks that are not `plain`.
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
  /** Latest time to begin the service that leaves the rest of the route in time. */
  latest = new Float64Array(FIRST_SIZE);
  /** Travel cost to the next position. */
  leg = new Float64Array(FIRST_SIZE);
  /** What the run takes on up to and with this position, at position × dimensions. */
  load: Float64Array;

  /** Places of unloading that take all garbage of the run up to and with this position, as bits. */
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

  /** Another number after each change of the sequence, in all routes of a state. */
  version = 0;

  /** The sequence before the step of the search that changes it. */
  saved = new Int32Array(FIRST_SIZE);
  savedLength = 2;
  savedVersion = 0;
  touched = false;

  readonly truck: Truck;
  readonly dimensions: number;

  constructor(model: Model, truck: Truck) {
    this.truck = truck;
    this.dimensions = model.dimensions;
    this.load = new Float64Array(FIRST_SIZE * model.dimensions);
    this.clear();
  }

  /** Takes out everything. */
  clear(): void {
    this.sequence[0] = this.truck.start;
    this.sequence[1] = this.truck.end;
    this.length = 2;
  }

  /** Puts a node behind a position. */
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
    if (this.saved.length < this.length) this.saved = new Int32Array(this.sequence.length);
    this.saved.set(this.sequence.subarray(0, this.length));
    this.savedLength = this.length;
    this.savedVersion = this.version;
  }

  restore(): void {
    this.sequence.set(this.saved.subarray(0, this.savedLength));
    this.length = this.savedLength;
    this.version = this.savedVersion;
  }

  /** Takes over nodes between start and end. */
  fill(nodes: ArrayLike<number>): void {
    this.#grow(nodes.length + 2);
    this.clear();
    this.sequence.set(nodes, 1);
    this.sequence[nodes.length + 1] = this.truck.end;
    this.length = nodes.length + 2;
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
    this.load = floats(this.load, this.dimensions);
    this.takers = ints(this.takers);
    this.runEnd = ints(this.runEnd);
    this.driven = floats(this.driven);
    this.toDrive = floats(this.toDrive);
    this.tonnes = floats(this.tonnes);
    this.haul = floats(this.haul);
  }
}
