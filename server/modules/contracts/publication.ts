/** Publishing a contract, and the problems that prevent it, with their tab and field. */
import { sql } from 'kysely';
import type { ContractFault } from '../../../schemas/generated/api.ts';
import type { Account } from '../../access/accounts.ts';
import { handlers, instanceHandler } from '../../access/handler.ts';
import type { ScopedDb, ScopedTransaction } from '../../access/scope.ts';
import { notFound, Problem } from '../../core/problems.ts';
import type { TextValues, Translate } from '../../core/texts.ts';
import { asOwner, changeContract, contractReply, lockContract, type ContractRow } from './changes.ts';
import { publicationOf } from './fields.ts';
import { tabsOf, type Kind, type Tab } from './kinds.ts';

export interface Fault {
  tab: Tab;
  field: string;
  /** Locale keys of the tab, of the field and of the problem. */
  section: string;
  caption: string;
  message: string;
  values?: TextValues;
}

/** Field to change so that the status becomes valid; a blocked contract is unblocked in its header. */
const STATE_FIELDS: Record<string, string> = { INACTIVE: 'effectiveDate', EXPIRED: 'expirationDate' };
const INFO = { tab: 'info', section: 'contract.info.title' } as const;

/** Returns all problems that prevent publishing the contract. */
export async function faultsOf(db: ScopedDb, row: ContractRow): Promise<Fault[]> {
  const has = (tab: Tab) => tabsOf(row.type as Kind).includes(tab);
  const own = (field: string, message: string): Fault => ({
    ...INFO,
    field,
    caption: `contract.${field}`,
    message,
  });
  return [
    ...(row.status === 'ACTIVE' ? [] : [own(STATE_FIELDS[row.status] ?? 'status', 'server.fault.status')]),
    ...(row.responsible ? [] : [own('responsible', 'server.fault.responsible')]),
    ...(await sideFaults(db, row)),
    ...(has('manage') && row.sign_status !== 'SIGNED'
      ? [
          {
            tab: 'manage' as const,
            section: 'contract.manage.title',
            field: 'signStatus',
            caption: 'contract.signStatus',
            message: 'server.fault.sign',
          },
        ]
      : []),
    ...(await partFaults(db, row, has)),
  ];
}

async function sideFaults(db: ScopedDb, row: ContractRow): Promise<Fault[]> {
  const sides = await db
    .selectFrom('customers')
    .select(['id', 'short_name', 'status'])
    .where('id', 'in', [row.customer_id, row.supplier_id])
    .where('status', '<>', 'ACTIVE')
    .execute();
  return sides.map(({ id, short_name }) => {
    const field = id === row.customer_id ? 'customer' : 'supplier';
    const values = { name: short_name };
    return { ...INFO, field, caption: `contract.${field}`, message: 'server.fault.side', values };
  });
}

/** Returns problems of the contract's parts, as far as its kind has them. */
async function partFaults(
  db: ScopedDb,
  { id, type }: ContractRow,
  has: (tab: Tab) => boolean,
): Promise<Fault[]> {
  const { rows } = await sql<{
    plans: boolean;
    share: number | null;
    lead: boolean;
    unloading: boolean;
  }>`select
    exists (select from contract_plans where contract_id = ${id}) as plans,
    (select sum(share)::float from contract_districts where contract_id = ${id}) as share,
    coalesce((select bool_or(is_primary) from contract_vehicles where contract_id = ${id}), true) as lead,
    exists (select from contract_visit_points where contract_id = ${id} and kind = 'UNLOADING') as unloading`.execute(
    db,
  );
  const found = rows[0]!;
  const faults: Fault[] = [];
  if (has('plan') && !found.plans)
    faults.push({
      tab: 'plan',
      section: 'contractPlan.list',
      field: 'evacuationPoint',
      caption: 'contractPlan.evacuationPoint',
      message: 'server.fault.plan',
    });
  if (has('districts') && found.share !== null && found.share !== 100)
    faults.push({
      tab: 'districts',
      section: 'districts.title',
      field: 'share',
      caption: 'contractDistrict.share',
      message: 'server.fault.share',
      values: { sum: found.share },
    });
  if (has('vehicles') && !found.lead)
    faults.push({
      tab: 'vehicles',
      section: 'contractVehicles.title',
      field: 'primary',
      caption: 'contractVehicle.primary',
      message: 'server.fault.primary',
    });
  if (type === 'UTILIZATION' && !found.unloading)
    faults.push({
      tab: 'visit-points',
      section: 'contractUnloadingPoint.list',
      field: 'visitPointId',
      caption: 'contractVisitPoint.visitPointId',
      message: 'server.fault.unloading',
    });
  return faults;
}

const translated = (fault: Fault, translate: Translate): ContractFault => ({
  tab: fault.tab,
  section: translate(fault.section),
  field: fault.field,
  caption: translate(fault.caption),
  message: translate(fault.message, fault.values),
});

/** Returns why the contract may not be published; undefined when it may. */
export async function publishRefusal(
  db: ScopedDb,
  row: ContractRow,
  translate: Translate,
): Promise<Problem | undefined> {
  if (publicationOf(row) === 'PUBLISHED') return new Problem(409, 'alreadyPublished');
  const faults = await faultsOf(db, row);
  if (faults.length === 0) return undefined;
  const messages = faults.map((fault) => translate(fault.message, fault.values));
  return new Problem(409, 'notPublishable', { values: { faults: messages.join('; ') } });
}

/** Publishes the current version of a contract. */
export async function publishContract(
  trx: ScopedTransaction,
  account: Account,
  id: string,
  translate: Translate,
): Promise<void> {
  const row = await lockContract(trx, id);
  const refusal = await publishRefusal(trx, row, translate);
  if (refusal) throw refusal;
  // The version that this change creates.
  const columns = { published_version: row.version + 1, publish_time: new Date(), parts_changed: false };
  await changeContract(trx, account, row, 'publish', columns);
}

/** Returns the problems that prevent publishing, translated. */
async function toldFaults(db: ScopedDb, contractId: string, translate: Translate): Promise<ContractFault[]> {
  const row = await db.selectFrom('contracts').selectAll().where('id', '=', contractId).executeTakeFirst();
  if (!row) throw notFound();
  return (await faultsOf(db, row)).map((fault) => translated(fault, translate));
}

export const publicationHandlers = handlers({
  contractValidate: instanceHandler<'contractValidate'>(({ scope, parameters, translate }) =>
    toldFaults(scope.db, parameters.contractId, translate),
  ),

  // A page loads with GET, so that its HTML head can start the request (engine/build/pages.ts).
  contractFaultList: instanceHandler<'contractFaultList'>(({ scope, parameters, translate }) =>
    toldFaults(scope.db, parameters.contractId, translate),
  ),

  contractPublish: instanceHandler<'contractPublish'>(async (call) => {
    const { scope, account, parameters, translate } = call;
    const { contractId } = parameters;
    await asOwner(call, contractId, () =>
      scope.transaction((trx) => publishContract(trx, account, contractId, translate)),
    );
    return contractReply(call, contractId);
  }),
});
