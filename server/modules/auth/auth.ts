/** Sign-in, sign-out and the way back into a living session. */
import { readAccount, type Account } from '../../access/accounts.ts';
import { forgetTries, noteTry } from '../../access/loginTries.ts';
import { hashPassword, verifyPassword } from '../../access/passwords.ts';
import { endSession, startSession } from '../../access/sessions.ts';
import { handlers, publicHandler, sessionHandler } from '../../http/handler.ts';
import { Problem } from '../../http/problems.ts';
import { alarmOfTries } from './signInAlarm.ts';

/** Checked in place of an unknown login's password, so that the answer takes as long. */
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
  authLogin: publicHandler<'authLogin'>(async ({ db, body, request, setSession }) => {
    const login = body.login.trim().toLowerCase();
    const wait = await noteTry(db, login, request.address);
    if (wait !== undefined) {
      await alarmOfTries(db, login, request.address);
      throw new Problem(429, 'tooManyTries', {
        values: { minutes: Math.ceil(wait / 60) },
        retryAfter: wait,
      });
    }
    const found = await db
      .selectFrom('accounts')
      .select(['id', 'password_hash'])
      .where('login', '=', login)
      .where('enabled', '=', true)
      .executeTakeFirst();
    // The decoy costs what a real hash of this database costs.
    const sample =
      found ?? (await db.selectFrom('accounts').select('password_hash').limit(1).executeTakeFirst());
    const hash = found?.password_hash ?? (await decoyLike(sample?.password_hash));
    const right = await verifyPassword(body.password, hash);
    const account = found && right ? await readAccount(db, found.id) : undefined;
    if (!account) throw new Problem(401, 'credentials');
    await forgetTries(db, login);
    if (request.sessionToken) await endSession(db, request.sessionToken);
    setSession(await startSession(db, account.id));
    return accountReply(account);
  }),

  authLogout: publicHandler<'authLogout'>(async ({ db, request, setSession }) => {
    if (request.sessionToken) await endSession(db, request.sessionToken);
    setSession(undefined);
  }),

  authRenew: sessionHandler<'authRenew'>(async ({ account, request, setSession }) => {
    setSession(request.sessionToken);
    return accountReply(account);
  }),
});

function accountReply(account: Account) {
  // What narrows an account is for the scope alone.
  const { links: _links, districts: _districts, divisions: _divisions, instance, ...rest } = account;
  const { id, name, type, ownerCustomer } = instance;
  return { ...rest, instance: { id, name, type, ownerCustomer } };
}
