/** One database cluster for all test files; each file makes a database of its own in it. */
import { startTestCluster } from './support.ts';

export default async function setup(): Promise<() => Promise<void>> {
  const cluster = await startTestCluster();
  process.env['TEST_DATABASE_URL'] = cluster.url;
  return cluster.close;
}
