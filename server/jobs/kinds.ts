/** Every kind of job of the product. */
import type { JobKind } from './define.ts';

export const JOB_KINDS: readonly JobKind[] = [];
