/** Columns of an export: the user's own, as the screen describes them. */
import { invalid } from '../core/problems.ts';
import type { SheetColumn } from './sheet.ts';

const MOST = 200;
const LONGEST = 200;

/** Reads `columns`, JSON of `{label, path}` with a dotted path; throws a validation error. */
export function readColumns(text: unknown): SheetColumn[] {
  const columns = parse(text);
  const good =
    Array.isArray(columns) &&
    columns.length > 0 &&
    columns.length <= MOST &&
    columns.every((one: Partial<SheetColumn> | null) => isText(one?.label) && isText(one?.path));
  if (!good) throw invalid({ field: 'columns', code: 'pattern', message: 'validation.pattern' });
  return (columns as { label: string; path: string }[]).map(({ label, path }) => ({
    label,
    path: path.split('.'),
  }));
}

const isText = (value: unknown): boolean => typeof value === 'string' && value.length <= LONGEST;

function parse(text: unknown): unknown {
  try {
    return JSON.parse(String(text));
  } catch {
    return undefined;
  }
}
