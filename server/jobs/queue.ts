/** The queue of pg-boss over the product's own connections. */
import { CompiledQuery } from 'kysely';
import PgBoss from 'pg-boss';
import type pg from 'pg';
import type { Db } from '../database/connection.ts';

const SCHEMA = 'pgboss';
/** First try and two more. */
export const RETRIES = 2;
export const DEAD = 'job-dead';
/** Holds the jobs of all lanes. */
export const QUEUE = 'job';

/** Lets pg-boss take part in a transaction. */
export function within(trx: Db): PgBoss.Db {
  return {
    executeSql: async (text, values) => ({
      rows: (await trx.executeQuery(CompiledQuery.raw(text, values))).rows as unknown[],
    }),
  };
}

/** Only writes messages within transactions that are given to it; it is never started. */
export const sender = new PgBoss({
  schema: SCHEMA,
  db: { executeSql: () => Promise.reject(new Error('Jobs are sent within a transaction')) },
});

/** The queue as a server uses it; the migrations made its tables. */
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

/** Renews the lease of jobs that this server works on; without it another one takes them. */
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

/** Gives a job back unfinished; that does not count as a try. */
export async function handBack(trx: Db, id: string): Promise<void> {
  await within(trx).executeSql(
    `update ${SCHEMA}.job set state = 'created', started_on = null where name = $1 and id = $2 and state = 'active'`,
    [QUEUE, id],
  );
}
