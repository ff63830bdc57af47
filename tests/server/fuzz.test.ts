import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ApiOperation } from '../../engine/language/api.ts';
import { deref, type JsonSchema } from '../../engine/language/schema.ts';
import { Random } from '../../server/core/random.ts';
import { signIn, startTestServer, type Client, type TestServer } from './support.ts';

const REQUESTS = Number(process.env['REQUESTS'] ?? 600);
/** A tree as deep as the size limit of a body allows. */
const DEEP = JSON.parse(`${'{"a":['.repeat(400)}1${']}'.repeat(400)}`) as unknown;
const WORDS = [
  '',
  ' ',
  'Договор',
  '%',
  '_',
  '\\',
  "'; drop table contracts; --",
  '\u0000',
  '😀',
  'x'.repeat(5000),
];
const DAYS = ['2026-01-01', '2024-02-29', '2025-02-29', '0000-01-01', '9999-12-31', '2026-13-01', 'today'];
const NUMBERS = [0, 1, -1, 0.1, 50, 100, 1e9, 1e21, -1e308, 5e-324, 2 ** 31, 2 ** 53];

let server: TestServer;
let client: Client;
let known: string[];

beforeAll(async () => {
  server = await startTestServer({ scale: 0.1 });
  client = await signIn(server, 'administration');
  const tables = ['contracts', 'customers', 'contract_limits', 'contract_districts', 'contract_vehicles'];
  const { rows } = await server.pool.query<{ id: string }>(
    tables.map((table) => `(select id from ${table} order by id limit 5)`).join(' union all '),
  );
  known = rows.map(({ id }) => id);
});
afterAll(() => server.close());

/** Returns a value that mostly fits the schema, and occasionally is arbitrary. */
function value(random: Random, given: JsonSchema): unknown {
  if (random.chance(0.04)) return random.pick<unknown>([null, true, [], {}, DEEP, 'x', 1.5, ...WORDS]);
  const schema = deref(given, server.api.schemas);
  if (schema.anyOf) return value(random, random.pick(schema.anyOf));
  if (schema.enum && random.chance(0.9)) return random.pick(schema.enum);
  const type = Array.isArray(schema.type) ? random.pick(schema.type) : schema.type;
  switch (type) {
    case 'object': {
      const required = new Set(schema.required ?? []);
      return Object.fromEntries(
        Object.entries(schema.properties ?? {})
          .filter(([name]) => random.chance(required.has(name) ? 0.98 : 0.5))
          .map(([name, property]) => [name, value(random, property)]),
      );
    }
    case 'array':
      return Array.from({ length: random.chance(0.02) ? 2000 : random.int(0, 3) }, () =>
        value(random, schema.items ?? {}),
      );
    case 'integer':
      return random.chance(0.7) ? random.int(0, 30) : random.pick(NUMBERS);
    case 'number':
      return random.chance(0.5) ? random.int(1, 50) : random.pick(NUMBERS);
    case 'boolean':
      return random.chance(0.5);
    case 'null':
      return null;
    default:
      return text(random, schema);
  }
}

function text(random: Random, schema: JsonSchema): string {
  if (schema.format === 'uuid')
    return random.chance(0.85) ? random.pick(known) : random.pick([random.uuid(), 'x']);
  if (schema.format === 'date') return random.pick(DAYS);
  if (schema.pattern?.startsWith('^[+-]'))
    return random.pick(['+number', '-changeTime', '-type', '+share', '+x']);
  return random.pick([
    ...WORDS,
    'SERVICE',
    'RETAIL',
    'LEGAL',
    'CENTRAL',
    '7712345671',
    '123456789',
    'А001АА77',
  ]);
}

function send(random: Random, operation: ApiOperation) {
  let address = operation.path;
  const query: Record<string, unknown> = {};
  for (const parameter of operation.parameters) {
    const made = value(random, parameter.schema);
    if (parameter.in === 'path') {
      address = address.replace(`{${parameter.name}}`, encodeURIComponent(String(made)) || 'x');
    } else if (parameter.required || random.chance(0.5)) {
      query[parameter.name] = parameter.json ? JSON.stringify(made) : made;
    }
  }
  const body = operation.body && random.chance(0.98) ? value(random, operation.body) : undefined;
  return client.call(operation.method, address, { query, body });
}

const TIMEOUT = 60_000 + REQUESTS * 100;

it(
  `${REQUESTS} random requests get no 5xx, and every refusal is a problem`,
  { timeout: TIMEOUT },
  async () => {
    const random = new Random(7);
    const slowest = { ms: 0, operation: '' };
    const operations = [...server.api.operations.values()].filter(({ area }) => area !== 'auth');
    const statuses = new Map<number, number>();
    for (let i = 0; i < REQUESTS; i += 1) {
      const operation = random.pick(operations);
      const began = performance.now();
      const answer = await send(random, operation);
      const ms = performance.now() - began;
      if (ms > slowest.ms) Object.assign(slowest, { ms, operation: operation.id });
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
      const what = `${i} ${operation.id} ${answer.status} ${JSON.stringify(answer.body)}`;
      expect(answer.status, what).toBeLessThan(500);
      if (answer.status >= 400) expect(answer.type, what).toContain('application/problem+json');
    }
    console.log(`slowest of ${REQUESTS}: ${Math.round(slowest.ms)} ms, ${slowest.operation}`);
    // Both valid and invalid requests were tried.
    expect(statuses.get(200) ?? 0).toBeGreaterThan(REQUESTS / 5);
    expect(statuses.get(400) ?? 0).toBeGreaterThan(REQUESTS / 10);
    expect(statuses.get(404) ?? 0).toBeGreaterThan(5);
  },
);
