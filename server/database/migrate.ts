/**
 * Migrates a database to the schema of this version: numbered SQL files, each run once, while other servers are in use.
 *
 * A file is one transaction. It waits for its locks only briefly, since writes would queue behind it, and tries again.
 * A file whose first line is `-- concurrently` builds or drops indexes outside a transaction, without blocking writes.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import pg from 'pg';
import { buildConcurrently, isConcurrent } from './concurrently.ts';
import type { Db } from './connection.ts';

const FOLDER = fileURLToPath(new URL('./migrations', import.meta.url));

export interface MigrateOptions {
  folder?: string;
  /** How long a statement waits for a lock, and how long the migration pauses before the next try. */
  lockTimeoutMs?: number;
  pauseMs?: number;
  tries?: number;
}

type Waiting = Required<Pick<MigrateOptions, 'lockTimeoutMs' | 'pauseMs' | 'tries'>>;

/** Four minutes of tries; writes wait at most half a second, once a second. */
const WAITING: Waiting = { lockTimeoutMs: 500, pauseMs: 500, tries: 240 };
/** SQLSTATE of a lock that was not granted in time. */
const LOCK_NOT_AVAILABLE = '55P03';

interface Migration {
  name: string;
  text: string;
  checksum: string;
}

/**
 * Runs the pending files in the order of their names. Returns the names of the files that ran; those before one that
 * fails stay applied. Throws before anything runs when a file was changed after it ran. See `withOwnerLock`.
 */
export async function migrate(client: pg.ClientBase, options: MigrateOptions = {}): Promise<string[]> {
  const { folder = FOLDER, ...given } = options;
  await client.query(
    `create table if not exists schema_migrations (
       name text primary key, checksum text not null, run_time timestamptz not null default now())`,
  );
  const pending = await pendingOf(
    client,
    migrationsIn(folder).map((name) => read(folder, name)),
  );
  for (const migration of pending) {
    if (isConcurrent(migration.text)) {
      await buildConcurrently(client, migration);
      await remember(client, migration);
    } else await runPatiently(client, migration, { ...WAITING, ...given });
  }
  return pending.map(({ name }) => name);
}

async function pendingOf(client: pg.ClientBase, migrations: readonly Migration[]): Promise<Migration[]> {
  const done = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from schema_migrations',
  );
  const checksums = new Map(done.rows.map((row) => [row.name, row.checksum]));
  const changed = migrations.find(({ name, checksum }) => (checksums.get(name) ?? checksum) !== checksum);
  if (changed) {
    throw new Error(`Migration ${changed.name} was changed after it ran; write a new one instead.`);
  }
  return migrations.filter(({ name }) => !checksums.has(name));
}

async function runPatiently(
  client: pg.ClientBase,
  migration: Migration,
  { lockTimeoutMs, pauseMs, tries }: Waiting,
): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await runOnce(client, migration, lockTimeoutMs);
    } catch (error) {
      // A lost connection cannot roll back, but the database has; the first error has the reason.
      await client.query('rollback').catch(() => undefined);
      if (!(error instanceof pg.DatabaseError) || error.code !== LOCK_NOT_AVAILABLE) throw error;
      if (attempt >= tries) {
        throw new Error(
          `Migration ${migration.name} did not get its locks in ${tries} tries of ${lockTimeoutMs} ms. ` +
            'A long transaction holds them (see pg_stat_activity); end it and start the server again.',
          { cause: error },
        );
      }
      await sleep(pauseMs);
    }
  }
}

async function runOnce(client: pg.ClientBase, migration: Migration, lockTimeoutMs: number): Promise<void> {
  await client.query('begin');
  await client.query(`set local lock_timeout = ${lockTimeoutMs}`);
  await client.query(migration.text);
  await remember(client, migration);
  await client.query('commit');
}

async function remember(client: pg.ClientBase, { name, checksum }: Migration): Promise<void> {
  await client.query('insert into schema_migrations (name, checksum) values ($1, $2)', [name, checksum]);
}

function migrationsIn(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .toSorted();
}

function read(folder: string, name: string): Migration {
  const text = readFileSync(path.join(folder, name), 'utf8');
  const checksum = createHash('sha256').update(text.replaceAll('\r\n', '\n')).digest('hex');
  return { name, text, checksum };
}

/** Returns the files of this version that have not run on a database yet. */
export async function pendingMigrations(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from schema_migrations`.execute(db);
  const done = new Set(rows.map(({ name }) => name));
  return migrationsIn(FOLDER).filter((name) => !done.has(name));
}
