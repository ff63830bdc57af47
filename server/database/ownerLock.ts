/** Lock for the owner's work before requests are accepted: only one server does it at a time. */
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';

/** An arbitrary number. */
const LOCK = 7_302_026;
const POLL_MS = 100;

/**
 * Runs `work` while this session holds the lock of the database; another server that starts meanwhile waits. The lock
 * is polled: a session that waits inside PostgreSQL would hold a snapshot, for which `create index concurrently` waits.
 *
 * @example await withOwnerLock(pool, (client) => migrate(client));
 */
export async function withOwnerLock<T>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  let failed = true;
  try {
    while (!(await tryLock(client))) await sleep(POLL_MS);
    const result = await work(client);
    await client.query('select pg_advisory_unlock($1)', [LOCK]);
    failed = false;
    return result;
  } finally {
    // The end of the session releases the lock.
    client.release(failed);
  }
}

async function tryLock(client: pg.PoolClient): Promise<boolean> {
  const { rows } = await client.query<{ held: boolean }>('select pg_try_advisory_lock($1) held', [LOCK]);
  return rows[0]?.held ?? false;
}
