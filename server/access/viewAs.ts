/**
 * "View as": the session of an ADMIN continues with no more than the rights and the reach of another account, to see
 * what that account sees. It can only read. The flag is stored in the ADMIN's own session: no other session is changed.
 */
import { sql } from 'kysely';
import { compiler } from '../database/compiler.ts';
import type { Db } from '../database/connection.ts';
import { asPreparedStatement, executePrepared } from '../database/prepared.ts';
import { accountOfRow, accountRows, readAccount, type Account } from './accounts.ts';
import { hashOf, LIVING, renewSession, type FoundSession } from './sessions.ts';

/** A place that no row is in: two accounts without a common district see only rows without a district. */
const NOWHERE = '00000000-0000-0000-0000-000000000000';

/** Placeholder of the hash in the statement below. */
const TOKEN_HASH = Symbol('token hash');

/** Executed by each request. */
const ACCOUNT_OF_TOKEN = asPreparedStatement(
  accountRows(compiler)
    .innerJoin('sessions as sid', 'sid.account_id', 'a.id')
    .select(['sid.renew_time', 'sid.view_account_id'])
    .where('sid.token_hash', '=', sql<Buffer>`${TOKEN_HASH}`)
    .where(LIVING('sid'))
    .compile(),
);

/** Returns the account that the session of a token acts for, and whether the session was just extended. */
export async function accountOfToken(
  db: Db,
  token: string,
): Promise<{ account: Account; renewed: boolean } | undefined> {
  const [row] = (await executePrepared(db, ACCOUNT_OF_TOKEN, TOKEN_HASH, hashOf(token))).rows;
  if (!row) return undefined;
  const [own, view] = [accountOfRow(row), row.view_account_id];
  const account = view === null ? own : narrowed(own, await readAccount(db, view));
  return { account, renewed: await renewSession(db, token, row.renew_time) };
}

/** Returns the account that a session acts for, narrowed while it views as another. */
export async function accountOf(db: Db, session: FoundSession): Promise<Account | undefined> {
  const own = await readAccount(db, session.accountId);
  if (!own || session.viewAccountId === null) return own;
  return narrowed(own, await readAccount(db, session.viewAccountId));
}

/** Returns whether an ADMIN may view as the account: one of their instance, or of any for an administration. */
export function mayViewAs(own: Account, other: Account): boolean {
  if (!own.permissions.includes('ADMIN') || own.id === other.id) return false;
  return own.instance.id === other.instance.id || reachesAll(own);
}

/**
 * Returns whether the account reaches all instances. An account narrowed to districts reaches other instances by
 * separate rules, which no other account shares.
 */
export const reachesAll = ({ instance, districts, divisions }: Account): boolean =>
  instance.type === 'ADMINISTRATION' && districts.length === 0 && divisions.length === 0;

/**
 * Returns the account with the rights that both have; with none when the other may no longer be viewed or is deleted.
 */
export function narrowed(own: Account, other: Account | undefined): Account {
  if (!other || !mayViewAs(own, other)) return { ...own, permissions: [], viewer: own };
  const within = own.instance.id === other.instance.id;
  return {
    ...own,
    permissions: other.permissions.filter((name) => own.permissions.includes(name)),
    instance: other.instance,
    links: other.links,
    districts: within ? common(own.districts, other.districts) : other.districts,
    divisions: within ? common(own.divisions, other.divisions) : other.divisions,
    viewer: own,
    viewed: other,
  };
}

/** Returns the places of both; if one list is empty, which means everywhere, the other list. */
function common(own: readonly string[], other: readonly string[]): string[] {
  if (own.length === 0 || other.length === 0) return [...own, ...other];
  const both = other.filter((id) => own.includes(id));
  return both.length > 0 ? both : [NOWHERE];
}
