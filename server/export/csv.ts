/** Rows as CSV that Excel of a Russian system opens by a double press: semicolons, decimal commas, a byte order mark. */
import { textOf, type CellValue } from './values.ts';

/**
 * A program would take it for a formula (OWASP: CSV injection): blanks and line ends before the sign are skipped, and
 * full-width signs count as the plain ones.
 */
const FORMULA = /^(?:[\t\r\n]|\s*[=+\-@＝＋－＠])/;

/** Text of a line, with its end. */
export function csvLine(cells: readonly CellValue[], decimal: ',' | '.' = ','): string {
  const fields = cells.map((cell) =>
    typeof cell === 'number' ? String(cell).replace('.', decimal) : quoted(harmless(textOf(cell))),
  );
  return `${fields.join(';')}\r\n`;
}

export const CSV_START = '\uFEFF';

/** An apostrophe makes it text in every program of sheets. */
export const harmless = (text: string): string => (FORMULA.test(text) ? `'${text}` : text);

const quoted = (text: string): string =>
  /[";,\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
