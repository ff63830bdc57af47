/** A complete server on a separate database, for tests. */
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import type { ApiCatalogue } from '../../engine/language/api.ts';
import { readAccount } from '../../server/access/accounts.ts';
import type { Side } from '../../server/access/reach.ts';
import { Scope } from '../../server/access/scope.ts';
import { connect, type Connection, type Db } from '../../server/database/connection.ts';
import { readTables } from '../../server/database/knownTables.ts';
import { loadApi, loadLocales } from '../../server/core/projectFiles.ts';
import { checkDatabase } from '../../server/modules/handlers.ts';
import { declareBroadcasts } from '../../server/records/publish.ts';
import { buildServer, type ServerOptions } from '../../server/http/build.ts';
import { DEMO_PASSWORD } from '../../server/seed/accounts.ts';
import { createSeededDatabase } from './databases.ts';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** An id that no row has. */
export const NOBODY = '00000000-0000-4000-8000-000000000000';

const DAYS = new Intl.DateTimeFormat('sv', { timeZone: 'Europe/Moscow' });

/**
 * Returns the calendar day of a moment in the zone of the seed's instances: for three hours of the day it is not that
 * of UTC.
 */
export const dayOf = (moment: number = Date.now()): string => DAYS.format(moment);

export interface TestServerOptions extends Partial<ServerOptions> {
  /** Multiplies the 2,000 seeded contracts. */
  scale?: number;
  /** The day around which the data are seeded. */
  today?: string;
  port?: number;
}

export interface TestServer {
  url: string;
  db: Db;
  pool: pg.Pool;
  /** Connections of the role that requests run as. */
  application: Connection;
  api: ApiCatalogue;
  close(): Promise<void>;
}

export { CHEAP, createTestDatabase, startTestCluster, temporaryFolder } from './databases.ts';

/** Read once per worker. */
let productApi: ApiCatalogue | undefined;

/** Starts a seeded server that listens on a free loopback port. Replies outside their schema are answered 500. */
export async function startTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  const { scale, today, port, ...given } = options;
  const database = await createSeededDatabase({ ...(scale && { scale }), ...(today && { today }) });
  // Tests access everything; the server under test has only the access of the product.
  const { pool, db, close } = connect(database.url, { queryLimit: 0 });
  const application = connect(database.applicationUrl);
  const api = given.api ?? (productApi ??= loadApi(ROOT));
  await checkDatabase(api, application.db);
  // Changes by the tests themselves are published like changes by the server.
  declareBroadcasts(db, api);
  const common = { api, db: application.db, locales: loadLocales(ROOT), checkReplies: true };
  const app = buildServer({ ...common, listener: application.single, ...given });
  const url = await app.listen({ host: '127.0.0.1', port: port ?? 0 });
  return {
    url,
    db,
    pool,
    application,
    api,
    close: async () => {
      await app.close();
      await application.close();
      await close();
      await database.close();
    },
  };
}

export interface Answer<T> {
  status: number;
  type: string;
  headers: Headers;
  body: T;
}

export interface Sent {
  query?: Record<string, unknown>;
  body?: unknown;
  headers?: Record<string, string>;
}

/** The shape of every error. */
export interface ProblemReply {
  title: string;
  status: number;
  code: string;
  message: string;
  details?: { errors?: { field: string; code: string; message: string }[]; current?: unknown };
}

/** Calls the server as the browser does, with its cookie. */
export class Client {
  cookie: string | undefined;
  /** The cookie by which the account knows this browser. */
  device: string | undefined;

  constructor(readonly url: string) {}

  async call<T = ProblemReply>(method: string, address: string, sent: Sent = {}): Promise<Answer<T>> {
    const query = new URLSearchParams();
    for (const [name, value] of Object.entries(sent.query ?? {})) {
      if (Array.isArray(value)) for (const one of value) query.append(name, String(one));
      else if (value !== undefined)
        query.set(name, typeof value === 'object' ? JSON.stringify(value) : String(value));
    }
    const { body: given } = sent;
    const isForm = given instanceof FormData;
    const body = isForm || typeof given === 'string' ? given : JSON.stringify(given);
    const text = query.size > 0 ? `?${query.toString()}` : '';
    const response = await fetch(`${this.url}${address}${text}`, {
      method,
      headers: {
        'X-Requested-With': 'XMLHttpRequest',
        ...((this.cookie ?? this.device) && {
          Cookie: [this.cookie, this.device].filter(Boolean).join('; '),
        }),
        // A form sets its own type, with the boundary of its parts.
        ...(given !== undefined && !isForm && { 'Content-Type': 'application/json' }),
        ...sent.headers,
      },
      ...(given !== undefined && { body }),
    });
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';');
      if (pair.startsWith('sid=')) this.cookie = pair === 'sid=' ? undefined : pair;
      if (pair.startsWith('device=')) this.device = pair;
    }
    const reply = await response.text();
    const type = response.headers.get('content-type') ?? '';
    const parsed = (type.includes('json') ? JSON.parse(reply) : reply) as T;
    return { status: response.status, type, headers: response.headers, body: parsed };
  }

  get<T = ProblemReply>(address: string, query?: Record<string, unknown>): Promise<Answer<T>> {
    return this.call<T>('GET', `/api/v3${address}`, query ? { query } : {});
  }

  post<T = ProblemReply>(address: string, body?: unknown): Promise<Answer<T>> {
    return this.call<T>('POST', `/api/v3${address}`, { body });
  }

  delete<T = ProblemReply>(address: string): Promise<Answer<T>> {
    return this.call<T>('DELETE', `/api/v3${address}`);
  }
}

/** Returns a client signed in as a demo account. */
export async function signIn(server: { url: string }, login: string): Promise<Client> {
  const client = new Client(server.url);
  const answer = await client.post('/auth/login', { login, password: DEMO_PASSWORD });
  if (answer.status !== 200) throw new Error(`${login} cannot sign in: ${JSON.stringify(answer.body)}`);
  return client;
}

/** Returns the scope of the requests of an account. */
export async function scopeOf(db: Db, accountId: string, side: Side = 'own'): Promise<Scope> {
  const account = await readAccount(db, accountId);
  if (!account) throw new Error(`There is no account ${accountId}`);
  return new Scope(db, account, await readTables(db), side);
}
