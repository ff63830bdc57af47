/** Makes PDF documents. Roboto of the package has Cyrillic and the rouble; nothing else is read while one is made. */
import { createRequire } from 'node:module';
import path from 'node:path';
import pdfmake from 'pdfmake';

const FOLDER = path.join(
  path.dirname(createRequire(import.meta.url).resolve('pdfmake/package.json')),
  'fonts',
);

pdfmake.addFonts({
  Roboto: {
    normal: path.join(FOLDER, 'Roboto/Roboto-Regular.ttf'),
    bold: path.join(FOLDER, 'Roboto/Roboto-Medium.ttf'),
  },
});
pdfmake.setLocalAccessPolicy((file) => path.resolve(file).startsWith(FOLDER));
pdfmake.setUrlAccessPolicy(() => false);

/** A heading with a table under it; `more` rows stand in the product and not here. */
export interface PrintedTable {
  title: string;
  head: string[];
  rows: string[][];
  /** Said under the table. */
  note?: string;
}

export interface PrintedDocument {
  title: string;
  /** Name and value, two beside each other. */
  facts: [string, string][];
  tables: PrintedTable[];
  /** Stands at the foot of each page, beside its number. */
  foot: string;
}

/** The bytes of a document on A4 pages, across. */
export function makePdf({ title, facts, tables, foot }: PrintedDocument): Promise<Buffer> {
  return pdfmake
    .createPdf({
      info: { title },
      pageSize: 'A4',
      pageOrientation: 'landscape',
      pageMargins: [36, 36, 36, 44],
      defaultStyle: { font: 'Roboto', fontSize: 9 },
      styles: {
        title: { fontSize: 16, bold: true, margin: [0, 0, 0, 10] },
        heading: { fontSize: 11, bold: true, margin: [0, 14, 0, 4] },
        name: { color: '#555555' },
        note: { color: '#555555', margin: [0, 2, 0, 0] },
      },
      footer: (page: number, pages: number) => ({
        margin: [36, 10, 36, 0],
        columns: [foot, { text: `${page} / ${pages}`, alignment: 'right' }],
        color: '#555555',
        fontSize: 8,
      }),
      content: [{ text: title, style: 'title' }, factTable(facts), ...tables.flatMap(tableOf)],
    })
    .getBuffer();
}

function factTable(facts: readonly [string, string][]): object {
  const rows = [];
  for (let i = 0; i < facts.length; i += 2) {
    const [first, second] = [facts[i]!, facts[i + 1] ?? ['', '']];
    rows.push([{ text: first[0], style: 'name' }, first[1], { text: second[0], style: 'name' }, second[1]]);
  }
  return { table: { widths: [110, '*', 110, '*'], body: rows }, layout: 'noBorders' };
}

function tableOf({ title, head, rows, note }: PrintedTable): object[] {
  const bold = head.map((text) => ({ text, bold: true, fillColor: '#eeeeee' }));
  return [
    { text: title, style: 'heading' },
    {
      table: { headerRows: 1, dontBreakRows: true, widths: head.map(() => '*'), body: [bold, ...rows] },
      layout: {
        hLineColor: () => '#bbbbbb',
        vLineColor: () => '#bbbbbb',
        hLineWidth: () => 0.5,
        vLineWidth: () => 0.5,
      },
    },
    ...(note ? [{ text: note, style: 'note' }] : []),
  ];
}
