/** One account that requests files, as many at once as it can, repeatedly. */
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from '../../server/support.ts';

export const EXPORTS = 12;
export const COLUMNS = 200;
export const PRINTS = 20;
/** A refused client retries after this time; the server asks for ten times as long. */
const AGAIN_MS = 1_000;

const PATHS = ['number', 'name', 'customer', 'supplier', 'status', 'type', 'segment', 'effectiveDate'];
const columns = JSON.stringify(
  Array.from({ length: COLUMNS }, (_, i) => ({ label: `${i}`, path: PATHS[i % PATHS.length] })),
);

/** Sends each call again as soon as it is answered, for some seconds. */
export async function makeFiles({ url, cookie, seconds }: { url: string; cookie: string; seconds: number }) {
  const client = new Client(url);
  client.cookie = cookie;
  const end = Date.now() + seconds * 1000;
  const count = { made: 0, refused: 0 };
  const page = await client.get<{ list: { id: string }[] }>('/contract/paging', { count: PRINTS });
  const query = { format: 'xlsx', columns, filter: { kind: 'ALL' } };
  const wide = () => client.call('GET', '/api/v3/contract/paging/export', { query });
  const prints = page.body.list.map(
    ({ id }) =>
      () =>
        client.get(`/contract/${id}/print`),
  );
  const repeat = async (call: () => Promise<{ status: number }>) => {
    while (Date.now() < end) {
      const { status } = await call();
      if (status === 200) count.made += 1;
      else if (status === 429) count.refused += 1;
      else throw new Error(`A file was answered ${status}`);
      if (status === 429) await sleep(AGAIN_MS);
    }
  };
  await Promise.all([...Array.from({ length: EXPORTS }, () => wide), ...prints].map(repeat));
  return count;
}
