/** One call counts several lists, each with the permissions and rules of its own operation. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { signIn, startTestServer, type Client, type TestServer } from './support.ts';

let server: TestServer;
let manager: Client;
let contractId: string;

type Asked = { operation: string; with?: object }[];
type Page = { list: { id: string }[]; size: number };

beforeAll(async () => {
  server = await startTestServer({ scale: 0.1 });
  manager = await signIn(server, 'manager');
  const { body } = await manager.get<Page>('/contract/paging', { count: 1, filter: { kind: 'ALL' } });
  contractId = body.list[0]!.id;
});
afterAll(() => server.close());

const count = (client: Client, of: Asked) =>
  client.get<(number | null)[]>('/system/row-counts', { of: JSON.stringify(of) });
const sizeAt = async (path: string, query: object) =>
  (await manager.get<Page>(path, { count: 1, ...query })).body.size;

it('returns the sizes that the lists themselves return, by their filters, in the order of the request', async () => {
  const filter = { kind: 'ALL', statuses: ['ACTIVE'] };
  const { status, body } = await count(manager, [
    { operation: 'contractPaging', with: filter },
    { operation: 'contractPaging', with: { filter } },
    { operation: 'contractLimitPaging', with: { contractId } },
    { operation: 'dictionaryContractTypes' },
  ]);
  expect(status).toBe(200);
  const types = (await manager.get<unknown[]>('/common/contractTypes')).body.length;
  expect(body).toEqual([
    // A property of the filter is not a separate parameter.
    null,
    await sizeAt('/contract/paging', { filter }),
    await sizeAt('/contract-limit/paging', { contractId }),
    types,
  ]);
});

it('returns null for lists the account may not read, for unknown records and for invalid parameters', async () => {
  const reader = await signIn(server, 'guest');
  const refused = await count(reader, [{ operation: 'contractPaging' }, { operation: 'auditLogPaging' }]);
  expect(refused.body).toEqual([null, null]);
  const other = '00000000-0000-4000-8000-000000000000';
  const { body } = await count(manager, [
    { operation: 'contractLimitPaging', with: { contractId: other } },
    { operation: 'contractLimitPaging', with: { contractId: 'x' } },
    { operation: 'contractLimitPaging' },
  ]);
  expect(body).toEqual([null, null, null]);
});

it.each(['noSuch', 'contractLimitDelete', 'rowCounts', 'systemInfo', 'systemInfoPublic'])(
  'refuses %s, which returns no rows',
  async (operation) => {
    expect((await count(manager, [{ operation }])).status).toBe(400);
  },
);

it('refuses no lists and too many', async () => {
  expect((await count(manager, [])).status).toBe(400);
  expect((await count(manager, Array(41).fill({ operation: 'contractPaging' }))).status).toBe(400);
});
