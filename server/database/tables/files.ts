/** Files: their metadata and content. */
import type { ColumnType, Generated } from 'kysely';
import type { Own, Time } from './common.ts';

export interface FileTable extends Own {
  uploader_id: string | null;
  entity: string;
  field: string;
  entity_id: ColumnType<string | null, string | null | undefined, string | null>;
  claim_time: ColumnType<Date | null, Date | null | undefined, Date | null>;
  name: string;
  media_type: string;
  size: number;
  /** Set once the content is stored; a row without it is an upload in progress. */
  sha256: ColumnType<Buffer | null, Buffer | null | undefined, Buffer | null>;
  width: number | null;
  height: number | null;
  /** Degrees clockwise. */
  rotation: Generated<0 | 90 | 180 | 270>;
  date: string;
  folder: boolean;
  evaluation: ColumnType<string | null, string | null | undefined, string | null>;
  note: ColumnType<string | null, string | null | undefined, string | null>;
  evaluate_time: ColumnType<Date | null, Date | null | undefined, Date | null>;
  evaluated_by: ColumnType<string | null, string | null | undefined, string | null>;
  create_time: Time;
}

interface FilePart {
  file_id: string;
  instance_id: string;
  variant: string;
}

export interface FileTables {
  files: FileTable;
  file_variants: FilePart & { media_type: string; size: number; sha256: Buffer };
  file_chunks: FilePart & { position: number; bytes: Buffer };
  file_usage: { instance_id: string; bytes: number };
  file_removals: { file_id: string; remove_time: Time };
}
