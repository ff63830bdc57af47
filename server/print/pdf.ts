/**
 * Makes PDF documents, within a thread (core/thread.ts). The package's Roboto has Cyrillic and the rouble sign; no
 * other file is read while a document is made.
 */
import { createRequire } from 'node:module';
import path from 'node:path';
import type PdfMake from 'pdfmake';

const FOLDER = path.join(
  path.dirname(createRequire(import.meta.url).resolve('pdfmake/package.json')),
  'fonts',
);

/** Loaded by the first print, so that the server starts without it. */
let loading: Promise<typeof PdfMake> | undefined;

async function load(): Promise<typeof PdfMake> {
  const { default: pdfmake } = await import('pdfmake');
  pdfmake.addFonts({
    Roboto: {
      normal: path.join(FOLDER, 'Roboto/Roboto-Regular.ttf'),
      bold: path.join(FOLDER, 'Roboto/Roboto-Medium.ttf'),
    },
  });
  pdfmake.setLocalAccessPolicy((file) => path.resolve(file).startsWith(FOLDER));
  pdfmake.setUrlAccessPolicy(() => false);
  return pdfmake;
}

/** Returns pdfmake with its fonts. */
export function loadPdf(): Promise<typeof PdfMake> {
  return (loading ??= load());
}

/** Pairs of name and value, printed two beside each other. */
export type PrintedFacts = [string, string][];

/** A heading with facts or a table under it. */
export interface PrintedPart {
  title: string;
  facts?: PrintedFacts;
  table?: PrintedTable;
}

export interface PrintedTable {
  head: string[];
  rows: string[][];
  /** Printed under the table when the product has more rows. */
  note?: string;
}

export interface PrintedDocument {
  title: string;
  facts: PrintedFacts;
  parts: PrintedPart[];
  /** Printed at the foot of each page, next to its number. */
  foot: string;
}

/** Returns the bytes of a document on A4 pages in landscape. */
export async function makePdf({ title, facts, parts, foot }: PrintedDocument): Promise<Buffer> {
  const pdfmake = await loadPdf();
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
      content: [{ text: title, style: 'title' }, factTable(facts), ...parts.flatMap(partOf)],
    })
    .getBuffer();
}

/** The heading is a row of the table, so that no page ends between it and the first row. */
const headingOf = (title: string, columns: number): (object | string)[] => [
  { text: title, style: 'heading', colSpan: columns, border: [false, false, false, false] },
  ...Array.from({ length: columns - 1 }, () => ''),
];

function factTable(facts: PrintedFacts, title?: string): object {
  const rows = [];
  for (let i = 0; i < facts.length; i += 2) {
    const [first, second] = [facts[i]!, facts[i + 1] ?? ['', '']];
    rows.push([{ text: first[0], style: 'name' }, first[1], { text: second[0], style: 'name' }, second[1]]);
  }
  const table = { widths: [130, '*', 130, '*'], body: rows, dontBreakRows: true };
  if (title === undefined) return { table, layout: 'noBorders' };
  const body = [headingOf(title, 4), ...rows];
  return { table: { ...table, body, headerRows: 1, keepWithHeaderRows: 1 }, layout: 'noBorders' };
}

function partOf({ title, facts, table }: PrintedPart): object[] {
  return [...(facts ? [factTable(facts, title)] : []), ...(table ? tableOf(title, table) : [])];
}

function tableOf(title: string, { head, rows, note }: PrintedTable): object[] {
  const bold = head.map((text) => ({ text, bold: true, fillColor: '#eeeeee' }));
  const table = {
    headerRows: 2,
    keepWithHeaderRows: 1,
    dontBreakRows: true,
    widths: head.map(() => '*'),
    body: [headingOf(title, head.length), bold, ...rows],
  };
  return [
    {
      table,
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
