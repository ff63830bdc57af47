/** Every kind of job of the product. */
import { exportJob, type ExportGround } from '../export/job.ts';
import type { JobKind } from '../jobs/define.ts';
import { sheetJob } from '../sheets/job.ts';
import { SHEETS } from './sheets.ts';

export const jobKinds = (ground: ExportGround): readonly JobKind[] => [
  exportJob(ground),
  sheetJob(ground, SHEETS),
];
