/**
 * One database cluster for all test files; each file makes a separate database in it. TEST_DATABASE_URL can name
 * another PostgreSQL instead, as a superuser.
 */
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { ensureRole } from '../../server/database/roles.ts';
import { startTestCluster } from './support.ts';

export default async function setup(): Promise<(() => Promise<void>) | undefined> {
  const given = process.env['TEST_DATABASE_URL'];
  if (given) {
    process.env['TEST_APPLICATION_URL'] = await makeApplication(given);
    return undefined;
  }
  const cluster = await startTestCluster();
  process.env['TEST_DATABASE_URL'] = cluster.url;
  process.env['TEST_APPLICATION_URL'] = cluster.applicationUrl;
  return cluster.close;
}

/** Makes the role that requests run as. */
async function makeApplication(ownerUrl: string): Promise<string> {
  const [role, password] = ['application_test', randomBytes(24).toString('hex')];
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  await ensureRole(client, role, password).finally(() => client.end());
  return Object.assign(new URL(ownerUrl), { username: role, password }).href;
}
