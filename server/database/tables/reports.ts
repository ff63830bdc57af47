/** Reports: definitions, who sees them, requests, and the accounts for which the sandbox reads. */
import type { ColumnType, Generated } from 'kysely';
import type { OptionalTime, Own, Time, Versioned } from './common.ts';

/** Written as text, read as a parsed value. */
type Document = ColumnType<unknown, string, string>;
type OptionalDocument = ColumnType<unknown, string | null | undefined, string | null>;

export interface ReportCategoryTable extends Versioned {
  id: Generated<number>;
  instance_id: string;
  name: string;
}

export interface ReportTable extends Own {
  code: string;
  draft: Document;
  published: OptionalDocument;
  published_version: number | null;
  publish_time: OptionalTime;
  published_by: string | null;
  changed_by: string | null;
  name: ColumnType<string, never, never>;
  type: ColumnType<string, never, never>;
}

export interface ReportVersionTable {
  id: Generated<string>;
  instance_id: string;
  report_id: string;
  number: number;
  definition: Document;
  publish_time: Time;
  published_by: string | null;
}

export interface ReportTemplateTable {
  id: Generated<string>;
  instance_id: string;
  report_id: string;
  name: string;
  media_type: string;
  content: Buffer;
  create_time: Time;
}

export interface ReportRoleTable {
  instance_id: string;
  report_id: string;
  role_id: string;
}

export interface ReportInstanceTable {
  instance_id: string;
  report_id: string;
  shown_to: string;
}

export interface ReportOptionTable extends Own {
  most_rows: number;
  most_seconds: number;
  days_kept: number;
  requests_at_once: number;
}

export type ReportStatus = 'BUILDING' | 'DONE' | 'ERROR' | 'CANCELED';

export interface ReportRequestTable extends Own {
  account_id: string;
  report_code: string;
  name: string;
  format: 'XLSX' | 'PDF' | 'DOCX' | 'CSV';
  definition: Document;
  parameters: Document;
  settings: Document;
  locale: 'ru' | 'en';
  status: Generated<ReportStatus>;
  job_id: string | null;
  row_count: number | null;
  file_id: string | null;
  error_key: string | null;
  error_detail: string | null;
  create_time: Time;
  start_time: OptionalTime;
  end_time: OptionalTime;
}

export interface ReportAskerTable {
  pid: number;
  token: string;
  home: string;
  instances: string[];
  districts: string[] | null;
  divisions: string[] | null;
  personal: boolean;
  create_time: Time;
}

export interface ReportTables {
  report_categories: ReportCategoryTable;
  reports: ReportTable;
  report_versions: ReportVersionTable;
  report_templates: ReportTemplateTable;
  report_roles: ReportRoleTable;
  report_instances: ReportInstanceTable;
  report_options: ReportOptionTable;
  report_requests: ReportRequestTable;
  report_askers: ReportAskerTable;
}
