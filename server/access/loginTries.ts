/**
 * Limits password guessing without locking out the rightful owner. A sign-in from a browser that the account has used
 * before is limited by that browser alone; from an address that it has used before, by that address alone. All others
 * also share limits with all other strangers, per login and per address. So no one can use up another user's tries.
 * Counted in the database, for all nodes.
 */
import { isIPv6 } from 'node:net';
import { sql } from 'kysely';
import { transaction, type Db } from '../database/connection.ts';

/** Tries are stored for a day. */
const WINDOW_MS = 24 * 60 * 60 * 1000;
/** After the free tries each one has to wait, twice as long as the one before. */
const FIRST_WAIT_S = 60;
const LONGEST_WAIT_S = 15 * 60;
const FREE_TRIES = { device: 10, pair: 5, login: 30, address: 50 };
/** Days that an address stays known for a login after a sign-in. */
const KNOWN_DAYS = 30;

export interface Try {
  /** In lower case. */
  login: string;
  address: string;
  /** The device, when the browser's token belongs to this login. */
  deviceId: string | undefined;
}

/**
 * Records a try before the password is checked, so that concurrent tries count each other. Returns the seconds to wait
 * when there were too many, else undefined.
 */
export async function noteTry(db: Db, { login, address: exact, deviceId }: Try): Promise<number | undefined> {
  const address = networkOf(exact);
  return transaction(db, async (trx) => {
    // Always in this order, so that two tries cannot deadlock.
    for (const key of [`address ${address}`, `login ${login}`]) {
      await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(trx);
    }
    const since = new Date(Date.now() - WINDOW_MS);
    const tries = trx
      .selectFrom('login_tries')
      .select([sql<number>`count(*)`.as('count'), sql<Date | null>`max(try_time)`.as('last')])
      .where('try_time', '>', since);
    const strangers = tries.where('stranger', '=', true);
    const stranger = !deviceId && !(await isKnown(trx, login, exact));
    const wait = Math.max(
      ...(deviceId
        ? [waitOf(await tries.where('device_id', '=', deviceId).executeTakeFirst(), FREE_TRIES.device)]
        : [
            waitOf(
              await tries
                .where('login', '=', login)
                .where('address', '=', address)
                .where('device_id', 'is', null)
                .executeTakeFirst(),
              FREE_TRIES.pair,
            ),
          ]),
      ...(stranger
        ? [
            waitOf(await strangers.where('login', '=', login).executeTakeFirst(), FREE_TRIES.login),
            waitOf(await strangers.where('address', '=', address).executeTakeFirst(), FREE_TRIES.address),
          ]
        : []),
    );
    // A refused try does not lengthen the wait.
    if (wait > 0) return wait;
    await trx
      .insertInto('login_tries')
      .values({ login, address, device_id: deviceId ?? null, stranger })
      .execute();
    return undefined;
  });
}

/** Returns the seconds until the next try is allowed; 0 when it is allowed now. */
function waitOf(tries: { count: number; last: Date | null } | undefined, free: number): number {
  if (!tries?.last || tries.count < free) return 0;
  const wait = Math.min(FIRST_WAIT_S * 2 ** Math.min(tries.count - free, 10), LONGEST_WAIT_S);
  return Math.max(0, Math.ceil(wait - (Date.now() - tries.last.getTime()) / 1000));
}

/** Returns whether this login has signed in from this address within the last `KNOWN_DAYS` days. */
async function isKnown(db: Db, login: string, address: string): Promise<boolean> {
  const found = await db
    .selectFrom('security_log')
    .select('id')
    .where('login', '=', login)
    .where('event', '=', 'signIn')
    .where('address', '=', address)
    .where('event_time', '>', sql<Date>`now() - make_interval(days => ${KNOWN_DAYS})`)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** One household or server gets a /64 network of 2⁶⁴ IPv6 addresses: they count as one. */
function networkOf(address: string): string {
  if (!isIPv6(address) || address.includes('.')) return address;
  const [head = '', tail] = address.split('::');
  const groups = head.split(':').filter(Boolean);
  if (tail !== undefined) {
    const rest = tail.split(':').filter(Boolean);
    groups.push(...Array.from({ length: 8 - groups.length - rest.length }, () => '0'), ...rest);
  }
  return `${groups.slice(0, 4).join(':')}::/64`;
}

/**
 * Deletes the tries of the device that signed in, or of the login from that address, and expired tries of any login.
 */
export async function forgetTries(db: Db, { login, address, deviceId }: Try): Promise<void> {
  await db
    .deleteFrom('login_tries')
    .where((eb) =>
      eb.or([
        deviceId
          ? eb('device_id', '=', deviceId)
          : eb.and([eb('login', '=', login), eb('address', '=', networkOf(address))]),
        eb('try_time', '<', new Date(Date.now() - WINDOW_MS)),
      ]),
    )
    .execute();
}
