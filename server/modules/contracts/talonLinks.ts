/** Stored connection of a contract to the talon system. */
import type { InstanceCall } from '../../access/handler.ts';
import type { ScopedDb } from '../../access/scope.ts';
import { notFound, Problem } from '../../core/problems.ts';
import type { Failure } from '../../integrations/talon.ts';
import { audit } from '../../records/saving.ts';
import { recordEventOnce } from '../../records/recordEvent.ts';

export interface Link {
  contractId: string;
  login: string;
  token: string;
  state: 'CONNECTED' | Failure;
  /** ISO 8601. */
  checkTime?: string;
}

/** At most one alarm per contract in this time. */
const ALARM_SECONDS = 15 * 60;

/** Throws unless the contract is within the account's reach; `standing` also refuses a removed one. */
export async function requireContract(db: ScopedDb, id: string, standing = false) {
  const row = await db
    .selectFrom('contracts')
    .select(['status', 'instance_id'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) throw notFound();
  if (standing && row.status === 'REMOVED')
    throw new Problem(409, 'removed', { message: 'server.contractRemoved' });
  return row;
}

export async function readLink(db: ScopedDb, contractId: string): Promise<Link | undefined> {
  const row = await db
    .selectFrom('contract_talon_links')
    .select(['login', 'token', 'state', 'check_time'])
    .where('contract_id', '=', contractId)
    .executeTakeFirst();
  return row && { contractId, ...row, checkTime: row.check_time.toISOString() };
}

/** Stores the state of the connection; a failure is recorded as an event. The token is never logged. */
export async function storeLink(
  { scope, account }: Pick<InstanceCall, 'scope' | 'account'>,
  { contractId, login, token, state, failed }: Link & { failed?: Failure },
): Promise<void> {
  const { instance_id } = await requireContract(scope.db, contractId);
  await scope.transaction(async (trx) => {
    const shown = ['id', 'instance_id', 'contract_id', 'login', 'state', 'version'] as const;
    await trx.selectFrom('contracts').select('id').where('id', '=', contractId).forUpdate().execute();
    const before = await trx
      .selectFrom('contract_talon_links')
      .select(shown)
      .where('contract_id', '=', contractId)
      .executeTakeFirst();
    const values = { login, token, state, check_time: new Date() };
    const after = before
      ? await trx
          .updateTable('contract_talon_links')
          .set({ ...values, version: before.version + 1, change_time: new Date() })
          .where('id', '=', before.id)
          .returning(shown)
          .executeTakeFirstOrThrow()
      : await trx
          .insertInto('contract_talon_links')
          .values({ ...values, instance_id, contract_id: contractId })
          .returning(shown)
          .executeTakeFirstOrThrow();
    const action = before ? 'save' : 'create';
    await audit(trx, account, { entity: 'talonIntegration', action, ...(before && { before }), after });
  });
  if (failed)
    await recordEventOnce(
      scope.db,
      {
        instanceId: instance_id,
        meta: 'INTEGRATION_FAILED',
        source: 'INTEGRATION',
        sourceName: 'talon',
        entity: 'contract',
        entityId: contractId,
        values: { system: 'Талоны', failure: failed },
      },
      ALARM_SECONDS,
    );
}
