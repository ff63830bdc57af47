/** A server that makes reports, and functions that read their files. */
import ExcelJS from 'exceljs';
import { DEFAULT_FILE_SETTINGS } from '../../../server/files/settings.ts';
import { loadLocales } from '../../../server/core/projectFiles.ts';
import { startJobs, type Jobs } from '../../../server/jobs/start.ts';
import { reportJob } from '../../../server/reports/job.ts';
import { QUICK } from '../jobs/sampleJobs.ts';
import { ROOT, signIn, startTestServer, type Client, type TestServer } from '../support.ts';

export interface RequestReply {
  id: string;
  status: { name: string };
  error: string | null;
  rowCount: number | null;
  fileName: string | null;
  parameters: string;
  start: string | null;
  end: string | null;
}

export interface Lab {
  server: TestServer;
  manager: Client;
  reader: Client;
  other: Client;
  close(): Promise<void>;
}

/** The day around which the data are seeded. */
export const TODAY = '2026-11-21';

/** Starts a seeded server that runs jobs. */
export async function openLab(scale = 0.05): Promise<Lab> {
  const server = await startTestServer({ scale, today: TODAY });
  const jobs: Jobs = await startJobs({
    pool: server.application.pool,
    db: server.application.db,
    files: DEFAULT_FILE_SETTINGS,
    api: server.api,
    kinds: [reportJob({ locales: loadLocales(ROOT) })],
    cron: [],
    settings: QUICK,
    onError: console.error,
  });
  const [manager, reader, other] = [
    await signIn(server, 'analyst'),
    await signIn(server, 'reports'),
    await signIn(server, 'chief'),
  ];
  return {
    server,
    manager: manager!,
    reader: reader!,
    other: other!,
    close: async () => {
      await jobs.stop();
      await server.close();
    },
  };
}

/** Calls an operation under /api/re. */
export const re = <T>(
  client: Client,
  method: string,
  address: string,
  sent?: { query?: Record<string, unknown>; body?: unknown },
) => client.call<T>(method, `/api/re${address}`, sent);

/** Waits until a request has ended. */
export async function settled(client: Client, id: string): Promise<RequestReply> {
  for (;;) {
    const { body } = await re<RequestReply>(client, 'GET', `/requests/${id}`);
    if (body.status.name !== 'BUILDING') return body;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Downloads the bytes of a file. */
export async function download(
  client: Client,
  address: string,
): Promise<{ status: number; name: string; bytes: Buffer }> {
  const response = await fetch(`${client.url}/api/re${address}`, {
    headers: { 'X-Requested-With': 'XMLHttpRequest', ...(client.cookie && { Cookie: client.cookie }) },
  });
  const name = decodeURIComponent(
    /filename\*=UTF-8''(\S+)/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? '',
  );
  return { status: response.status, name, bytes: Buffer.from(await response.arrayBuffer()) };
}

/** Reads cells of the first sheet, row by row. */
export async function sheetOf(bytes: Buffer): Promise<{ rows: unknown[][]; sheet: ExcelJS.Worksheet }> {
  const book = new ExcelJS.Workbook();
  await book.xlsx.load(bytes as never);
  const sheet = book.worksheets[0]!;
  const rows: unknown[][] = [];
  sheet.eachRow((row) => rows.push((row.values as unknown[]).slice(1)));
  return { rows, sheet };
}

/** Uploads a file. */
export function upload<T>(
  client: Client,
  address: string,
  bytes: Buffer,
  name: string,
  fields: Record<string, string> = {},
) {
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) form.set(field, value);
  form.set('file', new Blob([new Uint8Array(bytes)]), name);
  return client.call<T>('POST', `/api/re${address}`, { body: form });
}
