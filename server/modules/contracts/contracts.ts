/** Contracts: who transports what for whom, and their states. */
import { sql, type SqlBool } from 'kysely';
import { shortNameOf, type Account } from '../../access/accounts.ts';
import type { ScopedTransaction } from '../../access/scope.ts';
import { anyOf } from '../../database/paging.ts';
import { unknownValue } from '../../core/problems.ts';
import type { Change } from '../../records/change.ts';
import { nested, ref, word } from '../../records/fields.ts';
import { condition, endsFrom, equals, oneOf, whole } from '../../records/filters.ts';
import { record, type SaveOf } from '../../records/record.ts';
import { words } from '../../records/rowFields.ts';
import type { OwnRow } from '../../records/rows.ts';
import { causeOf, recordEvent } from '../../records/recordEvent.ts';
import { partChanged } from './changes.ts';
import { editing, publication, tabs } from './fields.ts';
import { requirePart, type Kind } from './kinds.ts';
import { lockedTabs, locks, requireTab, type Managed } from './locks.ts';
import { holdPartsToTerm, requireWithinTerm } from './partTerms.ts';
import { reopenPolicies, requireSidesFree } from './policiesOfChange.ts';
import { stateByTerm } from './terms.ts';

type Save = SaveOf<'contract'>;

const SIDE = ref('customers', { id: 'id', name: 'name', shortName: 'short_name' }, 'short_name');

export const contracts = record('contract', {
  table: 'contracts',
  fields: {
    code1c: 'code_1c',
    type: word('contractTypes'),
    customer: SIDE,
    supplier: SIDE,
    segment: word('segments'),
    status: nested({ type: word('contractStatuses', 'status'), reason: 'status_reason' }),
    editing,
    tabs,
    locks,
    lockedTabs,
    publication,
    automaticCoupons: words('couponTypes'),
    vehicleManageType: word('vehicleManageTypes'),
    signStatus: word('contractSignStatuses'),
    reportMode: word('contractReportModes'),
    failureAction: word('failureActions'),
    couponProcessing: word('couponProcessingTypes'),
  },
  search: ['number', 'name', 'customer'],
  filters: {
    types: oneOf('type', 'text', ['name']),
    statuses: oneOf('status'),
    segment: equals('segment'),
    dateFrom: endsFrom('expiration_date'),
    dateTo: condition<string>(['effective_date'], (day) => sql<SqlBool>`t.effective_date <= ${day}`),
    expiresFrom: condition<string>(['expiration_date'], (day) => sql<SqlBool>`t.expiration_date >= ${day}`),
    expiresTo: condition<string>(['expiration_date'], (day) => sql<SqlBool>`t.expiration_date <= ${day}`),
    customerId: equals('customer_id', ['name']),
    supplierId: equals('supplier_id', ['name']),
    partyId: condition<string>(
      ['customer_id', 'supplier_id'],
      (id) => sql<SqlBool>`(t.customer_id = ${id} or t.supplier_id = ${id})`,
    ),
    changedSince: condition<string>(['change_time'], (day, { instance: { timeZone } }) => {
      return sql<SqlBool>`t.change_time >= (${day}::date)::timestamp at time zone ${timeZone}`;
    }),
    autoRenewal: equals('auto_renewal'),
    kind: whole(['customer_id', 'supplier_id'], ownerStandsAs, ['name']),
    ids: oneOf('id', 'uuid'),
  },
  order: '+changeTime',
  all: true,
  unique: { contracts_number_free: 'number' },
  states: {
    column: 'status',
    removed: { status: 'REMOVED', message: 'server.contractRemoved' },
  },
  takes: (row, part, change) => {
    requirePart(row['type'] as Kind, part);
    requireWithinTerm(row, part, change);
  },
  partChanged,
  instance: instanceOfCustomer,
  check: async (change) => {
    await requireSides(change);
    await requireSidesFree(change);
    await requireManagement(change);
  },
  sets: (change) => ({
    ...stateByTerm(change),
    ...signed(change),
  }),
  after: async (row, change) => {
    await recordStateEvent(row, change);
    if (!change.body || !change.before) return;
    await holdPartsToTerm(row, change);
    await reopenPolicies(row, change);
  },
});

/** Columns for the author of the change and for previous values that it replaces. */
function signed({ account, before, body }: Change<Save | undefined>) {
  return {
    changed_by: shortNameOf(account),
    // The status reason belongs to the state that an action leaves.
    ...(!body && { status_reason: null }),
    ...(body && before && oldDates(before, body)),
  };
}

/** Columns of the tab "manage". */
const MANAGED = {
  vehicle_manage_type: 'vehicleManageType',
  sign_status: 'signStatus',
  report_mode: 'reportMode',
  failure_action: 'failureAction',
  coupon_processing: 'couponProcessing',
} as const;

/** Throws if a save changes collection settings while they are locked; other fields may change. */
async function requireManagement({ trx, body, before }: Change<Save>): Promise<void> {
  if (!before) return;
  const changed = Object.entries(MANAGED).some(
    ([column, property]) => before[column] !== (body[property]?.name ?? null),
  );
  if (changed) await requireTab(trx, 'manage', before as unknown as Managed);
}

/** Returns the validity dates that a save replaces; they are stored next to the new ones. */
function oldDates({ effective_date, expiration_date }: OwnRow, body: Save) {
  const same = effective_date === body.effectiveDate && expiration_date === (body.expirationDate ?? null);
  return same ? {} : { old_effective_date: effective_date, old_expiration_date: expiration_date };
}

const EVENTS: Record<string, string> = {
  block: 'CONTRACT_BLOCKED',
  unblock: 'CONTRACT_UNBLOCKED',
  delete: 'CONTRACT_REMOVED',
};

/** Records an event for an action. */
async function recordStateEvent(
  row: OwnRow,
  { trx, account, action }: Change<Save | undefined>,
): Promise<void> {
  const meta = EVENTS[action];
  if (!meta) return;
  await recordEvent(trx, {
    instanceId: row.instance_id,
    meta,
    ...causeOf(account, row.instance_id),
    entity: 'contract',
    entityId: row.id,
    values: { number: String(row['number']) },
  });
}

/** Condition: the owner of the instance, or a customer linked to it, is the customer, or the supplier. */
function ownerStandsAs(side: 'ALL' | 'CUSTOMER' | 'SUPPLIER', { instance, links }: Account) {
  if (side === 'ALL') return undefined;
  const column = sql.ref(side === 'CUSTOMER' ? 't.customer_id' : 't.supplier_id');
  const owner = instance.ownerCustomer?.id ?? null;
  if (links.length > 0)
    return sql<SqlBool>`${column} = ${anyOf([...(owner ? [owner] : []), ...links.map((link) => link.customerId)], 'uuid')}`;
  if (instance.type !== 'ADMINISTRATION') return sql<SqlBool>`${column} = ${owner}::uuid`;
  return sql<SqlBool>`(t.instance_id, ${column}) in (select i.id, i.owner_customer_id from instances i)`;
}

/** An administration is neither party: what it writes belongs to the customer's instance. */
async function instanceOfCustomer(trx: ScopedTransaction, { customer }: Save): Promise<string> {
  const row = await trx
    .selectFrom('customers')
    .select('instance_id')
    .where('id', '=', customer.id)
    .executeTakeFirst();
  if (!row) throw unknownValue('customer');
  return row.instance_id;
}

/** Throws unless both parties are customers of the contract's instance. */
async function requireSides({ trx, body, instanceId }: Change<Save>): Promise<void> {
  const sides = await trx
    .selectFrom('customers')
    .select('id')
    .where('id', 'in', [body.customer.id, body.supplier.id])
    .where('instance_id', '=', instanceId)
    .execute();
  for (const field of ['customer', 'supplier'] as const)
    if (!sides.some(({ id }) => id === body[field].id.toLowerCase())) throw unknownValue(field);
}
