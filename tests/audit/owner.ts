/** Direct access to the embedded database of a product that an audit started. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';

/** Returns process and port of the database that runs in the folder of a product. */
export function clusterOf(dataDir: string): { pid: number; port: number } {
  const lines = readFileSync(path.join(dataDir, 'cluster/postmaster.pid'), 'utf8').split('\n');
  return { pid: Number(lines[0]), port: Number(lines[3]) };
}

/** Connects to the database of a running product as its owner, by its data folder. */
export async function connectAsOwner(dataDir: string): Promise<pg.Client> {
  const password = readFileSync(path.join(dataDir, 'password'), 'utf8').trim();
  const { port } = clusterOf(dataDir);
  const client = new pg.Client({ host: '127.0.0.1', port, user: 'postgres', password, database: 'waste' });
  // The database ends before its client when a step throws.
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

/** Runs work in that database and closes the connection. */
export async function asOwner<T>(dataDir: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = await connectAsOwner(dataDir);
  return work(client).finally(() => client.end());
}
