/** Sign-in, sign-out and resuming a live session. */
import { readAccount, type Account } from '../../access/accounts.ts';
import { accountReply } from './accountReply.ts';
import { noteViewEnd } from './viewAs.ts';
import { findDevice, rememberDevice } from '../../access/devices.ts';
import { forgetTries, noteTry } from '../../access/loginTries.ts';
import { hashPassword, verifyPassword } from '../../access/passwords.ts';
import { noteEvent } from '../../access/securityLog.ts';
import { endSession, findSession, startSession } from '../../access/sessions.ts';
import type { Db } from '../../database/connection.ts';
import { handlers, publicHandler, sessionHandler } from '../../access/handler.ts';
import { Problem } from '../../core/problems.ts';
import { alarmOfTries } from './signInAlarm.ts';

/** Hashes checked in place of an unknown login's password, so that the response takes as long. */
const decoys = new Map<string, Promise<string>>();

function decoyLike(hash: string | undefined): Promise<string> {
  const [, N, r, p] = hash?.split('$') ?? [];
  const cost = N ? { N: Number(N), r: Number(r), p: Number(p) } : undefined;
  const key = JSON.stringify(cost ?? null);
  const decoy = decoys.get(key) ?? hashPassword('decoy', cost);
  decoys.set(key, decoy);
  return decoy;
}

export const authHandlers = handlers({
  authLogin: publicHandler<'authLogin'>(async ({ db, body, request, setSession, setDevice }) => {
    const login = body.login.trim().toLowerCase();
    const deviceId = request.deviceToken ? await findDevice(db, login, request.deviceToken) : undefined;
    const attempt = { login, address: request.address, deviceId };
    const wait = await noteTry(db, attempt);
    if (wait !== undefined) {
      await alarmOfTries(db, login, request.address);
      const owner = await ownerOf(db, login);
      await noteEvent(db, request, { event: 'signInLimited', account: owner, login, reason: 'tooManyTries' });
      throw new Problem(429, 'tooManyTries', {
        values: { minutes: Math.ceil(wait / 60) },
        retryAfter: wait,
      });
    }
    const account = await verified(db, login, body.password);
    if (!account) {
      const owner = await ownerOf(db, login);
      await noteEvent(db, request, { event: 'signInFailed', account: owner, login, reason: 'credentials' });
      throw new Problem(401, 'credentials');
    }
    await forgetTries(db, attempt);
    if (request.sessionToken) {
      await noteViewEnd(db, request, await findSession(db, request.sessionToken));
      await endSession(db, request.sessionToken);
    }
    setDevice(await rememberDevice(db, account.id, deviceId, request.deviceToken));
    await noteEvent(db, request, { event: 'signIn', account });
    setSession(await startSession(db, account.id, request));
    return accountReply(account);
  }),

  authLogout: publicHandler<'authLogout'>(async ({ db, request, setSession }) => {
    const { sessionToken } = request;
    const session = sessionToken ? await findSession(db, sessionToken) : undefined;
    if (sessionToken && session) {
      await noteViewEnd(db, request, session);
      await endSession(db, sessionToken);
      const account = await readAccount(db, session.accountId);
      await noteEvent(db, request, { event: 'signOut', account });
    }
    setSession(undefined);
  }),

  authRenew: sessionHandler<'authRenew'>(async ({ account, request, setSession }) => {
    setSession(request.sessionToken);
    return accountReply(account);
  }),
});

/** Returns the owner of the typed login, for the security log of its administrator. */
async function ownerOf(db: Db, login: string) {
  const row = await db
    .selectFrom('accounts')
    .select(['id', 'instance_id'])
    .where('login', '=', login)
    .executeTakeFirst();
  return row && { id: row.id, login, instance: { id: row.instance_id } };
}

/** Returns the account of a login and password; undefined if they do not match. */
async function verified(db: Db, login: string, password: string): Promise<Account | undefined> {
  const found = await db
    .selectFrom('accounts')
    .select(['id', 'password_hash'])
    .where('login', '=', login)
    .where('enabled', '=', true)
    .executeTakeFirst();
  // The decoy uses the cost parameters of a real hash of this database.
  const sample =
    found ?? (await db.selectFrom('accounts').select('password_hash').limit(1).executeTakeFirst());
  const hash = found?.password_hash ?? (await decoyLike(sample?.password_hash));
  const right = await verifyPassword(password, hash);
  return found && right ? readAccount(db, found.id) : undefined;
}
