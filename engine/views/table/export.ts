/** Export of the whole list as a file: the server has one for every page operation, at its path and `/export`. */
import type { Engine } from '../../data/engine.ts';
import type { I18n } from '../../data/i18n.ts';
import type { Arguments } from '../../language/request.ts';
import type { CompiledColumn, CompiledOperation } from '../../language/compiled.ts';

export type ExportFormat = 'csv' | 'xlsx';

/** Returns the export operation of a list; undefined when the operation is not paged. */
export function exportOf(operation: CompiledOperation | undefined): CompiledOperation | undefined {
  if (operation?.reply !== 'page' || operation.method !== 'GET') return undefined;
  const { page: _page, count: _count, ...parameters } = operation.parameters;
  return {
    ...operation,
    id: `${operation.id}Export`,
    path: `${operation.path}/export`,
    reply: 'file',
    parameters: {
      ...parameters,
      format: { in: 'query' },
      columns: { in: 'query', json: true },
      timeZone: { in: 'query' },
      title: { in: 'query' },
    },
  };
}

/** Parameters of an export: the format, and the visible columns in their order. */
export interface Wanted {
  format: ExportFormat;
  columns: readonly CompiledColumn[];
  labels: readonly string[];
  /** Title of the list, as shown to the user. */
  title: string;
  /** The number of rows is unknown: the server prepares the file while the user continues. */
  long: boolean;
  /** Selected rows, by the values of their key: the file contains only these. */
  chosen?: { key: readonly string[]; rows: readonly string[] };
}

/** Exports the rows that match the arguments: all of them, or the selected ones. */
export function fetchExport(
  engine: Engine,
  operation: CompiledOperation,
  args: Arguments,
  { format, columns, labels, title, long, chosen }: Wanted,
): Promise<boolean> {
  const fetch = long || chosen ? engine.transfers.fetchPrepared : engine.transfers.fetchFile;
  return fetch(chosen ? { ...operation, body: ['key', 'rows'] } : operation, {
    ...args,
    ...chosen,
    format,
    columns: columns.flatMap((column, i) => exported(engine.i18n, column, labels[i] ?? '')),
    timeZone: engine.i18n.timeZone(),
    title,
  });
}

/**
 * Returns the columns of the file for one column: values computed on the screen are not in the server's rows and are
 * left out.
 */
function exported(
  i18n: I18n,
  { id, content }: CompiledColumn,
  label: string,
): { label: string; path: string }[] {
  const paths = [
    ...new Set(
      content.flatMap(({ do: cell }) => ('paths' in cell ? cell.paths.map((path) => path.join('.')) : [])),
    ),
  ];
  const labels = labelsOf(
    i18n,
    label || id,
    content.length === 1 && content[0]!.do.cell === 'period',
    paths.length,
  );
  return paths.map((path, i) => ({ label: labels[i]!, path }));
}

/**
 * Returns labels for a column of several values, which is several columns in a file: the dates of a period are named as
 * start and end.
 */
function labelsOf(i18n: I18n, label: string, period: boolean, count: number): string[] {
  if (period && count === 2)
    return [i18n.t('engine.table.exportFrom', { label }), i18n.t('engine.table.exportUntil', { label })];
  return Array.from({ length: count }, (_, i) => (i ? `${label} ${i + 1}` : label));
}
