/** Contracts: the list, the card, saving and the changes of state. */
import { sql } from 'kysely';
import { shortNameOf } from '../../access/accounts.ts';
import type { Scope, ScopedTransaction } from '../../access/scope.ts';
import type { Db } from '../../database/connection.ts';
import { instanceHandler, type Handlers } from '../../http/handler.ts';
import {
  anyOf,
  containing,
  countRows,
  ordered,
  rankOf,
  readPage,
  type PageQuery,
  type Sorts,
} from '../../http/paging.ts';
import { notFound, Problem, unknownValue } from '../../http/problems.ts';
import type { Locale } from '../../http/texts.ts';
import { loadCaptions, type Captions, type ClassifierValue } from '../../records/captions.ts';
import { audit, nextStatus, requireFresh } from '../../records/saving.ts';
import { causeOf, recordEvent } from '../events/recordEvent.ts';

interface ContractFilter {
  types?: string[];
  statuses?: string[];
  segment?: string;
  dateFrom?: string;
  dateTo?: string;
  customerId?: string;
  supplierId?: string;
  changedSince?: string;
  autoRenewal?: boolean;
  kind?: 'ALL' | 'CUSTOMER' | 'SUPPLIER';
  ids?: string[];
}

interface ContractSave {
  id?: string;
  version?: number;
  number: string;
  name: string;
  code1c?: string | null;
  type: ClassifierValue;
  customer: { id: string };
  supplier: { id: string };
  segment?: ClassifierValue | null;
  effectiveDate: string;
  expirationDate?: string | null;
  autoRenewal: boolean;
  responsible?: string | null;
  contactPhone?: string | null;
  comment?: string | null;
}

interface OneContract {
  params: { contractId: string };
}

const DICTIONARIES = ['contractTypes', 'contractStatuses', 'segments'];

export const contractHandlers: Handlers = {
  contractPaging: instanceHandler<{ query: PageQuery & { filter?: ContractFilter } }>(
    async ({ scope, query, locale }) => {
      const captions = await loadCaptions(scope.db, locale, ...DICTIONARIES);
      const filtered = filteredContracts(scope, query.query, query.filter ?? {});
      const rows = ordered(
        withSides(filtered).selectAll('c'),
        query.order ?? '+changeTime',
        sortsOf(captions),
        sql.ref('c.id'),
      );
      return readPage(query, rows, countRows(filtered), (row) => listItem(row, captions));
    },
    [
      'number',
      'name',
      'type',
      'customer',
      'supplier',
      'segment',
      'effectiveDate',
      'expirationDate',
      'status',
      'changeTime',
    ],
  ),

  contractGet: instanceHandler<OneContract>(({ scope, params, locale }) =>
    readContract(scope.db, params.contractId, locale),
  ),

  contractSave: instanceHandler<{ body: ContractSave }>(({ scope, body, locale }) =>
    scope.transaction(async (trx) => {
      const { id, version } = body;
      const { account } = scope;
      if (id === undefined) {
        const instanceId = await sidesInstance(trx, body, scope.instanceId);
        const after = await trx
          .insertInto('contracts')
          .values({ ...columnsOf(body, scope), instance_id: instanceId })
          .returningAll()
          .executeTakeFirstOrThrow();
        await audit(trx, account, { entity: 'contract', action: 'create', after });
        return readContract(trx, after.id, locale);
      }
      const locked = await lockContract(trx, id);
      const before = await requireFresh(locked, version, () => readContract(trx, id, locale));
      requireStanding(before);
      await sidesInstance(trx, body, before.instance_id);
      const after = await trx
        .updateTable('contracts')
        .set({ ...columnsOf(body, scope), ...oldDates(before, body), ...nextVersion(before) })
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirstOrThrow();
      await audit(trx, account, { entity: 'contract', action: 'save', before, after });
      return readContract(trx, id, locale);
    }),
  ),

  contractBlock: transition('block', 'CONTRACT_BLOCKED'),
  contractUnblock: transition('unblock', 'CONTRACT_UNBLOCKED'),
  contractDelete: transition('delete', 'CONTRACT_REMOVED'),
};

/** A handler that moves a contract along its state machine and tells so by an event. */
function transition(action: string, eventMeta: string) {
  return instanceHandler<OneContract>(({ scope, params, locale }) =>
    scope.transaction(async (trx) => {
      const before = await lockContract(trx, params.contractId);
      if (!before) throw notFound();
      const status = await nextStatus(trx, 'contract', action, before.status);
      const after = await trx
        .updateTable('contracts')
        .set({ status, status_reason: null, changed_by: shortNameOf(scope.account), ...nextVersion(before) })
        .where('id', '=', before.id)
        .returningAll()
        .executeTakeFirstOrThrow();
      await audit(trx, scope.account, { entity: 'contract', action, before, after });
      await recordEvent(trx, {
        instanceId: after.instance_id,
        meta: eventMeta,
        ...causeOf(scope.account, after.instance_id),
        entity: 'contract',
        entityId: after.id,
        values: { number: after.number },
      });
      return readContract(trx, before.id, locale);
    }),
  );
}

/** The validity that a save replaces, kept beside the new one. */
function oldDates(before: { effective_date: string; expiration_date: string | null }, body: ContractSave) {
  const { effective_date, expiration_date } = before;
  const same = effective_date === body.effectiveDate && expiration_date === (body.expirationDate ?? null);
  return same ? {} : { old_effective_date: effective_date, old_expiration_date: expiration_date };
}

function nextVersion(before: { version: number }) {
  return { version: before.version + 1, change_time: sql<Date>`now()` };
}

/** Reads a contract for a change; nobody else changes it, or what belongs to it, until the transaction ends. */
function lockContract(trx: ScopedTransaction, id: string) {
  return trx.selectFrom('contracts').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

function requireStanding(contract: { status: string }): void {
  if (contract.status === 'REMOVED') throw new Problem(409, 'removed');
}

/** The contract that a record belongs to, locked, for saving the record. */
export async function lockParent(trx: ScopedTransaction, contractId: string) {
  const contract = await lockContract(trx, contractId);
  if (!contract) throw notFound();
  requireStanding(contract);
  return contract;
}

/** Throws unless the account may see the contract. */
export async function requireContract(db: Db, contractId: string): Promise<void> {
  const contract = await db
    .selectFrom('contracts')
    .select('id')
    .where('id', '=', contractId)
    .executeTakeFirst();
  if (!contract) throw notFound();
}

/** The instance of both sides; `instanceId` when it is already settled which one that must be. */
async function sidesInstance(
  trx: ScopedTransaction,
  body: ContractSave,
  instanceId: string | undefined,
): Promise<string> {
  const sides = await trx
    .selectFrom('customers')
    .select(['id', 'instance_id'])
    .where('id', 'in', [body.customer.id, body.supplier.id])
    .execute();
  const instanceOf = (id: string) => sides.find((side) => side.id === id.toLowerCase())?.instance_id;
  const customer = instanceOf(body.customer.id);
  const wanted = instanceId ?? customer;
  if (!customer || customer !== wanted) throw unknownValue('customer');
  if (instanceOf(body.supplier.id) !== wanted) throw unknownValue('supplier');
  return customer;
}

function columnsOf(body: ContractSave, scope: Scope) {
  return {
    number: body.number,
    name: body.name,
    code_1c: body.code1c ?? null,
    type: body.type.name,
    customer_id: body.customer.id,
    supplier_id: body.supplier.id,
    segment: body.segment?.name ?? null,
    effective_date: body.effectiveDate,
    expiration_date: body.expirationDate ?? null,
    auto_renewal: body.autoRenewal,
    responsible: body.responsible ?? null,
    contact_phone: body.contactPhone ?? null,
    comment: body.comment ?? null,
    changed_by: shortNameOf(scope.account),
  };
}

function filteredContracts(scope: Scope, search: string | undefined, filter: ContractFilter) {
  const { db, account } = scope;
  let rows = db.selectFrom('contracts as c');
  if (search?.trim()) {
    const pattern = containing(search);
    // As an array the found customers can use the index beside those of number and name.
    const customers = db.selectFrom('customers').select('id').where('short_name', 'ilike', pattern);
    rows = rows.where((eb) =>
      eb.or([
        eb('c.number', 'ilike', pattern),
        eb('c.name', 'ilike', pattern),
        eb('c.customer_id', '=', sql<string>`any(array(${customers}))`),
      ]),
    );
  }
  if (filter.types) rows = rows.where('c.type', '=', anyOf(filter.types, 'text'));
  if (filter.statuses) rows = rows.where('c.status', '=', anyOf(filter.statuses, 'text'));
  if (filter.segment !== undefined) rows = rows.where('c.segment', '=', filter.segment);
  const { dateFrom, dateTo } = filter;
  if (dateFrom !== undefined) {
    rows = rows.where((eb) =>
      eb.or([eb('c.expiration_date', 'is', null), eb('c.expiration_date', '>=', dateFrom)]),
    );
  }
  if (dateTo !== undefined) rows = rows.where('c.effective_date', '<=', dateTo);
  if (filter.customerId !== undefined) rows = rows.where('c.customer_id', '=', filter.customerId);
  if (filter.supplierId !== undefined) rows = rows.where('c.supplier_id', '=', filter.supplierId);
  if (filter.changedSince !== undefined) {
    const { timeZone } = account.instance;
    rows = rows.where(
      'c.change_time',
      '>=',
      sql<Date>`(${filter.changedSince}::date)::timestamp at time zone ${timeZone}`,
    );
  }
  if (filter.autoRenewal !== undefined) rows = rows.where('c.auto_renewal', '=', filter.autoRenewal);
  if (filter.kind === 'CUSTOMER' || filter.kind === 'SUPPLIER') {
    const side = filter.kind === 'CUSTOMER' ? 'c.customer_id' : 'c.supplier_id';
    rows = rows.where((eb) =>
      eb(
        side,
        '=',
        eb.selectFrom('instances as i').select('i.owner_customer_id').whereRef('i.id', '=', 'c.instance_id'),
      ),
    );
  }
  if (filter.ids) rows = rows.where('c.id', '=', anyOf(filter.ids, 'uuid'));
  return rows;
}

function withSides(rows: ReturnType<typeof filteredContracts>) {
  return rows
    .innerJoin('customers as cu', 'cu.id', 'c.customer_id')
    .innerJoin('customers as su', 'su.id', 'c.supplier_id')
    .select([
      'cu.name as customer_name',
      'cu.short_name as customer_short_name',
      'su.name as supplier_name',
      'su.short_name as supplier_short_name',
    ]);
}

function sortsOf(captions: Captions): Sorts {
  return {
    number: { by: sql.ref('c.number') },
    name: { by: sql.ref('c.name') },
    type: { by: rankOf(captions.sorted('contractTypes'), sql.ref('c.type')) },
    customer: { by: sql.ref('cu.short_name') },
    supplier: { by: sql.ref('su.short_name') },
    segment: { by: rankOf(captions.sorted('segments'), sql.ref('c.segment')), nullable: true },
    effectiveDate: { by: sql.ref('c.effective_date') },
    expirationDate: { by: sql.ref('c.expiration_date'), nullable: true },
    status: { by: rankOf(captions.sorted('contractStatuses'), sql.ref('c.status')) },
    changeTime: { by: sql.ref('c.change_time') },
  };
}

interface ListRow {
  id: string;
  name: string;
  number: string;
  type: string;
  customer_id: string;
  customer_name: string;
  customer_short_name: string;
  supplier_id: string;
  supplier_name: string;
  supplier_short_name: string;
  segment: string | null;
  effective_date: string;
  expiration_date: string | null;
  status: string;
  status_reason: string | null;
  change_time: Date;
}

function listItem(row: ListRow, captions: Captions) {
  return {
    id: row.id,
    name: row.name,
    number: row.number,
    type: captions.value('contractTypes', row.type),
    customer: { id: row.customer_id, name: row.customer_name, shortName: row.customer_short_name },
    supplier: { id: row.supplier_id, name: row.supplier_name, shortName: row.supplier_short_name },
    segment: captions.optional('segments', row.segment),
    effectiveDate: row.effective_date,
    expirationDate: row.expiration_date,
    status: { type: captions.value('contractStatuses', row.status), reason: row.status_reason },
    changeTime: row.change_time.toISOString(),
  };
}

async function readContract(db: Db, id: string, locale: Locale) {
  const row = await withSides(db.selectFrom('contracts as c').where('c.id', '=', id))
    .selectAll('c')
    .executeTakeFirst();
  if (!row) throw notFound();
  const captions = await loadCaptions(db, locale, ...DICTIONARIES);
  return {
    ...listItem(row, captions),
    version: row.version,
    code1c: row.code_1c,
    autoRenewal: row.auto_renewal,
    responsible: row.responsible,
    contactPhone: row.contact_phone,
    comment: row.comment,
    changedBy: row.changed_by,
  };
}
