/** The definition of a report: the editor's format, also used for its export. */

export const PARAMETER_TYPES = [
  'STRING',
  'LONG',
  'INTEGER',
  'FLOAT',
  'BOOLEAN',
  'DATE',
  'DATE_INTERVAL',
  'RESOLUTION',
  'CHOICE',
  'DICTIONARY',
] as const;
export type ParameterType = (typeof PARAMETER_TYPES)[number];

export type ReportFormat = 'XLSX' | 'PDF' | 'DOCX' | 'CSV';
export type ReportType = 'TABLE' | 'TEMPLATE';

export interface ReportParameter {
  /** Name in queries: `:name`; of an interval `:name_from` and `:name_to`. */
  name: string;
  /** Label that users see. */
  alias: string;
  type: ParameterType;
  dictionary?: string | null | undefined;
  choices?: { name: string; caption: string }[] | null | undefined;
  required?: boolean | null | undefined;
  multi?: boolean | null | undefined;
  /** Choices are sorted by their captions instead of their own order. */
  sortable?: boolean | null | undefined;
  min?: string | null | undefined;
  max?: string | null | undefined;
  /** A value, or `today`, `monthStart`, `today-30`. */
  default?: string | null | undefined;
}

export interface ReportDataSet {
  name: string;
  title?: string | null | undefined;
  query: string;
}

export type ColumnFormat =
  | 'AUTO'
  | 'INTEGER'
  | 'DECIMAL1'
  | 'DECIMAL2'
  | 'DECIMAL3'
  | 'MONEY'
  | 'PERCENT'
  | 'DATE'
  | 'DATETIME'
  | 'MONTH';

export interface ReportColumn {
  /** The data set; absent: the first. */
  dataSet?: string | null | undefined;
  /** Name of the query's column. */
  name: string;
  title?: string | null | undefined;
  format?: ColumnFormat | null | undefined;
  width?: number | null | undefined;
  hidden?: boolean | null | undefined;
  /** Summed below the rows, and below each group. */
  total?: boolean | null | undefined;
  /** Rows with the same value are grouped, with their own sums. */
  group?: boolean | null | undefined;
}

export interface ReportDefinition {
  name: string;
  description?: string | null | undefined;
  type: ReportType;
  categoryIds: number[];
  /** Name of the file; `{{parameter}}` in it is replaced by a value. */
  fileName?: string | null | undefined;
  formats: ReportFormat[];
  parameters: ReportParameter[];
  dataSets: ReportDataSet[];
  landscape?: boolean | null | undefined;
  hideParams?: boolean | null | undefined;
  showColumnNums?: boolean | null | undefined;
  columns: ReportColumn[];
  chartKind?: 'bar' | 'line' | 'pie' | null | undefined;
  chartCategory?: string | null | undefined;
  chartValue?: string | null | undefined;
  templateId?: string | null | undefined;
  templateName?: string | null | undefined;
  /** Marks of the template. */
  marks?: string[] | undefined;
  /** Reads views with personal data. */
  personal?: boolean | undefined;
}

/** Formats by type: PDF and CSV are generated from columns, DOCX is a template with marks. */
export const FORMATS_OF: Readonly<Record<ReportType, readonly ReportFormat[]>> = {
  TABLE: ['XLSX', 'PDF', 'CSV'],
  TEMPLATE: ['DOCX', 'XLSX'],
};

/** The most rows of a file; `undefined`: as many as the report options allow. */
export const MOST_ROWS: Readonly<Record<ReportFormat, number | undefined>> = {
  XLSX: undefined,
  CSV: undefined,
  PDF: 5_000,
  DOCX: 2_000,
};
/** A workbook with marks is filled in memory. */
export const MOST_TEMPLATE_ROWS = 20_000;

/** An error in a query at its place; `line` and `column` start at 1. */
export interface QueryFault {
  line: number;
  column: number;
  /** A text of the product, or the message of the database. */
  key?: string;
  values?: Record<string, string>;
  text?: string;
}

/** Returns the names by which queries access the values of a parameter. */
export function namesOf({ name, type }: ReportParameter): string[] {
  return type === 'DATE_INTERVAL' ? [`${name}_from`, `${name}_to`] : [name];
}

/** Returns the SQL type of a parameter's value. */
export function sqlTypeOf({ type, multi }: ReportParameter): string {
  const one = {
    STRING: 'text',
    LONG: 'bigint',
    INTEGER: 'integer',
    FLOAT: 'double precision',
    BOOLEAN: 'boolean',
    DATE: 'date',
    DATE_INTERVAL: 'date',
    RESOLUTION: 'text',
    CHOICE: 'text',
    DICTIONARY: 'text',
  }[type];
  return multi && isChoice(type) ? `${one}[]` : one;
}

/** Whether a parameter type is numeric. */
export const isNumeric = (type: ParameterType): type is 'INTEGER' | 'LONG' | 'FLOAT' =>
  type === 'INTEGER' || type === 'LONG' || type === 'FLOAT';

export const isChoice = (type: ParameterType): boolean => type === 'CHOICE' || type === 'DICTIONARY';
