/**
 * One database cluster for all test files; each file makes a database of its own in it.
 * TEST_DATABASE_URL names a PostgreSQL of one's own instead.
 */
import { startTestCluster } from './support.ts';

export default async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env['TEST_DATABASE_URL']) return undefined;
  const cluster = await startTestCluster();
  process.env['TEST_DATABASE_URL'] = cluster.url;
  return cluster.close;
}
