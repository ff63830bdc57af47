/** Switches of a contract: the transfer of its data, automatic coupons, its lock. */
import type { Account } from '../../access/accounts.ts';
import type { ScopedTransaction } from '../../access/scope.ts';
import { handlers, instanceHandler } from '../../access/handler.ts';
import { notFound } from '../../core/problems.ts';
import { loadCaptions } from '../../records/captions.ts';
import { asOwner, changeContract, contractReply, lockContract } from './changes.ts';
import { requireTab } from './locks.ts';

/** Switches the transfer of a contract's data on or off. */
export async function setTransfer(
  trx: ScopedTransaction,
  account: Account,
  id: string,
  enabled?: boolean,
): Promise<void> {
  const row = await lockContract(trx, id);
  await requireTab(trx, 'manage', row);
  const transfer_enabled = enabled ?? !row.transfer_enabled;
  if (transfer_enabled !== row.transfer_enabled)
    await changeContract(trx, account, row, 'toggleTransfer', { transfer_enabled });
}

/** Switches automatic coupons of a type on or off. */
export async function setCoupons(
  trx: ScopedTransaction,
  account: Account,
  id: string,
  type: string,
  on: boolean,
): Promise<void> {
  const row = await lockContract(trx, id);
  await requireTab(trx, 'manage', row);
  const others = row.automatic_coupons.filter((other) => other !== type);
  const automatic_coupons = on ? [...others, type].toSorted() : others;
  if (automatic_coupons.join() !== row.automatic_coupons.toSorted().join())
    await changeContract(trx, account, row, 'toggleCoupons', { automatic_coupons });
}

export const switchHandlers = handlers({
  contractToggleTransfer: instanceHandler<'contractToggleTransfer'>(async (call) => {
    const { contractId } = call.parameters;
    await asOwner(call, contractId, () =>
      call.scope.transaction((trx) => setTransfer(trx, call.account, contractId)),
    );
    return contractReply(call, contractId);
  }),

  contractToggleLock: instanceHandler<'contractToggleLock'>(async (call) => {
    const { contractId } = call.parameters;
    await asOwner(call, contractId, () =>
      call.scope.transaction(async (trx) => {
        const row = await lockContract(trx, contractId);
        const columns = { management_locked: !row.management_locked };
        await changeContract(trx, call.account, row, 'toggleLock', columns);
      }),
    );
    return contractReply(call, contractId);
  }),

  contractToggleCoupons: instanceHandler<'contractToggleCoupons'>(async (call) => {
    const { scope, account, parameters, body } = call;
    await asOwner(call, body.id, () =>
      scope.transaction((trx) => setCoupons(trx, account, body.id, parameters.type, body.automaticCoupons)),
    );
    return contractReply(call, body.id);
  }),

  contractCoupons: instanceHandler<'contractCoupons'>(async ({ scope, parameters, account, locale }) => {
    const rows = scope.db.selectFrom('contracts').select('automatic_coupons');
    const row = await rows.where('id', '=', parameters.contractId).executeTakeFirst();
    if (!row) throw notFound();
    const captions = await loadCaptions(scope.db, locale);
    return captions
      .offered('couponTypes', account.instance.id)
      .map((type) => ({ type, automatic: row.automatic_coupons.includes(type.name) }));
  }),
});
