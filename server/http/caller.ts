/** Who asks, from where, and whether they may. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ApiOperation } from '../../engine/language/api.ts';
import { shortNameOf, type Account } from '../access/accounts.ts';
import { OF_VIEW, requireRights } from '../access/rights.ts';
import { noteEvent } from '../access/securityLog.ts';
import { accountOfToken } from '../access/viewAs.ts';
import type { Db } from '../database/connection.ts';
import { sessionToken, setSessionToken } from './cookies.ts';
import { Problem, toProblem } from '../core/problems.ts';

/** Kept beside the request, not in it: nothing but `signedIn` can set who is asking. */
const accounts = new WeakMap<FastifyRequest, Account>();

/** The account that asks, once its session was found. */
export const callerOf = (request: FastifyRequest): Account | undefined => accounts.get(request);

/** The account of the session cookie; throws 401 when there is none. */
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

/** Where a request comes from. */
export const originOf = ({ ip, headers }: FastifyRequest) => ({
  address: ip,
  userAgent: headers['user-agent'],
});

/** Throws 403, and notes it, unless the account may call the operation; `gives`: the answer is a file. */
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
    // Other sites can send forms with our cookie, but no header of their own.
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

/** Throws when who views as another would do more than look: change something, or take a file away. */
function requireLooking(
  { viewed }: Account,
  { id }: ApiOperation,
  { writes, gives }: { writes: boolean; gives: boolean },
): void {
  const values = { name: viewed ? shortNameOf(viewed) : '—' };
  if (gives) throw new Problem(403, 'viewNoFiles', { values });
  if (writes && id !== 'authRenew') throw new Problem(403, 'viewOnly', { values });
}

/** The version that If-Match asks for; NaN when it names none that a record can have. */
export function ifMatchOf({ headers }: FastifyRequest): number | undefined {
  const given = headers['if-match'];
  if (given === undefined || given === '*') return undefined;
  return Number(/^(?:W\/)?"(\d+)"$/.exec(given)?.[1]);
}
