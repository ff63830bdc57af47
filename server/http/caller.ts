/** The account of a request, its origin, and its access checks. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ApiOperation } from '../../engine/language/api.ts';
import { shortNameOf, type Account } from '../access/accounts.ts';
import { OF_VIEW, requireRights } from '../access/rights.ts';
import { noteEvent } from '../access/securityLog.ts';
import { accountOfToken } from '../access/viewAs.ts';
import type { Db } from '../database/connection.ts';
import { sessionToken, setSessionToken } from './cookies.ts';
import { Problem, toProblem } from '../core/problems.ts';

/** Stored outside the request object: only `signedIn` can set the account. */
const accounts = new WeakMap<FastifyRequest, Account>();

/** Returns the account of the request, once its session was found. */
export const callerOf = (request: FastifyRequest): Account | undefined => accounts.get(request);

/** Returns the account of the session cookie; throws 401 when there is none. */
export async function signedIn(
  db: Db,
  request: FastifyRequest,
  reply: FastifyReply,
  secure: boolean,
): Promise<Account> {
  const token = sessionToken(request, secure);
  const found = token ? await accountOfToken(db, token) : undefined;
  if (!token || !found) throw new Problem(401, 'unauthorized');
  if (found.renewed) setSessionToken(reply, token, secure);
  request.server.keepConnection(request.raw.socket);
  const caller = { ...found.account, address: request.ip };
  accounts.set(request, caller);
  return caller;
}

/** Returns the origin of a request. */
export const originOf = ({ ip, headers }: FastifyRequest) => ({
  address: ip,
  userAgent: headers['user-agent'],
});

/** Throws 403, and logs it, unless the account may call the operation; `gives`: the reply is a file. */
export async function requireAccess(
  db: Db,
  operation: ApiOperation,
  request: FastifyRequest,
  gives: boolean,
): Promise<void> {
  const caller = callerOf(request);
  const account = OF_VIEW.has(operation.id) ? (caller?.viewer ?? caller) : caller;
  const writes = request.method !== 'GET' && request.method !== 'HEAD';
  try {
    // Other sites can send forms with our cookie, but not a custom header.
    if (writes && !request.headers['x-requested-with']) throw new Problem(403, 'csrf');
    if (account?.viewer) requireLooking(account, operation, { writes, gives });
    if (account) requireRights(operation, account);
  } catch (error) {
    const reason = toProblem(error).code;
    const own = account?.viewer ?? account;
    await noteEvent(db, originOf(request), {
      event: 'refused',
      account: own,
      operation: operation.id,
      reason,
    });
    throw error;
  }
}

/** Throws when an account that views as another would change something or download a file. */
function requireLooking(
  { viewed }: Account,
  { id }: ApiOperation,
  { writes, gives }: { writes: boolean; gives: boolean },
): void {
  const values = { name: viewed ? shortNameOf(viewed) : '—' };
  if (gives) throw new Problem(403, 'viewNoFiles', { values });
  if (writes && id !== 'authRenew') throw new Problem(403, 'viewOnly', { values });
}

/** Returns the version in If-Match; NaN when it is none that a record can have. */
export function ifMatchOf({ headers }: FastifyRequest): number | undefined {
  const given = headers['if-match'];
  if (given === undefined || given === '*') return undefined;
  return Number(/^(?:W\/)?"(\d+)"$/.exec(given)?.[1]);
}
