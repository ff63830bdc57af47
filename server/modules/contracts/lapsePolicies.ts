/** Nightly job on agreement policies: ends those not answered in time, and those that have expired. */
import { sql, type SqlBool } from 'kysely';
import type { Db } from '../../database/connection.ts';
import { audit } from '../../records/saving.ts';
import { recordEvent } from '../../records/recordEvent.ts';

interface Lapse {
  from: string;
  to: string;
  event: string;
  /** Condition on a policy `p` of an instance `i`: whether it is due. */
  when: ReturnType<typeof sql<SqlBool>>;
}

const TODAY = sql`(now() at time zone i.time_zone)::date`;
const LAPSES: readonly Lapse[] = [
  // Before the lapse: an expired policy cannot be sent again.
  ...['ACCEPTED', 'PROCEEDED'].map((from) => ({
    from,
    to: 'EXPIRED',
    event: 'POLICY_EXPIRED',
    when: sql<SqlBool>`p.expiration_date < ${TODAY}`,
  })),
  {
    from: 'PROCEEDED',
    to: 'STATUS_NOT_SET',
    event: 'POLICY_LAPSED',
    when: sql<SqlBool>`p.reply_date < ${TODAY}`,
  },
];

/** Ends due policies, by the local date of each instance; returns how many it changed. */
export async function lapsePolicies(db: Db): Promise<number> {
  let count = 0;
  for (const lapse of LAPSES) {
    const due = await db
      .selectFrom('contract_policies as p')
      .innerJoin('instances as i', 'i.id', 'p.instance_id')
      .select(['p.id', 'p.contract_id'])
      .where('p.status', '=', lapse.from)
      .where(lapse.when)
      .orderBy('p.id')
      .execute();
    for (const policy of due) if (await end(db, lapse, policy)) count += 1;
  }
  return count;
}

/** Ends one policy, unless it was decided meanwhile. */
function end(db: Db, { from, to, event }: Lapse, policy: { id: string; contract_id: string }) {
  return db.transaction().execute(async (trx) => {
    // As in every change, the contract is locked first, so that two changes cannot deadlock.
    await trx.selectFrom('contracts').select('id').where('id', '=', policy.contract_id).forUpdate().execute();
    const before = await trx
      .selectFrom('contract_policies')
      .selectAll()
      .where('id', '=', policy.id)
      .where('status', '=', from)
      .forUpdate()
      .executeTakeFirst();
    if (!before) return false;
    const lapse = to === 'STATUS_NOT_SET' ? { lapse_time: new Date() } : {};
    const after = await trx
      .updateTable('contract_policies')
      .set({ status: to, ...lapse, version: before.version + 1, change_time: new Date() })
      .where('id', '=', before.id)
      .returningAll()
      .executeTakeFirstOrThrow();
    await audit(trx, undefined, { entity: 'contractPolicy', action: 'lapse', before, after });
    const { instance_id: instanceId, id: entityId, name } = after;
    const cause = { source: 'JOB' as const, sourceName: 'lapsePolicies' };
    const what = { entity: 'contractPolicy', entityId, values: { name } };
    await recordEvent(trx, { instanceId, meta: event, ...cause, ...what });
    return true;
  });
}
