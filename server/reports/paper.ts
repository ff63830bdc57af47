/**
 * A report on A4 pages. The package's Roboto has Cyrillic and the rouble sign; no other file is read while a document
 * is made.
 */
import { loadPdf } from '../print/pdf.ts';
import type { Line, MadePart, MakeStart } from './lines.ts';
import { isNumber, printedOf } from './types.ts';

const GREY = '#555555';

/** Returns the bytes of the document; `lines` has one list for each part. */
export async function makePaper(start: MakeStart, lines: readonly Line[][]): Promise<Buffer> {
  const pdfmake = await loadPdf();
  const { title, parameters, landscape, parts, foot } = start;
  return pdfmake
    .createPdf({
      info: { title },
      pageSize: 'A4',
      pageOrientation: landscape ? 'landscape' : 'portrait',
      pageMargins: [28, 28, 28, 40],
      defaultStyle: { font: 'Roboto', fontSize: 8 },
      footer: (page: number, pages: number) => ({
        margin: [28, 8, 28, 0],
        columns: [foot, { text: `${page} / ${pages}`, alignment: 'right' }],
        color: GREY,
        fontSize: 7,
      }),
      content: [
        { text: title, fontSize: 14, bold: true, margin: [0, 0, 0, 6] },
        ...parameters.map(([label, value]) => ({ text: `${label}: ${value}`, color: GREY })),
        ...parts.flatMap((part, i) => tableOf(part, lines[i]!, start, parts.length > 1)),
      ],
    })
    .getBuffer();
}

function tableOf(part: MadePart, lines: readonly Line[], start: MakeStart, titled: boolean): object[] {
  const { columns } = part;
  const head = columns.map(({ title }) => ({ text: title, bold: true, fillColor: '#eeeeee' }));
  const numbers = columns.map((_column, i) => ({ text: String(i + 1), alignment: 'center', color: GREY }));
  const body = lines.map(({ kind, cells }) =>
    cells.map((cell, i) => ({
      text: printedOf(cell, columns[i]!.format, start.locale),
      ...(isNumber(columns[i]!.kind) && { alignment: 'right' }),
      ...(kind !== 'row' && { bold: true }),
    })),
  );
  return [
    ...(titled ? [{ text: part.title, fontSize: 11, bold: true, margin: [0, 10, 0, 4] }] : [{ text: ' ' }]),
    {
      table: {
        headerRows: start.showColumnNums ? 2 : 1,
        dontBreakRows: true,
        widths: columns.map(({ kind }) => (isNumber(kind) ? 'auto' : '*')),
        body: [head, ...(start.showColumnNums ? [numbers] : []), ...body],
      },
      layout: {
        hLineColor: () => '#bbbbbb',
        vLineColor: () => '#bbbbbb',
        hLineWidth: () => 0.5,
        vLineWidth: () => 0.5,
      },
    },
  ];
}
