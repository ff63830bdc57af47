/** The pg-boss queue over the product's own connections. */
import { CompiledQuery } from 'kysely';
import PgBoss from 'pg-boss';
import type pg from 'pg';
import type { Db } from '../database/connection.ts';

const SCHEMA = 'pgboss';
/** Retries after the first try. */
export const RETRIES = 2;
export const DEAD = 'job-dead';
/** The queue of the jobs of all lanes. */
export const QUEUE = 'job';

/** Adapts a transaction for pg-boss. */
export function within(trx: Db): PgBoss.Db {
  return {
    executeSql: async (text, values) => ({
      rows: (await trx.executeQuery(CompiledQuery.raw(text, values))).rows as unknown[],
    }),
  };
}

/** Only sends messages within given transactions; it is never started. */
export const sender = new PgBoss({
  schema: SCHEMA,
  db: { executeSql: () => Promise.reject(new Error('Jobs are sent within a transaction')) },
});

/** Opens the queue for a server; migrations have created its tables. */
export function openQueue(pool: pg.Pool, maintenanceSeconds: number): PgBoss {
  return new PgBoss({
    schema: SCHEMA,
    db: { executeSql: (text, values) => pool.query(text, values) },
    migrate: false,
    maintenanceIntervalSeconds: maintenanceSeconds,
  });
}

export interface Lease {
  leaseSeconds: number;
  retryDelaySeconds: number;
}

/** Renews the leases of the jobs that this server runs; without that another server takes them. */
export async function renewLeases(
  pool: pg.Pool,
  ids: readonly string[],
  { leaseSeconds, retryDelaySeconds }: Lease,
): Promise<void> {
  await pool.query(
    `update ${SCHEMA}.job set started_on = now(), expire_in = $2 * interval '1 second', retry_delay = $3
     where name = '${QUEUE}' and id = any($1::uuid[]) and state = 'active'`,
    [ids, leaseSeconds, retryDelaySeconds],
  );
}

/** Returns an unfinished job to the queue; that does not count as a try. */
export async function handBack(trx: Db, id: string): Promise<void> {
  await within(trx).executeSql(
    `update ${SCHEMA}.job set state = 'created', started_on = null where name = $1 and id = $2 and state = 'active'`,
    [QUEUE, id],
  );
}
