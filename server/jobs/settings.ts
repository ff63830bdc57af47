/** How jobs are run. */
import { LANES, type Lane } from './lanes.ts';

export interface JobSettings {
  /** How long a job stays with a server that no longer says that it lives. */
  leaseSeconds: number;
  renewMs: number;
  /** How often cancelled jobs are looked for. */
  watchMs: number;
  /** How often an idle server asks for work. */
  pollMs: number;
  /** Before the second try; the third waits twice as long. */
  retryDelaySeconds: number;
  maintenanceSeconds: number;
  lanes: Readonly<Record<string, Lane>>;
  /** How long a stop waits for running jobs. */
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
