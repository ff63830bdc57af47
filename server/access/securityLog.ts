/** Log of sign-ins, failed sign-ins, sign-outs and refusals: time and origin of each. Rows are only added. */
import { sql } from 'kysely';
import type { Db } from '../database/connection.ts';
import type { SecurityTable } from '../database/tables/access.ts';

/** Origin of a request. */
export interface Origin {
  address: string;
  userAgent: string | undefined;
}

export interface SecurityEvent {
  event: SecurityTable['event'];
  /** The account whose session, sign-in or password it was; absent before sign-in. */
  account?: { id: string; login: string; instance: { id: string } } | undefined;
  /** The account that did it, when it is another. */
  actor?: { login: string };
  /** The login that was typed. */
  login?: string;
  /** The requested operation. */
  operation?: string;
  /** Problem code of the reply. */
  reason?: string;
}

const LONGEST = 200;
/** Repeated events without an account are logged once in this many minutes, so that they cannot fill the disk. */
const REPEAT_MINUTES = 15;

/** Adds an event. */
export async function noteEvent(db: Db, origin: Origin, event: SecurityEvent): Promise<void> {
  const { account } = event;
  const row = {
    event: event.event,
    instance_id: account?.instance.id ?? null,
    account_id: account?.id ?? null,
    login: (event.login ?? account?.login ?? null)?.slice(0, LONGEST) ?? null,
    address: origin.address,
    user_agent: origin.userAgent?.slice(0, LONGEST) ?? null,
    operation: event.operation ?? null,
    reason: event.reason ?? null,
    actor_login: event.actor?.login ?? null,
  };
  const repeated = event.event === 'signInLimited' || (!account && event.event === 'refused');
  if (repeated && (await wasNoted(db, row))) return;
  await db.insertInto('security_log').values(row).execute();
}

async function wasNoted(db: Db, row: Pick<SecurityTable, 'event' | 'login' | 'address'>): Promise<boolean> {
  const found = await db
    .selectFrom('security_log')
    .select('id')
    .where('event', '=', row.event)
    .where('address', '=', row.address)
    .where('login', 'is not distinct from', row.login)
    .where('event_time', '>', sql<Date>`now() - make_interval(mins => ${REPEAT_MINUTES})`)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}
