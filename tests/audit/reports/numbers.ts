/** A report with the requested number of rows, and what an independent reader finds in its files. */
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import JSZip from 'jszip';
import { download, re, type RequestReply } from '../../server/reports/lab.ts';
import { signIn, type Client } from '../../server/support.ts';

export type Format = 'XLSX' | 'CSV' | 'PDF';

/** Result of reading a file: rows that begin with a number, and the sum of those numbers. */
export interface Found {
  rows: number;
  sum: number;
}

export const foundIn = (thousands: number): Found => {
  const rows = thousands * 1000;
  return { rows, sum: (rows * (rows + 1)) / 2 };
};

const CODE = 'numbers';
const COLUMNS = ['number', 'stand', 'collected', 'volume', 'done'];
const QUERY = `select a.n * 1000 + b.n as number, 'Контейнерная площадка ' || b.n as stand,
  date '2026-01-01' + b.n % 365 as collected, b.n % 97 * 0.25 as volume, b.n % 2 = 0 as done
from generate_series(0, :thousands - 1) as a(n), generate_series(1, 1000) as b(n)`;

/**
 * Writes and publishes the report, and sets the limits of reports to their maximum. Returns its author, who may request
 * it.
 */
export async function writeNumbers(server: { url: string }): Promise<Client> {
  const [author, admin] = [await signIn(server, 'analyst'), await signIn(server, 'admin')];
  const options = await sent<object>(admin, 'GET', '/settings');
  const limits = { mostRows: 1_000_000, mostSeconds: 540, requestsAtOnce: 20 };
  await sent(admin, 'POST', '/settings', { ...options, ...limits });
  await writeReport(author, CODE, {
    name: 'Миллион строк',
    formats: ['XLSX', 'CSV', 'PDF'],
    parameters: [{ name: 'thousands', alias: 'Тысяч строк', type: 'INTEGER', required: true }],
    dataSets: [{ name: 'main', query: QUERY }],
    columns: COLUMNS.map((column) => ({ name: column, title: column })),
  });
  await sent(author, 'POST', `/editor/${CODE}/publish`);
  return author;
}

interface WrittenReport {
  name: string;
  formats: Format[];
  parameters: object[];
  dataSets: object[];
  columns: object[];
}

/** Adds a report of type TABLE and saves its draft. */
export async function writeReport(author: Client, code: string, draft: WrittenReport): Promise<void> {
  const type = 'TABLE';
  const { name } = draft;
  const { version } = await sent<{ version: number }>(author, 'POST', '/editor', { code, name, type });
  await sent(author, 'POST', `/editor/${code}`, { ...draft, version, type, categoryIds: [] });
}

/** Requests a file; undefined when the account has as many requests as allowed. */
export async function requestNumbers(
  client: Client,
  format: Format,
  thousands: number,
): Promise<RequestReply | undefined> {
  const body = { reportCode: CODE, format, parameters: { thousands } };
  const { status, body: reply } = await re<RequestReply>(client, 'POST', '/requests', { body });
  if (status === 429) return undefined;
  if (status !== 200) throw new Error(`A request was answered ${status}: ${JSON.stringify(reply)}`);
  return reply;
}

export const requestOf = (client: Client, id: string) => sent<RequestReply>(client, 'GET', `/requests/${id}`);

/** Waits until a request is over. Throws if it ends in another state. */
export async function endedWith(client: Client, id: string, wanted: string): Promise<void> {
  for (;;) {
    const { status, error } = await requestOf(client, id);
    if (status.name === wanted) return;
    if (status.name !== 'BUILDING') throw new Error(`A request ended ${status.name}: ${error}`);
    await sleep(250);
  }
}

/** Downloads a file and reads it with a library that did not write it. */
export async function readNumbers(client: Client, id: string, format: Format): Promise<Found> {
  const { status, bytes } = await download(client, `/requests/${id}/download`);
  if (status !== 200) throw new Error(`A download was answered ${status}`);
  return format === 'CSV' ? readCsv(bytes) : readSheet(bytes);
}

function readCsv(bytes: Buffer): Found {
  const found = { rows: 0, sum: 0 };
  for (const line of bytes.toString('utf8').split('\r\n')) {
    const [number = ''] = line.split(';');
    if (/^\d+$/.test(number)) take(found, number);
  }
  return found;
}

/** A number in the first column of a row. */
const FIRST = /<c r="A\d+"(?: s="\d+")?><v>(\d+)<\/v>/g;
const ROW_END = '</row>';

async function readSheet(bytes: Buffer): Promise<Found> {
  const zip = await JSZip.loadAsync(bytes);
  const sheet = zip.file('xl/worksheets/sheet1.xml');
  if (!sheet) throw new Error('The workbook has no sheet');
  const found = { rows: 0, sum: 0 };
  let rest = '';
  // The XML of a million rows is longer than the longest JavaScript string.
  for await (const piece of new Readable().wrap(sheet.nodeStream()) as AsyncIterable<Buffer>) {
    rest += piece.toString('latin1');
    const whole = rest.lastIndexOf(ROW_END) + ROW_END.length;
    if (whole < ROW_END.length) continue;
    for (const [, number] of rest.slice(0, whole).matchAll(FIRST)) take(found, number!);
    rest = rest.slice(whole);
  }
  return found;
}

function take(found: Found, number: string): void {
  found.rows += 1;
  found.sum += Number(number);
}

async function sent<T>(client: Client, method: string, address: string, body?: unknown): Promise<T> {
  const answer = await re<T>(client, method, address, body === undefined ? {} : { body });
  if (answer.status !== 200)
    throw new Error(`${method} ${address} was answered ${answer.status}: ${JSON.stringify(answer.body)}`);
  return answer.body;
}
