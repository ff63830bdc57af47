/**
 * The routing problem as JSON: the format of VROOM (https://github.com/VROOM-Project/vroom, docs/API.md) with the
 * extension fields of waste collection, each marked "extension". docs/routing.md describes every field.
 *
 * Times are seconds, lengths metres, costs roubles; any non-negative numbers, not only integers.
 */

export type Id = number | string;
/** Opening and closing time of a window, in seconds from the problem's own zero. */
export type TimeWindow = readonly [from: number, to: number];

/** A place to visit once. */
export interface Job {
  id: number;
  description?: string;
  /** Row and column of the matrices. */
  location_index: number;
  location?: readonly [longitude: number, latitude: number];
  /** Seconds at the place. */
  service?: number;
  /** Amounts that the vehicle loads here, one number per dimension of `capacity`. */
  pickup?: readonly number[];
  /** Amounts that the vehicle brings from its start; a problem has pickups or deliveries. */
  delivery?: readonly number[];
  skills?: readonly number[];
  /** 0 to 100: an unplanned job counts as 1 + priority jobs. */
  priority?: number;
  time_windows?: readonly TimeWindow[];
  /** Extension: the vehicle and the place of unloading must take this type. */
  garbage_type?: Id;
  /** Extension: the vehicle must lift this type. */
  container_type?: Id;
  /** Extension: a vehicle with `point_groups` serves only jobs with one of them. */
  point_groups?: readonly Id[];
  /** Extension: the stand by which drivers' visits are counted. */
  stand?: Id;
  /** Extension: only this vehicle may serve the job. */
  locked_vehicle?: number;
  /** Extension: jobs of one group on one vehicle are visited in ascending order. */
  sequence?: { group: Id; order: number };
}

export interface Break {
  id: number;
  description?: string;
  time_windows?: readonly TimeWindow[];
  service?: number;
}

export interface Costs {
  /** Once, if the vehicle is used. */
  fixed?: number;
  /** Per hour of driving; 3600 by default, as in VROOM: a second costs 1. */
  per_hour?: number;
  per_km?: number;
  /** Per hour of work at jobs and places of unloading. */
  per_task_hour?: number;
  /** Extension: per visited job. */
  per_visit?: number;
  /** Extension: per run, from the start or an unloading to the next unloading. */
  per_run?: number;
  /** Extension: per tonne carried over a kilometre; needs `mass`. */
  per_tonne_km?: number;
}

/** A vehicle in one shift, with its driver. */
export interface Vehicle {
  id: number;
  description?: string;
  profile?: string;
  /** Absent: the route begins at its first job. */
  start_index?: number;
  /** Absent: the route ends at its last job or unloading. */
  end_index?: number;
  capacity?: readonly number[];
  skills?: readonly number[];
  time_window?: TimeWindow;
  breaks?: readonly Break[];
  costs?: Costs;
  /** Travel times are divided by it. */
  speed_factor?: number;
  max_tasks?: number;
  max_travel_time?: number;
  max_distance?: number;
  /** The route to start the search from. */
  steps?: readonly { type: string; id?: number }[];
  /** Extension: places of unloading that end the vehicle's runs. Absent: one run, nothing is unloaded on the way. */
  unloading_ids?: readonly number[];
  /** Extension: seconds at a place of unloading, instead of the place's own. */
  unloading_service?: number;
  /** Extension: absent means all. */
  garbage_types?: readonly Id[];
  /** Extension: absent means all. */
  container_types?: readonly Id[];
  /** Extension: absent means all jobs. */
  point_groups?: readonly Id[];
  /** Extension: visits of the driver by stand. */
  experience?: Readonly<Record<string, number>>;
  /** Extension: at least `duration` seconds of rest after at most `after` seconds of driving. */
  driving_break?: { after: number; duration: number };
}

/** Extension: a place where a run ends and the vehicle is emptied. */
export interface Unloading {
  id: number;
  description?: string;
  location_index: number;
  location?: readonly [longitude: number, latitude: number];
  service?: number;
  time_windows?: readonly TimeWindow[];
  /** Absent means all. */
  garbage_types?: readonly Id[];
}

export interface Matrices {
  durations: readonly (readonly number[])[];
  distances?: readonly (readonly number[])[];
  /** Replaces `per_hour` and `per_km` of the vehicles of the profile. */
  costs?: readonly (readonly number[])[];
}

/** Extension: drivers who visited a stand at least `threshold` times know it. */
export interface Experience {
  /** `strict`: others may not go there; `soft`: they cost `penalty`; `ignore`: no difference. */
  mode: 'strict' | 'soft' | 'ignore';
  threshold: number;
  /** Roubles per visit by a driver without experience, 1000 by default. */
  penalty?: number;
}

/** Fewest unplanned jobs first, always; then: */
export const OBJECTIVES = ['cost', 'vehicles', 'distance', 'balance'] as const;
export type Objective = (typeof OBJECTIVES)[number];

export interface Problem {
  jobs: readonly Job[];
  vehicles: readonly Vehicle[];
  matrices: Readonly<Record<string, Matrices>>;
  /** Extension. */
  unloadings?: readonly Unloading[];
  /** Extension. */
  experience?: Experience;
  /** Extension; `cost` by default. */
  objective?: Objective;
  /** Extension: which dimension of the amounts is mass, and how much of it is a tonne. */
  mass?: { dimension: number; per_tonne: number };
}
