/** Browsers from which an account has signed in. Their token grants no access: it only marks the browser as known. */
import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '../database/connection.ts';

/** Days that a browser is remembered after its last sign-in. */
export const DEVICE_DAYS = 180;
/** Most browsers remembered for one account; the least recently used is deleted. */
const DEVICES = 20;

function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** Returns the device with a token, if it belongs to this login. */
export async function findDevice(db: Db, login: string, token: string): Promise<string | undefined> {
  const device = await db
    .selectFrom('known_devices as d')
    .innerJoin('accounts as a', 'a.id', 'd.account_id')
    .select('d.id')
    .where('a.login', '=', login)
    .where('d.token_hash', '=', hashOf(token))
    .where('d.use_time', '>', sql<Date>`now() - make_interval(days => ${DEVICE_DAYS})`)
    .executeTakeFirst();
  return device?.id;
}

/** Remembers the browser after a sign-in; returns the token for its cookie. */
export async function rememberDevice(
  db: Db,
  accountId: string,
  deviceId: string | undefined,
  token: string | undefined,
) {
  if (deviceId && token) {
    await db.updateTable('known_devices').set({ use_time: new Date() }).where('id', '=', deviceId).execute();
    return token;
  }
  const fresh = randomBytes(32).toString('base64url');
  await db
    .insertInto('known_devices')
    .values({ token_hash: hashOf(fresh), account_id: accountId })
    .execute();
  const kept = db
    .selectFrom('known_devices')
    .select('id')
    .where('account_id', '=', accountId)
    .orderBy('use_time', 'desc')
    .limit(DEVICES);
  await db
    .deleteFrom('known_devices')
    .where('account_id', '=', accountId)
    .where('id', 'not in', kept)
    .execute();
  return fresh;
}
