/** A solution as JSON: VROOM's format with extension fields. docs/routing.md describes every field. */
import type { Reason } from './reasons.ts';

export interface Step {
  /** `unloading` and `driving_break` are extensions. */
  type: 'start' | 'job' | 'break' | 'unloading' | 'driving_break' | 'end';
  /** Of the job, the break or the place of unloading. */
  id?: number;
  description?: string;
  location_index?: number;
  location?: readonly [longitude: number, latitude: number];
  arrival: number;
  /** Travel time and length so far. */
  duration: number;
  distance: number;
  setup: 0;
  service: number;
  waiting_time: number;
  /** On leaving. */
  load: number[];
  violations: [];
  /** Extension: the run of the shift, from 1. */
  run: number;
}

/** Sums of a route or of all routes. */
export interface Sums {
  /** Roubles, by the vehicle's costs: the same whatever the objective is, without penalties. */
  cost: number;
  setup: 0;
  service: number;
  duration: number;
  distance: number;
  waiting_time: number;
  priority: number;
  delivery: number[];
  pickup: number[];
  violations: [];
  /** Extension: runs that end with an unloading, or one. */
  runs: number;
  /** Extension: visits by drivers without the experience that the problem requires. */
  inexperienced_visits: number;
}

export interface SolutionRoute extends Sums {
  vehicle: number;
  description?: string;
  steps: Step[];
}

export interface Unassigned {
  id: number;
  type: 'job';
  description?: string;
  location_index: number;
  location?: readonly [longitude: number, latitude: number];
  /** Extension: in order of precedence. */
  reasons: Reason[];
}

export interface Solution {
  code: 0;
  summary: Sums & {
    routes: number;
    unassigned: number;
    computing_times: { loading: number; solving: number };
  };
  unassigned: Unassigned[];
  routes: SolutionRoute[];
  /** Extension: how the search went. */
  search: { seed: number; iterations: number; cancelled: boolean };
}
