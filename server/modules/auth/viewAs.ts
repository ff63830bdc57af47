/** "View as" (access/viewAs.ts): who may be viewed, begin, end. Each begin and end is recorded in the security log. */
import { readAccount, shortNameOf, type Account } from '../../access/accounts.ts';
import { noteEvent, type Origin } from '../../access/securityLog.ts';
import { setView, type FoundSession } from '../../access/sessions.ts';
import { mayViewAs, narrowed, reachesAll } from '../../access/viewAs.ts';
import { transaction, type Db } from '../../database/connection.ts';
import { handlers, sessionHandler } from '../../access/handler.ts';
import { containing } from '../../database/paging.ts';
import { notFound, Problem } from '../../core/problems.ts';
import { accountReply } from './accountReply.ts';

/** At most this many accounts are listed; the search finds the others. */
const OFFERED = 50;

const ownOf = (account: Account): Account => account.viewer ?? account;

export const viewAsHandlers = handlers({
  viewAsAccounts: sessionHandler<'viewAsAccounts'>(async ({ db, account, parameters }) => {
    const own = ownOf(account);
    let accounts = db
      .selectFrom('accounts as a')
      .innerJoin('instances as i', 'i.id', 'a.instance_id')
      .select(['a.id', 'a.login', 'a.last_name', 'a.first_name', 'a.middle_name', 'i.name as instance_name'])
      .where('a.enabled', '=', true)
      .where('a.system', '=', false)
      .where('a.id', '<>', own.id);
    if (!reachesAll(own)) accounts = accounts.where('i.id', '=', own.instance.id);
    const pattern = parameters.query?.trim() && containing(parameters.query);
    if (pattern)
      accounts = accounts.where((eb) =>
        eb.or([eb('a.login', 'ilike', pattern), eb('a.last_name', 'ilike', pattern)]),
      );
    const rows = await accounts.orderBy('i.name').orderBy('a.login').limit(OFFERED).execute();
    return rows.map((row) => ({
      id: row.id,
      login: row.login,
      name: shortNameOf({ lastName: row.last_name, firstName: row.first_name, middleName: row.middle_name }),
      instanceName: row.instance_name,
    }));
  }),

  viewAsBegin: sessionHandler<'viewAsBegin'>(async ({ db, account, body, request }) => {
    const own = ownOf(account);
    const other = await readAccount(db, body.accountId);
    // An account of a foreign instance gets the same reply as a missing one.
    if (!other || other.system || (other.id !== own.id && !mayViewAs(own, other))) throw notFound();
    if (other.id === own.id) throw new Problem(409, 'viewOneself');
    await transaction(db, async (trx) => {
      await noteEnd(trx, request, account);
      await setView(trx, request.sessionToken!, other.id);
      await noteEvent(trx, request, { event: 'viewBegun', account: other, actor: own });
    });
    return accountReply(narrowed(own, other));
  }),

  viewAsEnd: sessionHandler<'viewAsEnd'>(async ({ db, account, request }) => {
    await transaction(db, async (trx) => {
      await noteEnd(trx, request, account);
      await setView(trx, request.sessionToken!, null);
    });
    return accountReply(ownOf(account));
  }),
});

async function noteEnd(db: Db, origin: Origin, { viewer, viewed }: Account): Promise<void> {
  if (viewer) await noteEvent(db, origin, { event: 'viewEnded', account: viewed ?? viewer, actor: viewer });
}

/** Ends and logs the view of a session that ends while it views as another account. */
export async function noteViewEnd(db: Db, origin: Origin, session: FoundSession | undefined): Promise<void> {
  if (!session?.viewAccountId) return;
  const own = await readAccount(db, session.accountId);
  const other = await readAccount(db, session.viewAccountId);
  if (own) await noteEnd(db, origin, { ...own, viewer: own, ...(other && { viewed: other }) });
}
