/** Every import of the product. */
import type { Sheet } from '../sheets/define.ts';
import { timeCorrectionSheet } from './timeCorrections/timeCorrections.ts';

export const SHEETS: readonly Sheet[] = [timeCorrectionSheet];
