/** Brings a database to the schema of this version: numbered SQL files, each run once. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import path from 'node:path';
import { sql } from 'kysely';
import type pg from 'pg';
import type { Db } from './connection.ts';

const FOLDER = fileURLToPath(new URL('./migrations', import.meta.url));
/** Any number will do; it keeps two nodes from migrating at once. */
const LOCK = 7_302_026;

/** Runs what has not run yet, all in one transaction. Returns the names of the files that ran. */
export async function migrate(pool: pg.Pool, folder = FOLDER): Promise<string[]> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query('select pg_advisory_xact_lock($1)', [LOCK]);
    await client.query(
      `create table if not exists schema_migrations (
         name text primary key, checksum text not null, run_time timestamptz not null default now())`,
    );
    const done = await client.query<{ name: string; checksum: string }>(
      'select name, checksum from schema_migrations',
    );
    const checksums = new Map(done.rows.map((row) => [row.name, row.checksum]));
    const ran: string[] = [];
    for (const name of migrationsIn(folder)) {
      const text = readFileSync(path.join(folder, name), 'utf8');
      const checksum = createHash('sha256').update(text.replaceAll('\r\n', '\n')).digest('hex');
      const before = checksums.get(name);
      if (before === checksum) continue;
      if (before) throw new Error(`Migration ${name} was changed after it ran; write a new one instead.`);
      await client.query(text);
      await client.query('insert into schema_migrations (name, checksum) values ($1, $2)', [name, checksum]);
      ran.push(name);
    }
    await client.query('commit');
    return ran;
  } catch (error) {
    // A lost connection cannot roll back, and has: what is told is why.
    await client.query('rollback').catch(() => undefined);
    throw error;
  } finally {
    client.release();
  }
}

function migrationsIn(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .toSorted();
}

/** The files of this version that have not run on a database yet. */
export async function pendingMigrations(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from schema_migrations`.execute(db);
  const done = new Set(rows.map(({ name }) => name));
  return migrationsIn(FOLDER).filter((name) => !done.has(name));
}
