/** The whole list as a file: what the server gives beside every page operation, at its address and `/export`. */
import type { Engine } from '../../data/engine.ts';
import type { I18n } from '../../data/i18n.ts';
import type { Arguments } from '../../language/request.ts';
import type { CompiledColumn, CompiledOperation } from '../../language/compiled.ts';

export type ExportFormat = 'csv' | 'xlsx';

/** The export of a list; none where the server gives no pages. */
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

/** What is fetched: the format, and the columns that are shown, in their order. */
export interface Wanted {
  format: ExportFormat;
  columns: readonly CompiledColumn[];
  labels: readonly string[];
  /** What the reader calls the list. */
  title: string;
  /** Nobody knows how many rows there are: the server makes the file while the reader goes on. */
  long: boolean;
  /** Rows that are ticked, named by the values of their key: the file holds these alone. */
  chosen?: { key: readonly string[]; rows: readonly string[] };
}

/** Fetches the rows that answer these arguments: all, or of these the ticked ones. */
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

/** A column as the server finds it in a row; what is computed on the screen is not there. */
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

/** A column of several values is several in a sheet: the days of a period are told apart by what they are. */
function labelsOf(i18n: I18n, label: string, period: boolean, count: number): string[] {
  if (period && count === 2)
    return [i18n.t('engine.table.exportFrom', { label }), i18n.t('engine.table.exportUntil', { label })];
  return Array.from({ length: count }, (_, i) => (i ? `${label} ${i + 1}` : label));
}
