/** One action on several contracts: a preview, and the execution, with a result per row. */
import type { ApiCatalogue } from '../../../engine/language/api.ts';
import type { ContractBatch, ContractBatchRow } from '../../../schemas/generated/api.ts';
import { handlers, instanceHandler, type Handlers, type InstanceCall } from '../../access/handler.ts';
import type { ScopedDb } from '../../access/scope.ts';
import { anyOf } from '../../database/paging.ts';
import { Problem } from '../../core/problems.ts';
import { inBatch, reasonOf } from '../../records/batch.ts';
import type { BoundRecord } from '../../records/bind.ts';
import { loadCaptions, type Captions } from '../../records/captions.ts';
import { bindRecords } from '../../records/handlers.ts';
import { actOnRecord } from '../../records/act.ts';
import type { ContractRow } from './changes.ts';
import { contracts } from './contracts.ts';
import { lockRefusal } from './locks.ts';
import { faultsOf, publishContract, publishRefusal, type Fault } from './publication.ts';
import { setCoupons, setTransfer } from './switches.ts';

/** The action; `couponType` is required with the actions on coupons by the API schema. */
type Deed = Pick<ContractBatch, 'action' | 'couponType'>;

export function contractBatchHandlers(api: ApiCatalogue): Handlers {
  const [record] = bindRecords(api, [contracts]);
  return handlers({
    contractBatchPreview: instanceHandler<'contractBatchPreview'>(async (call) => {
      const { scope, body, locale, translate } = call;
      const captions = await loadCaptions(scope.db, locale);
      const rows = await rowsOf(call, body.ids);
      return Promise.all(
        rows.map(async (row) => {
          const reason = await refusalOf(call, row, body);
          return shown(row, captions, reason && reasonOf(reason, translate));
        }),
      );
    }),

    contractBatchValidate: instanceHandler<'contractBatchValidate'>(async (call) => {
      const { scope, body, locale, translate } = call;
      const captions = await loadCaptions(scope.db, locale);
      const { db } = scope.on('both');
      const rows = await rowsOf(call, body.ids);
      return Promise.all(
        rows.map(async (row) => {
          const removed = row.status === 'REMOVED';
          const faults = removed ? [{ message: 'server.contractRemoved' }] : await faultsOf(db, row);
          const messages = faults.map(({ message, values }: Pick<Fault, 'message' | 'values'>) => {
            return translate(message, values);
          });
          return shown(row, captions, messages.join('; ') || undefined);
        }),
      );
    }),

    contractBatch: instanceHandler<'contractBatch'>(async (call) => {
      const { scope, body, locale, translate } = call;
      const contractRows = await rowsOf(call, body.ids);
      const { done, rows, summary } = await inBatch(scope.db, translate, contractRows, async (row) => {
        const refusal = await refusalOf(call, row, body);
        if (refusal) throw refusal;
        return act(record!, call as unknown as InstanceCall, row.id, body);
      });
      const captions = await loadCaptions(scope.db, locale);
      const reasons = new Map(rows.flatMap(({ id, reason }) => (reason === null ? [] : [[id, reason]])));
      const refused = reasons.size > 0 ? await rowsOf(call, [...reasons.keys()]) : [];
      return { done, failures: refused.map((row) => shown(row, captions, reasons.get(row.id))), summary };
    }),
  });
}

/** Returns the contracts that the account sees, its own and those of others, ordered by number. */
function rowsOf({ scope }: Pick<InstanceCall, 'scope'>, ids: readonly string[]): Promise<ContractRow[]> {
  const { db } = scope.on('both');
  const lowerCased = ids.map((id) => id.toLowerCase());
  return db
    .selectFrom('contracts')
    .selectAll()
    .where('id', '=', anyOf(lowerCased, 'uuid'))
    .orderBy('number')
    .execute();
}

/** Returns why the action would be refused; undefined when it would succeed. */
async function refusalOf(
  { scope, account, translate }: Pick<InstanceCall, 'scope' | 'account' | 'translate'>,
  row: ContractRow,
  { action, couponType }: Deed,
): Promise<Problem | undefined> {
  const { instance } = account;
  if (row.instance_id !== instance.id && instance.type !== 'ADMINISTRATION')
    return new Problem(403, 'ownersOnly');
  if (row.status === 'REMOVED') return new Problem(409, 'removed', { message: 'server.contractRemoved' });
  switch (action) {
    case 'publish':
      return publishRefusal(scope.db, row, translate);
    case 'enableTransfer':
    case 'disableTransfer':
      if (row.transfer_enabled === (action === 'enableTransfer'))
        return new Problem(409, row.transfer_enabled ? 'transferIsOn' : 'transferIsOff');
      return lockRefusal(scope.db, 'manage', row);
    case 'enableCoupons':
    case 'disableCoupons': {
      const on = row.automatic_coupons.includes(couponType!);
      if (on === (action === 'enableCoupons')) return new Problem(409, on ? 'couponsAreOn' : 'couponsAreOff');
      return lockRefusal(scope.db, 'manage', row);
    }
    default:
      return (await hasTransition(scope.db, action, row.status)) ? undefined : new Problem(409, 'transition');
  }
}

async function hasTransition(db: ScopedDb, action: string, status: string): Promise<boolean> {
  const rows = db.selectFrom('transitions').select('to_status').where('entity', '=', 'contract');
  return Boolean(
    await rows.where('action', '=', action).where('from_status', '=', status).executeTakeFirst(),
  );
}

function act(
  record: BoundRecord,
  call: InstanceCall,
  id: string,
  { action, couponType }: Deed,
): Promise<unknown> {
  const { scope, account, translate } = call;
  switch (action) {
    case 'publish':
      return scope.transaction((trx) => publishContract(trx, account, id, translate));
    case 'enableTransfer':
    case 'disableTransfer':
      return scope.transaction((trx) => setTransfer(trx, account, id, action === 'enableTransfer'));
    case 'enableCoupons':
    case 'disableCoupons':
      return scope.transaction((trx) =>
        setCoupons(trx, account, id, couponType!, action === 'enableCoupons'),
      );
    default:
      return actOnRecord(record, { action, id }, call);
  }
}

function shown(row: ContractRow, captions: Captions, reason: string | undefined): ContractBatchRow {
  const type = captions.value('contractStatuses', row.status) as ContractBatchRow['status']['type'];
  const { id, number, name, status_reason } = row;
  return {
    id,
    number,
    name,
    status: { type, reason: status_reason },
    allowed: !reason,
    reason: reason ?? null,
  };
}
