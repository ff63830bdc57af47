/** Databases for tests: empty ones, and copies of a seeded template. */
import { randomUUID } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { dayIn } from '../../server/core/dayIn.ts';
import { connect } from '../../server/database/connection.ts';
import { startEmbedded, type EmbeddedDatabase } from '../../server/database/embedded.ts';
import { migrate } from '../../server/database/migrate.ts';
import { withOwnerLock } from '../../server/database/ownerLock.ts';
import { grantApplication, grantReports } from '../../server/database/roles.ts';
import { storeWords } from '../../server/dictionaries/store.ts';
import { seed, type SeedOptions } from '../../server/seed/seed.ts';

/** Cheap hashes: the tests do not measure their cost. */
export const CHEAP = { N: 1024, r: 8, p: 1 };

export interface TestDatabase {
  /** Address for the owner of the tables. */
  url: string;
  /** Address for the role that requests run as. */
  applicationUrl: string;
  close(): Promise<void>;
}

/** A folder for a database, outside the project and accessible to the database's user. */
export function temporaryFolder(): { folder: string; remove: () => void } {
  const folder = mkdtempSync(path.join(tmpdir(), 'waste-test-'));
  chmodSync(folder, 0o755);
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** Starts a cluster for tests, without durability: it may lose data in a power cut. */
export async function startTestCluster(): Promise<TestDatabase> {
  const { folder, remove } = temporaryFolder();
  const embedded: EmbeddedDatabase = await startEmbedded({
    dataDir: path.join(folder, 'postgres'),
    fsync: false,
  });
  return {
    url: embedded.ownerUrl,
    applicationUrl: embedded.url,
    close: async () => {
      await embedded.stop();
      remove();
    },
  };
}

/**
 * Creates an empty database: in the cluster at TEST_DATABASE_URL when there is one, else in a separate cluster. The
 * role of TEST_APPLICATION_URL is in that cluster too.
 */
export async function createTestDatabase(): Promise<TestDatabase> {
  const shared = process.env['TEST_DATABASE_URL'];
  if (!shared) return startTestCluster();
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await withDatabase(shared, (client) => client.query(`create database ${name}`));
  return databaseOf(shared, name);
}

/** Creates a database and seeds it without a template: for tests of the seed. */
export async function createFilledDatabase(data: TestData): Promise<TestDatabase> {
  const database = await createTestDatabase();
  await fill(database.url, database.applicationUrl, data);
  return database;
}

function databaseOf(cluster: string, name: string): TestDatabase {
  const drop = (client: pg.Client) => client.query(`drop database ${name} with (force)`);
  const application = process.env['TEST_APPLICATION_URL'] ?? '';
  return {
    url: urlOf(cluster, name),
    applicationUrl: urlOf(application, name),
    close: () => withDatabase(cluster, drop),
  };
}

function urlOf(cluster: string, name: string): string {
  const url = new URL(cluster);
  url.pathname = `/${name}`;
  return url.href;
}

async function withDatabase(url: string, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await work(client).finally(() => client.end());
}

/** Options that determine the data of a test server. */
type TestData = Pick<SeedOptions, 'scale' | 'today'>;

/** An arbitrary number; keeps two test files from making one template at once. */
const TEMPLATE_LOCK = 7_302_028;

/**
 * Creates a migrated and seeded database: a copy of a template, which the first test file that needs these data makes.
 * Without a shared cluster the database is seeded directly.
 */
export async function createSeededDatabase(data: TestData): Promise<TestDatabase> {
  const shared = process.env['TEST_DATABASE_URL'];
  if (!shared) {
    const cluster = await startTestCluster();
    await fill(cluster.url, cluster.applicationUrl, data);
    return cluster;
  }
  // Tests compare the data with the current day: a template of yesterday would be wrong after midnight.
  const today = data.today ?? dayIn('Europe/Moscow');
  const template = `template_${String(data.scale ?? 1).replace('.', '_')}_${today.replaceAll('-', '')}`;
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await withDatabase(shared, async (client) => {
    await client.query('select pg_advisory_lock($1)', [TEMPLATE_LOCK]);
    const found = await client.query('select 1 from pg_database where datname = $1', [template]);
    if (found.rowCount === 0) await makeTemplate(client, shared, template, { ...data, today });
    await client.query(`create database ${name} template ${template}`);
  });
  return databaseOf(shared, name);
}

/** Makes a template; it gets its name only once it is complete. */
async function makeTemplate(client: pg.Client, cluster: string, name: string, data: TestData): Promise<void> {
  const making = `${name}_making`;
  await client.query(`drop database if exists ${making}`);
  await client.query(`create database ${making}`);
  await fill(urlOf(cluster, making), process.env['TEST_APPLICATION_URL'] ?? '', data);
  await client.query(`alter database ${making} rename to ${name}`);
}

async function fill(url: string, applicationUrl: string, data: TestData): Promise<void> {
  const { pool, db, close } = connect(url, { queryLimit: 0 });
  try {
    await withOwnerLock(pool, async (client) => {
      await migrate(client);
      await grantApplication(client, new URL(applicationUrl).username);
      await grantReports(client, applicationUrl);
    });
    await storeWords(db);
    await seed(db, { passwordCost: CHEAP, ...data });
  } finally {
    await close();
  }
}
