/**
 * "View as": the session of an ADMIN goes on with no more than the rights and the reach of another account, to see what
 * that account sees. It only reads. The flag stands in the ADMIN's own session: no other session is touched.
 */
import { sql } from 'kysely';
import { compiler } from '../database/compiler.ts';
import type { Db } from '../database/connection.ts';
import { asPreparedStatement, executePrepared } from '../database/prepared.ts';
import { accountOfRow, accountRows, readAccount, type Account } from './accounts.ts';
import { hashOf, LIVING, renewSession, type FoundSession } from './sessions.ts';

/** A place that no row lies in: two accounts without a common district see what lies in none. */
const NOWHERE = '00000000-0000-0000-0000-000000000000';

/** The placeholder of the hash in the statement below. */
const TOKEN_HASH = Symbol('token hash');

/** Each request executes it. */
const ACCOUNT_OF_TOKEN = asPreparedStatement(
  accountRows(compiler)
    .innerJoin('sessions as sid', 'sid.account_id', 'a.id')
    .select(['sid.renew_time', 'sid.view_account_id'])
    .where('sid.token_hash', '=', sql<Buffer>`${TOKEN_HASH}`)
    .where(LIVING('sid'))
    .compile(),
);

/** The account that the session of a token acts for, and whether the end of the session was just moved. */
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

/** The account that a session acts for, narrowed while it views as another. */
export async function accountOf(db: Db, session: FoundSession): Promise<Account | undefined> {
  const own = await readAccount(db, session.accountId);
  if (!own || session.viewAccountId === null) return own;
  return narrowed(own, await readAccount(db, session.viewAccountId));
}

/** Whether an ADMIN may look on as the account: one of their instance, or of any for an administration. */
export function mayViewAs(own: Account, other: Account): boolean {
  if (!own.permissions.includes('ADMIN') || own.id === other.id) return false;
  return own.instance.id === other.instance.id || reachesAll(own);
}

/** Whoever is kept to districts reaches the other instances by rules of their own, which no account shares. */
export const reachesAll = ({ instance, districts, divisions }: Account): boolean =>
  instance.type === 'ADMINISTRATION' && districts.length === 0 && divisions.length === 0;

/** What both accounts may. An account that is gone, or out of reach by now, leaves nothing. */
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

/** Places of both; of an empty list, which stands for everywhere, those of the other. */
function common(own: readonly string[], other: readonly string[]): string[] {
  if (own.length === 0 || other.length === 0) return [...own, ...other];
  const both = other.filter((id) => own.includes(id));
  return both.length > 0 ? both : [NOWHERE];
}
