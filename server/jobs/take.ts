/** Takes the next job of a lane: the first in rank whose instance may run another one. */
import { sql } from 'kysely';
import type { Db } from '../database/connection.ts';
import { QUEUE, RETRIES, type Lease } from './queue.ts';

export interface Taken {
  id: string;
  kind: string;
  attempt: number;
  /** No try follows this one. */
  last: boolean;
}

interface Wanted extends Lease {
  lane: string;
  perInstance: number;
}

/** Marks a job as running with a lease of this server; undefined when none may run now. */
export function takeNext(db: Db, { lane, perInstance, ...lease }: Wanted): Promise<Taken | undefined> {
  return db.transaction().execute(async (trx) => {
    // Without the lock, two servers that count at the same time would both see the last slot of an instance as free.
    await sql`select pg_advisory_xact_lock(hashtext(${`job-lane:${lane}`}))`.execute(trx);
    const taken = await leaseNext(trx, lane, perInstance, lease);
    if (!taken) return undefined;
    const { kind, attempt } = await trx
      .updateTable('jobs')
      .set((eb) => ({
        state: 'RUNNING' as const,
        attempt: eb('attempt', '+', 1),
        start_time: eb.fn.coalesce('start_time', eb.val(new Date())),
        version: eb('version', '+', 1),
      }))
      .where('id', '=', taken.id)
      .returning(['kind', 'attempt'])
      .executeTakeFirstOrThrow();
    return { id: taken.id, kind, attempt, last: taken.retry_count >= RETRIES };
  });
}

/** A job whose server died counts as running until its lease expires. */
async function leaseNext(trx: Db, lane: string, perInstance: number, lease: Lease) {
  const { rows } = await sql<{ id: string; retry_count: number }>`
    with held as (
      select j.instance_id, count(*) as jobs
      from jobs j join pgboss.job q on q.name = ${QUEUE} and q.id = j.id and q.state = 'active'
      where j.lane = ${lane} and j.state = 'RUNNING'
      group by 1
    ), next as (
      select q.id
      from jobs j join pgboss.job q on q.name = ${QUEUE} and q.id = j.id
        left join held h on h.instance_id = j.instance_id
      where j.lane = ${lane} and j.state in ('QUEUED', 'RUNNING')
        and q.state < 'active' and q.start_after <= now() and coalesce(h.jobs, 0) < ${perInstance}
      order by j.rank, j.create_time, j.id
      limit 1
      for update of j, q skip locked
    )
    update pgboss.job q set
      state = 'active',
      started_on = now(),
      expire_in = ${lease.leaseSeconds} * interval '1 second',
      retry_delay = ${lease.retryDelaySeconds},
      retry_count = case when q.started_on is not null then q.retry_count + 1 else q.retry_count end
    from next where q.name = ${QUEUE} and q.id = next.id
    returning q.id, q.retry_count`.execute(trx);
  return rows[0];
}
