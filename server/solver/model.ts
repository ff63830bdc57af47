/**
 * The problem in typed arrays, as the search reads it.
 *
 * Everything on a route is a node: first the jobs (0 to `stops` - 1), then places of unloading, breaks, starts and ends
 * of vehicles. Each vehicle has its own nodes for all but the jobs. Locations are rows of the matrices; the last one,
 * `nowhere`, is at distance 0 from all others and represents an open start or end.
 */
export const JOB = 0;
export const UNLOADING = 1;
/** A break that must be taken, within its windows. */
export const BREAK = 2;
/** A break that is taken as often as driving requires. */
export const REST = 3;
export const END = 4;

/** Why a vehicle cannot serve a job at all, as bits. */
export const WRONG = {
  pointGroup: 1,
  containerType: 2,
  garbageType: 4,
  experience: 8,
  window: 16,
  time: 32,
  other: 64,
  /** The job is locked to another vehicle. */
  locked: 128,
} as const;

export interface Nodes {
  kind: Uint8Array;
  location: Int32Array;
  service: Float64Array;
  /** Opening of the first and closing of the last window. */
  open: Float64Array;
  close: Float64Array;
  /** Of a node with several windows: all of them, start and end alternating. */
  windows: (Float64Array | undefined)[];
  /** Index in the problem: of the job, of the place of unloading, of the vehicle's break. */
  source: Int32Array;
}

/**
 * Travel between locations: duration and length alternating. The length is a cost where the profile has a cost matrix.
 */
export interface Profile {
  /** At 2 × (from × locations + to). */
  out: Float64Array;
  /** At 2 × (to × locations + from). */
  into: Float64Array;
}

/** A vehicle in its shift. Rates are in units of the objective. */
export interface Truck {
  index: number;
  /** Trucks of one type differ only in their index. */
  type: number;
  profile: Profile;
  /** Factor of travel times. */
  slowness: number;
  capacity: Float64Array;
  start: number;
  end: number;
  unloadings: Int32Array;
  breaks: Int32Array;
  /** The node of the driving break, or -1. */
  rest: number;
  maxDriving: number;
  /** Rest that counts as a driving break. */
  restTime: number;
  costUsed: number;
  costRun: number;
  /** Per second of the matrix, per unit of the matrix's length, per second of work. */
  costTime: number;
  costLength: number;
  costWork: number;
  /** Per tonne and unit of length. */
  costHaul: number;
  /** Of the square of the seconds of driving and work. */
  costBalance: number;
  maxTasks: number;
  maxTravel: number;
  maxLength: number;
  /**
   * One run, travel costs and nothing else, jobs with one window and no sequence: the fast evaluation is sufficient.
   */
  plain: boolean;
}

export interface Model {
  stops: number;
  dimensions: number;
  locations: number;
  nodes: Nodes;
  trucks: Truck[];
  types: number;
  /** Of a job: amounts at job × dimensions. */
  amounts: Float64Array;
  tonnes: Float64Array;
  /** Of a job: its weight while it is unplanned. */
  weight: Float64Array;
  /** Of a job: its largest share of a capacity, and its distance from where vehicles start; for orders only. */
  size: Float64Array;
  remote: Float64Array;
  /** Of a job: its sequence, or -1, and its rank there. */
  sequence: Int32Array;
  rank: Float64Array;
  /** At type × stops + job: bits of WRONG; 0 if the vehicle can serve the job alone. */
  wrong: Uint8Array;
  /** At type × stops + job: cost of the visit, without travel. */
  visit: Float64Array;
  /** At type × stops + job: bits of the truck's `unloadings` that take the job's garbage. */
  takers: Int32Array;
  /** Jobs near a job by travel, nearest first, at job × neighbours. */
  near: Int32Array;
  /** The same by travel, waiting and delay. */
  nearInTime: Int32Array;
  neighbours: number;
  /** Vehicles are counted before costs. */
  fewest: boolean;
}

/** Sums of the same travel times differ in their last digits depending on the order of addition. */
export const ROUNDING = 1e-6;

/** Returns the earliest time from `time` on at which the node is open; infinity if there is none. */
export function opening(nodes: Nodes, node: number, time: number): number {
  const windows = nodes.windows[node];
  if (!windows) {
    if (time > nodes.close[node]! + ROUNDING) return Infinity;
    return time > nodes.open[node]! ? time : nodes.open[node]!;
  }
  for (let i = 0; i < windows.length; i += 2)
    if (time <= windows[i + 1]! + ROUNDING) return time > windows[i]! ? time : windows[i]!;
  return Infinity;
}

/** Returns the latest time up to `time` at which the node is open; minus infinity if there is none. */
export function closing(nodes: Nodes, node: number, time: number): number {
  const windows = nodes.windows[node];
  if (!windows) {
    if (time < nodes.open[node]!) return -Infinity;
    return time < nodes.close[node]! ? time : nodes.close[node]!;
  }
  for (let i = windows.length - 2; i >= 0; i -= 2)
    if (time >= windows[i]!) return time < windows[i + 1]! ? time : windows[i + 1]!;
  return -Infinity;
}
