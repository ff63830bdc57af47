/**
 * Rows as CSV that Excel on a Russian system opens with a double click: semicolons, decimal commas, a byte order mark.
 */
import { textOf, type CellValue } from './values.ts';

/**
 * Matches text that a spreadsheet would treat as a formula (OWASP: CSV injection): blanks and line ends before the sign
 * are skipped, and full-width signs count as plain ones.
 */
const FORMULA = /^(?:[\t\r\n]|\s*[=+\-@＝＋－＠])/;

/** Returns the text of a line, including its line end. */
export function csvLine(cells: readonly CellValue[], decimal: ',' | '.' = ','): string {
  const fields = cells.map((cell) =>
    typeof cell === 'number' ? String(cell).replace('.', decimal) : quoted(harmless(textOf(cell))),
  );
  return `${fields.join(';')}\r\n`;
}

export const CSV_START = '\uFEFF';

/** Prefixes a formula with an apostrophe, which makes it text in every spreadsheet program. */
export const harmless = (text: string): string => (FORMULA.test(text) ? `'${text}` : text);

const quoted = (text: string): string =>
  /[";,\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
