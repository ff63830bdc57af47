/** Imports of sheets. */
import type { ColumnType, Generated } from 'kysely';
import type { Own, Time } from './common.ts';

export type SheetState = 'PREVIEW' | 'IN_PROCESS' | 'DONE' | 'FAILED' | 'CANCELED';

export interface SheetImportTable extends Own {
  account_id: string;
  record: string;
  file_name: string;
  state: Generated<SheetState>;
  rows: ColumnType<unknown, string, string>;
  total: number;
  created: number;
  changed: number;
  unchanged: number;
  faulty: number;
  faults: ColumnType<unknown, string, string>;
  job_id: string | null;
  create_time: Time;
}

export interface SheetTables {
  sheet_imports: SheetImportTable;
}
