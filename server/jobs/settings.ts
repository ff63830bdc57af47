/** Settings of the job runner. */
import { LANES, type Lane } from './lanes.ts';

export interface JobSettings {
  /** Time that a job stays with a server that no longer renews its lease. */
  leaseSeconds: number;
  renewMs: number;
  /** Interval of checks for cancelled jobs. */
  watchMs: number;
  /** Interval at which an idle server polls for jobs. */
  pollMs: number;
  /** Delay before the second try; doubled before the third. */
  retryDelaySeconds: number;
  maintenanceSeconds: number;
  lanes: Readonly<Record<string, Lane>>;
  /** Longest time that a stop waits for running jobs. */
  stopMs: number;
}

export const DEFAULT_JOB_SETTINGS: JobSettings = {
  leaseSeconds: 30,
  renewMs: 10_000,
  watchMs: 250,
  pollMs: 1_000,
  retryDelaySeconds: 5,
  maintenanceSeconds: 10,
  lanes: LANES,
  stopMs: 4_000,
};
