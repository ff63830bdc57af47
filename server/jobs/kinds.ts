/** Every kind of job of the product. */
import { exportJob, type ExportGround } from '../export/job.ts';
import type { JobKind } from './define.ts';

export const jobKinds = (ground: ExportGround): readonly JobKind[] => [exportJob(ground)];
