/** The account's own password and sessions. */
import type { Account } from '../../access/accounts.ts';
import { forgetTries, noteTry } from '../../access/loginTries.ts';
import { requirePassword } from '../../access/passwordRules.ts';
import { hashPassword, verifyPassword } from '../../access/passwords.ts';
import { noteEvent } from '../../access/securityLog.ts';
import { endSessionById, endSessions, sessionsOf } from '../../access/sessions.ts';
import { transaction, type Db } from '../../database/connection.ts';
import { handlers, sessionHandler } from '../../access/handler.ts';
import type { Call } from '../../core/call.ts';
import { invalid, notFound, Problem, type FieldProblem } from '../../core/problems.ts';

export const passwordHandlers = handlers({
  passwordChange: sessionHandler<'passwordChange'>(async ({ db, account, body, request }) => {
    const { oldPassword, newPassword } = body;
    await requireOld(db, account, oldPassword, request);
    requirePassword(newPassword, account.login, 'newPassword');
    if (newPassword === oldPassword) throw invalid(fault('newPassword', 'samePassword'));
    const hash = await hashPassword(newPassword);
    await transaction(db, async (trx) => {
      await trx
        .updateTable('accounts')
        .set({ password_hash: hash, password_change_required: false })
        .where('id', '=', account.id)
        .execute();
      await endSessions(trx, account.id, request.sessionToken);
      await noteEvent(trx, request, { event: 'passwordChanged', account });
    });
  }),

  sessionList: sessionHandler<'sessionList'>(({ db, account, request }) =>
    sessionsOf(db, account.id, request.sessionToken),
  ),

  sessionEnd: sessionHandler<'sessionEnd'>(async ({ db, account, parameters, request }) => {
    if (!(await endSessionById(db, account.id, parameters.sessionId))) throw notFound();
    await noteEvent(db, request, { event: 'sessionEnded', account });
  }),

  sessionsEndOthers: sessionHandler<'sessionsEndOthers'>(async ({ db, account, request }) => {
    await endSessions(db, account.id, request.sessionToken);
    await noteEvent(db, request, { event: 'sessionEnded', account });
  }),
});

const fault = (field: string, code: string): FieldProblem => ({
  field,
  code,
  message: `validation.${code}`,
});

/** Checks the old password; attempts are limited as at sign-in, in case someone else uses an open session. */
async function requireOld(
  db: Db,
  account: Account,
  password: string,
  request: Call['request'],
): Promise<void> {
  const attempt = { login: account.login, address: request.address, deviceId: undefined };
  const wait = await noteTry(db, attempt);
  const refuse = (reason: string) => noteEvent(db, request, { event: 'passwordRefused', account, reason });
  if (wait !== undefined) {
    await refuse('tooManyTries');
    throw new Problem(429, 'tooManyTries', { values: { minutes: Math.ceil(wait / 60) }, retryAfter: wait });
  }
  const { password_hash: hash } = await db
    .selectFrom('accounts')
    .select('password_hash')
    .where('id', '=', account.id)
    .executeTakeFirstOrThrow();
  if (!(await verifyPassword(password, hash))) {
    await refuse('wrongPassword');
    throw invalid(fault('oldPassword', 'wrongPassword'));
  }
  await forgetTries(db, attempt);
}
