/** Sessions of accounts, listed and ended by their administrators. */
import { requireAdministers } from '../../access/administration.ts';
import { noteEvent } from '../../access/securityLog.ts';
import { endSessionById, endSessions, sessionsOf } from '../../access/sessions.ts';
import { handlers, instanceHandler, type InstanceCall } from '../../access/handler.ts';
import { notFound } from '../../core/problems.ts';

export const accountSessionHandlers = handlers({
  accountSessions: instanceHandler<'accountSessions'>(async (call) => {
    const { id } = await administered(call, call.parameters.accountId);
    return sessionsOf(call.scope.db, id);
  }),

  accountSessionEnd: instanceHandler<'accountSessionEnd'>(async (call) => {
    const account = await administered(call, call.parameters.accountId);
    if (!(await endSessionById(call.scope.db, account.id, call.parameters.sessionId))) throw notFound();
    await noteEvent(call.scope.db, call.request, { event: 'sessionEnded', account, actor: call.account });
  }),

  accountSessionsEnd: instanceHandler<'accountSessionsEnd'>(async (call) => {
    const account = await administered(call, call.parameters.accountId);
    await endSessions(call.scope.db, account.id);
    await noteEvent(call.scope.db, call.request, { event: 'sessionEnded', account, actor: call.account });
  }),
});

/** Returns the account if the caller administers it; throws otherwise. */
async function administered({ scope, account }: Pick<InstanceCall, 'scope' | 'account'>, id: string) {
  const found = await scope.db
    .selectFrom('accounts')
    .select(['id', 'login', 'instance_id'])
    .where('id', '=', id)
    .where('system', '=', false)
    .executeTakeFirst();
  if (!found) throw notFound();
  requireAdministers(account, found.instance_id);
  return { id: found.id, login: found.login, instance: { id: found.instance_id } };
}
