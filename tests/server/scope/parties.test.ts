import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ApiCatalogue, ApiOperation } from '../../../engine/language/api.ts';
import {
  Client,
  signIn,
  startTestServer,
  type Answer,
  type ProblemReply,
  type TestServer,
} from '../support.ts';
import { savedOf } from '../saved.ts';
import { contractsBetween, PARTIES, STANDS, type Ids, type Party, type Stands } from './contracts.ts';

/** Operations on records that belong to no resource, with their body; `undefined`: they refer to no record. */
const OTHERS: Record<string, ((ids: Ids) => object | undefined) | undefined> = {
  contractPolicyTransitions: undefined,
  contractPolicyBatch: undefined,
  contractApplyRules: (ids) => ({ contractId: ids['contract'], from: '2026-01-01', to: '2026-01-31' }),
  contractRuleFindingPaging: undefined,
  contractPrint: () => undefined,
  contractCanManageVehicles: () => undefined,
  contractUtilizationCheck: () => undefined,
  talonIntegrationGet: undefined,
  talonCredentialSubmit: undefined,
  talonTest: undefined,
  talonVisitPoints: undefined,
  talonRos: undefined,
  polygonContracts: undefined,
  contractLimitBalance: (ids) => ({ limitIds: [ids['contractLimit']] }),
  customerCarriers: undefined,
  // Places have no parties: contracts.test.ts tests who can read them.
  districtTree: undefined,
  districtGet: undefined,
  eventExternal: undefined,
  fileUpload: undefined,
  fileDownload: () => undefined,
  fileDownloadByDate: () => undefined,
  fileThumbnail: () => undefined,
  fileRotationGet: () => undefined,
  fileRotationSave: () => ({ rotation: 90, version: 1 }),
  fileAnalysisGet: () => undefined,
  // The rotation of the file has already raised the version.
  fileAnalysisEvaluate: () => ({ evaluation: { name: 'CORRECT', caption: '' }, version: 2 }),
  jobPaging: undefined,
  jobGet: () => undefined,
  jobCancel: () => undefined,
};
/** Bodies of actions of records. */
const ACTIONS: Record<string, object> = { contractPolicyReject: { reason: 'Не подходит' } };
/** Operations of contracts whose parties other tests check: contracts.test.ts, contractParts.test.ts. */
const ASKED_ELSEWHERE = [
  'contractAreaRuleList',
  'contractFilePaging',
  'contractFileUpload',
  'contractFileDelete',
  'contractVisitPointChoices',
  'contractRoutePaging',
  'contractValidate',
  'contractFaultList',
  'contractPublish',
  'contractToggleTransfer',
  'contractToggleLock',
  'contractToggleCoupons',
  'contractCoupons',
  'contractBatchPreview',
  'contractBatch',
  'contractBatchValidate',
];
/**
 * Their bodies refer to a point by a dictionary of rows: an account that cannot read the point gets that error before
 * the record is looked up.
 */
const POINTS = ['contractVisitPointSave', 'contractPlanSave'];
/** Records of these files have two parties, or belong to one instance; foreignIds.test.ts tests all others. */
const hasParties = ({ area }: ApiOperation): boolean => /^(contract|customer|file|job)/.test(area);
/** Operations on the file of a document, which is visible with it. */
const OF_DOCUMENT = ['fileRotationSave', 'fileAnalysisEvaluate'];

const ORDER = ['paging', 'get', 'history', 'save'];
/** Order of calls: reads first; deletions last, and the contract after its parts. */
function rank({ resource, id }: ApiOperation): number {
  if (resource?.verb === 'delete') return id === 'contractDelete' ? 100 : 99;
  const at = ORDER.indexOf(resource?.verb ?? '');
  return at < 0 ? 50 : at;
}

let server: TestServer;
let records: Record<Stands, Ids>;
const clients = {} as Record<Party, Client>;

/** Whether the API files admit a party to the record of a contract with an operation. */
function admits({ scope, party }: ApiOperation, who: Party, stands: Stands): boolean {
  if (who === 'third') return false;
  if (who === 'owner') return scope !== 'party' || party !== 'linked';
  return scope === 'party' && stands !== 'nowhere';
}

/** Calls the operation; returns whether the reply reveals the record. */
async function ask(api: ApiCatalogue, operation: ApiOperation, who: Party, ids: Ids): Promise<string> {
  const { id, method, path, resource } = operation;
  const own = resource && api.resources.get(resource.name)!;
  const record = own ? ids[own.name]! : '';
  const named: Ids = {
    fileId: ids['file']!,
    jobId: ids['job']!,
    date: ids['date']!,
    size: 'small',
    contractId: ids['contract']!,
  };
  const address = path.replace(/\{(\w+)\}/g, (_, name: string) => (own ? record : named[name]!));
  const sent: { query?: Record<string, unknown>; body?: unknown } = {};
  if (resource?.verb === 'paging')
    sent.query = own!.parent ? { [own!.parent]: ids['contract'] } : { filter: { ids: [record] } };
  else if (resource?.verb === 'save') sent.body = await saved(api, own!.name, record);
  else if (id in ACTIONS) sent.body = ACTIONS[id];
  else if (!own) sent.body = OTHERS[id]!(ids);
  const answer = await clients[who].call<ProblemReply & { size?: number }>(method, address, sent);
  return resource?.verb === 'paging' && answer.body.size === 0 ? 'missing' : outcomeOf(answer);
}

function outcomeOf({ status, body }: Answer<ProblemReply>): string {
  if (status === 403 && body.code === 'ownersOnly') return 'ownersOnly';
  if (status === 404) return 'missing';
  // An action that the state of the record forbids was admitted.
  return [200, 204, 409].includes(status) ? 'admitted' : `${status} ${body.code}`;
}

/** Returns the record as the owner reads it, in the shape of its save. */
async function saved(api: ApiCatalogue, name: string, id: string): Promise<object> {
  const { path } = api.resources.get(name)!;
  const { body } = await clients.owner.call<Record<string, unknown>>('GET', `${path}/${id}`);
  return savedOf(api, name, body);
}

/** Calls every operation on records as each party of each contract; returns the differences from the API files. */
async function differences(api: ApiCatalogue): Promise<{ asked: number; differences: string[] }> {
  const found: string[] = [];
  let asked = 0;
  const operations = [...api.operations.values()]
    .filter(hasParties)
    .filter(({ scope, id, resource }) => ['instance', 'party'].includes(scope) && (resource || OTHERS[id]))
    .toSorted((a, b) => rank(a) - rank(b));
  for (const operation of operations)
    for (const stands of STANDS)
      for (const who of ['third', 'linked', 'owner'] as const) {
        const outcome = await ask(api, operation, who, records[stands]);
        const resource = operation.resource && api.resources.get(operation.resource.name)!;
        const reads =
          OF_DOCUMENT.includes(operation.id) ||
          (typeof resource?.scope === 'object' && resource.scope.read === 'party');
        const told = operation.scope === 'instance' && who === 'linked' && reads && stands !== 'nowhere';
        const refusal = told ? 'ownersOnly' : 'missing';
        const expected = admits(operation, who, stands) ? 'admitted' : refusal;
        asked += 1;
        const unseen = POINTS.includes(operation.id) && outcome === '400 validation';
        if (unseen && expected !== 'admitted') continue;
        if (outcome !== expected)
          found.push(`${operation.id}, ${who}, linked ${stands}: ${outcome}, not ${expected}`);
      }
  return { asked, differences: found };
}

async function start(api?: ApiCatalogue): Promise<void> {
  server = await startTestServer({ scale: 0.1, ...(api && { api }) });
  records = await contractsBetween(server);
  for (const [who, login] of Object.entries(PARTIES)) clients[who as Party] = await signIn(server, login);
}

describe('two parties of a contract', () => {
  beforeAll(() => start());
  afterAll(() => server.close());

  it('are tested with every operation on records', () => {
    // A dictionary of rows refers to no record: tests/server/dictionaryAnswers.test.ts tests its rows.
    const told = [
      ...Object.keys(OTHERS),
      ...ASKED_ELSEWHERE,
      ...[...server.api.dictionaries.values()].map((each) => each.operation),
    ];
    const untold = [...server.api.operations.values()].filter(
      (one) =>
        hasParties(one) &&
        ['instance', 'party'].includes(one.scope) &&
        !one.resource &&
        !told.includes(one.id),
    );
    expect(untold.map(({ id }) => id)).toEqual([]);
  });

  it('the carrier lists the contracts that the operator has with it, with the names of both', async () => {
    const { body } = await clients.linked.get<{
      list: Record<string, { shortName: string }>[];
      size: number;
    }>('/contract/paging', {
      filter: { ids: STANDS.map((stands) => records[stands]['contract']) },
      order: '-number',
    });
    expect(
      body.list.map(({ customer, supplier }) => [customer!.shortName, supplier!.shortName]).toSorted(),
    ).toEqual([
      ['ООО «ЧистоТранс»', 'ООО «ЭкоРегион»'],
      ['ООО «ЭкоРегион»', 'ООО «ЧистоТранс»'],
    ]);
    const found = await clients.linked.get<{ list: { id: string }[] }>('/contract/paging', {
      query: 'ЭкоРегион',
      count: 100,
    });
    expect(found.body.list.map(({ id }) => id)).toContain(records.supplier['contract']);
    const kind = async (as: string, stands: Stands) => {
      const filter = { kind: as, ids: [records[stands]['contract']] };
      return (await clients.linked.get<{ size: number }>('/contract/paging', { filter })).body.size;
    };
    expect([await kind('SUPPLIER', 'supplier'), await kind('CUSTOMER', 'supplier')]).toEqual([1, 0]);
    expect([await kind('SUPPLIER', 'customer'), await kind('CUSTOMER', 'customer')]).toEqual([0, 1]);
  });

  it('a party that reads a record reads its history, without names of people of the other instance', async () => {
    const { contract } = records.supplier;
    await clients.owner.post(`/contract/${contract}/block`);
    await clients.owner.post(`/contract/${contract}/unblock`);
    const latest = async (who: Party) => {
      const history = `/contract/${contract}/history`;
      const { body } = await clients[who].get<{ list: { action: string; account: object }[] }>(history);
      return body.list.slice(0, 2).map(({ action, account }) => ({ action, ...account }));
    };
    expect(await latest('linked')).toEqual([
      { action: 'unblock', login: '', name: 'ЭкоРегион' },
      { action: 'block', login: '', name: 'ЭкоРегион' },
    ]);
    expect((await latest('owner'))[0]).toEqual({ action: 'unblock', login: 'admin', name: 'Громов В. С.' });
  });

  it('the other party cannot add a part to a contract', async () => {
    const limit = {
      contractId: records.supplier['contract'],
      type: { name: 'VOLUME', caption: '' },
      unit: 'M3',
      value: 1,
      period: 'DAY',
    };
    const answer = await clients.linked.post('/contract-limit', limit);
    expect([answer.status, answer.body.code]).toEqual([403, 'ownersOnly']);
    expect(answer.body.message).toContain('только для чтения');
    expect((await clients.third.post('/contract-limit', limit)).status).toBe(404);
  });

  it('the other party can only read files of a contract, without the name of their reviewer', async () => {
    const { contract, file } = records.supplier;
    const sent = async (who: Party) => {
      const form = new FormData();
      form.append('file', new Blob(['text']), 'a.txt');
      const { status, body } = await clients[who].post(`/contract-file?contractId=${contract}`, form);
      return [status, body.code];
    };
    const gone = async (who: Party) => {
      const { status, body } = await clients[who].delete(`/contract-file/${file}`);
      return [status, body.code];
    };
    const judgment = async (who: Party) => {
      const evaluation = { name: 'PARTIAL', caption: '' };
      const { status, body } = await clients[who].post(`/file/${file}/analysis`, { evaluation, version: 1 });
      return [status, body.code];
    };
    for (const change of [sent, gone, judgment]) {
      expect(await change('linked')).toEqual([403, 'ownersOnly']);
      expect(await change('third')).toEqual([404, 'notFound']);
    }
    const address = `/file/${records.customer['file']}/analysis`;
    const judged = { evaluation: { name: 'PARTIAL', caption: '' }, version: 1 };
    expect((await clients.owner.post(address, judged)).status).toBe(200);
    const judge = async (who: Party) =>
      (await clients[who].get<{ evaluatedBy: string }>(address)).body.evaluatedBy;
    expect([await judge('owner'), await judge('linked')]).toEqual(['Громов В. С.', 'ЭкоРегион']);
    await server.pool.query(
      'update files set evaluation = null, evaluate_time = null, evaluated_by = null, version = 1 where id = $1',
      [records.customer['file']],
    );
  });

  it('a file is hidden from accounts of another instance that may not read its record', async () => {
    const claims = await signIn(server, 'claims');
    for (const stands of STANDS) {
      const answer = await claims.get(`/file/${records[stands]['file']}/rotation`);
      expect([stands, answer.status, answer.body.code]).toEqual([stands, 404, 'notFound']);
    }
  });

  it('every operation does what the API files declare', { timeout: 240_000 }, async () => {
    const { asked, differences: found } = await differences(server.api);
    console.log(`sides of a contract: ${asked} cells, ${found.length} differ`);
    expect(found).toEqual([]);
    expect(asked).toBeGreaterThan(200);
  });

  it('the link ends with the agreement, and never refers to the own instance', async () => {
    const { customer } = records.supplier;
    await expect(
      server.pool.query('update customers set uuid_agreed = false where id = $1', [customer]),
    ).rejects.toThrow('check');
    await expect(
      server.pool.query('update customers set linked_instance_id = instance_id where id = $1', [customer]),
    ).rejects.toThrow('check');
    const filter = { ids: [records.customer['contract']] };
    const size = async () =>
      (await clients.linked.get<{ size: number }>('/contract/paging', { filter })).body.size;
    expect(await size()).toBe(1);
    await server.pool.query(
      'update customers set uuid_agreed = false, linked_instance_id = null where id = $1',
      [customer],
    );
    expect(await size()).toBe(0);
  });
});

describe('operations of the other party', () => {
  beforeAll(async () => {
    await start();
    const { api } = server;
    await server.close();
    const operations = new Map(api.operations);
    operations.set('contractBlock', { ...operations.get('contractBlock')!, scope: 'party', party: 'linked' });
    operations.set('contractUnblock', { ...operations.get('contractUnblock')!, scope: 'party' });
    operations.set('contractFilePaging', { ...operations.get('contractFilePaging')!, scope: 'party' });
    operations.set('customerGet', { ...operations.get('customerGet')!, scope: 'party' });
    await start({ ...api, operations });
  });
  afterAll(() => server.close());

  it('list the files of a contract to both parties', async () => {
    const listed = async (who: Party, stands: Stands) => {
      const { contract: contractId, file } = records[stands];
      const { status, body } = await clients[who].get<{ list?: { id: string }[] }>('/contract-file/paging', {
        contractId,
      });
      return body.list ? body.list.some(({ id }) => id === file) : status;
    };
    expect(await Promise.all(STANDS.map((stands) => listed('owner', stands)))).toEqual([true, true, true]);
    expect(await Promise.all(STANDS.map((stands) => listed('linked', stands)))).toEqual([true, true, 404]);
    expect(await Promise.all(STANDS.map((stands) => listed('third', stands)))).toEqual([404, 404, 404]);
  });

  it('admit the parties in x-party, and no others', { timeout: 240_000 }, async () => {
    const { differences: found } = await differences(server.api);
    // A customer is visible to the instance that it represents; under the third contract it is another customer.
    expect(found).toEqual([]);
  });

  it('are logged for the owner, with the account of the other party', async () => {
    const { rows } = await server.pool.query<{ login: string; owner: string; status: string }>(
      `select l.account_login as login, i.name as owner, l.after ->> 'status' as status
       from audit_log l join instances i on i.id = l.instance_id
       where l.entity_id = $1 and l.action = 'block' and l.account_id is not null`,
      [records.supplier['contract']],
    );
    expect(rows).toEqual([{ login: 'carrier', owner: 'ЭкоРегион', status: 'BLOCKED' }]);
  });
});
