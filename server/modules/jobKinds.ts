/** Every kind of job of the product. */
import { exportJob, type ExportGround } from '../export/job.ts';
import type { JobKind } from '../jobs/define.ts';
import { deleteHypothesisJob, deleteSolutionJob } from './hypotheses/deleteJob.ts';
import { solveJob, type SolveGround } from './hypotheses/planJob.ts';
import { reportJob } from '../reports/job.ts';
import { sheetJob } from '../sheets/job.ts';
import { photoAnalysisJob, type AnalysisGround } from './results/analysis.ts';
import { SHEETS } from './sheets.ts';

export const jobKinds = (ground: ExportGround & SolveGround & AnalysisGround): readonly JobKind[] => [
  exportJob(ground),
  sheetJob(ground, SHEETS),
  solveJob(ground),
  deleteHypothesisJob,
  deleteSolutionJob,
  photoAnalysisJob(ground),
  reportJob(ground),
];
