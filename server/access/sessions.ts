/** Sessions are stored in the database, so any node behind a balancer knows them. */
import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '../database/connection.ts';
import { browserOf } from './browser.ts';

/** How long a session lasts without a request. */
export const SESSION_SECONDS = 12 * 60 * 60;
/** Longest duration of a session, however active: then the user signs in again. */
export const LONGEST_SESSION_SECONDS = 7 * 24 * 60 * 60;
/** A session is extended at most this often, so that not every request writes. */
const RENEW_SECONDS = 5 * 60;

/** Most active sessions of an account; a new one beyond that ends the least recently used one. */
const MOST_SESSIONS = 100;

export const SESSION_COOKIE = 'sid';

export function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

function expiry(): Date {
  return new Date(Date.now() + SESSION_SECONDS * 1000);
}

/** Client address and browser at the start of a session. */
export interface SessionOrigin {
  address: string;
  userAgent: string | undefined;
}

/** Starts a session and returns the token for the cookie; the database stores only its hash. */
export async function startSession(db: Db, accountId: string, origin: SessionOrigin): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await db.deleteFrom('sessions').where('expire_time', '<', new Date()).execute();
  await db
    .insertInto('sessions')
    .values({
      token_hash: hashOf(token),
      account_id: accountId,
      expire_time: expiry(),
      address: origin.address,
      user_agent: origin.userAgent?.slice(0, 200) ?? null,
    })
    .execute();
  await endOldest(db, accountId);
  return token;
}

/** Ends the least recently used sessions above the limit, so that a sign-in is never refused because of it. */
async function endOldest(db: Db, accountId: string): Promise<void> {
  const beyond = db
    .selectFrom('sessions')
    .select('token_hash')
    .where('account_id', '=', accountId)
    .orderBy('renew_time', 'desc')
    .orderBy('create_time', 'desc')
    .offset(MOST_SESSIONS);
  await db.deleteFrom('sessions').where('token_hash', 'in', beyond).execute();
}

/** The account of an active session, and the account it views as (viewAs.ts). */
export interface FoundSession {
  accountId: string;
  viewAccountId: string | null;
}

/** Extends a session that is used, at most every `RENEW_SECONDS`; returns whether it did. */
export async function renewSession(db: Db, token: string, renewTime: Date): Promise<boolean> {
  if (Date.now() - renewTime.getTime() <= RENEW_SECONDS * 1000) return false;
  await db
    .updateTable('sessions')
    .set({ expire_time: expiry(), renew_time: new Date() })
    .where('token_hash', '=', hashOf(token))
    .execute();
  return true;
}

/** Returns the active session of a token, if there is one; does not extend it. */
export async function findSession(db: Db, token: string): Promise<FoundSession | undefined> {
  return (await livingSessions(db, [token])).get(token);
}

/** Sets the account that the session views as; null ends the view. */
export async function setView(db: Db, token: string, accountId: string | null): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ view_account_id: accountId })
    .where('token_hash', '=', hashOf(token))
    .execute();
}

/** Returns the active sessions among the tokens, by token; does not extend them. */
export async function livingSessions(db: Db, tokens: readonly string[]): Promise<Map<string, FoundSession>> {
  if (tokens.length === 0) return new Map();
  const byHash = new Map(tokens.map((token) => [hashOf(token).toString('hex'), token]));
  const rows = await db
    .selectFrom('sessions')
    .select(['token_hash', 'account_id', 'view_account_id'])
    .where('token_hash', '=', sql<Buffer>`any(${tokens.map(hashOf)}::bytea[])`)
    .where(LIVING('sessions'))
    .execute();
  return new Map(
    rows.map((row) => [
      byHash.get(row.token_hash.toString('hex')) ?? '',
      { accountId: row.account_id, viewAccountId: row.view_account_id },
    ]),
  );
}

/** Ends a session; an unknown token is not an error. */
export async function endSession(db: Db, token: string): Promise<void> {
  await db.deleteFrom('sessions').where('token_hash', '=', hashOf(token)).execute();
}

/** Returns the condition of an active session, for the table with this alias. */
export const LIVING = (alias: string) => sql<boolean>`${sql.ref(`${alias}.expire_time`)} > now()
  and ${sql.ref(`${alias}.create_time`)} > now() - make_interval(secs => ${LONGEST_SESSION_SECONDS})`;

/** Ends every session of an account, except the one of this token. */
export async function endSessions(db: Db, accountId: string, except?: string): Promise<void> {
  let sessions = db.deleteFrom('sessions').where('account_id', '=', accountId);
  if (except !== undefined) sessions = sessions.where('token_hash', '<>', hashOf(except));
  await sessions.execute();
}

export interface SessionItem {
  id: string;
  current: boolean;
  address: string | null;
  browser: string | null;
  createTime: string;
  useTime: string;
  expireTime: string;
}

/** Returns the active sessions of an account, the current one first, then by last use. */
export async function sessionsOf(db: Db, accountId: string, token?: string): Promise<SessionItem[]> {
  const rows = await db
    .selectFrom('sessions as s')
    .selectAll()
    .where('account_id', '=', accountId)
    .where(LIVING('s'))
    .orderBy('renew_time', 'desc')
    .execute();
  const own = token === undefined ? undefined : hashOf(token);
  return rows
    .map((row) => ({
      id: row.id,
      current: own !== undefined && row.token_hash.equals(own),
      address: row.address,
      browser: browserOf(row.user_agent),
      createTime: row.create_time.toISOString(),
      useTime: row.renew_time.toISOString(),
      expireTime: endOf(row).toISOString(),
    }))
    .toSorted((a, b) => Number(b.current) - Number(a.current));
}

/** Returns the end of a session: 12 hours after its last use, and at most a week after its start. */
function endOf({ create_time: begun, expire_time: idle }: { create_time: Date; expire_time: Date }): Date {
  return new Date(Math.min(idle.getTime(), begun.getTime() + LONGEST_SESSION_SECONDS * 1000));
}

/** Ends a session of the account by its id; returns whether it existed. */
export async function endSessionById(db: Db, accountId: string, id: string): Promise<boolean> {
  const ended = await db
    .deleteFrom('sessions')
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst();
  return ended.numDeletedRows > 0n;
}
