/** Customers: the list, the card, saving, and those of them that carry waste. */
import { sql, type ExpressionBuilder } from 'kysely';
import { shortNameOf } from '../../access/accounts.ts';
import type { Scope } from '../../access/scope.ts';
import type { Db } from '../../database/connection.ts';
import type { Database } from '../../database/schema.ts';
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
import { notFound } from '../../http/problems.ts';
import type { Locale } from '../../http/texts.ts';
import { loadCaptions, type Captions, type ClassifierValue } from '../../records/captions.ts';
import { audit, requireFresh } from '../../records/saving.ts';

interface CustomerFilter {
  kinds?: string[];
  statuses?: string[];
  vip?: boolean;
  ids?: string[];
  name?: string;
  taxCode?: string;
  code?: string;
}

interface CustomerSave {
  id?: string;
  version?: number;
  kind: ClassifierValue;
  name: string;
  shortName: string;
  tin?: string | null;
  registrationCode?: string | null;
  registrationNumber?: string | null;
  code?: string | null;
  vip: boolean;
  actualAddress?: string | null;
  legalAddress?: string | null;
  phone?: string | null;
  mail?: string | null;
  site?: string | null;
  personLastName?: string | null;
  personFirstName?: string | null;
  personMiddleName?: string | null;
  daysKind: string;
  claimSubmissionDays: number;
  claimConsiderationDays: number;
}

const SORTS = ['shortName', 'name', 'tin', 'code', 'status', 'changeTime'];

export const customerHandlers: Handlers = {
  customerPaging: instanceHandler<{ query: PageQuery & { filter?: CustomerFilter } }>(
    async ({ scope, query, locale }) => {
      const captions = await loadCaptions(scope.db, locale, 'customerKinds', 'customerStatuses');
      const sorts: Sorts = {
        shortName: { by: sql.ref('c.short_name') },
        name: { by: sql.ref('c.name') },
        tin: { by: sql.ref('c.tin'), nullable: true },
        code: { by: sql.ref('c.code'), nullable: true },
        status: { by: rankOf(captions.sorted('customerStatuses'), sql.ref('c.status')) },
        changeTime: { by: sql.ref('c.change_time') },
      };
      const filtered = filteredCustomers(scope, query.query, query.filter ?? {});
      const rows = ordered(filtered.selectAll('c'), query.order ?? '-shortName', sorts, sql.ref('c.id'));
      return readPage(query, rows, countRows(filtered), (row) => listItem(row, captions));
    },
    SORTS,
  ),

  customerCarriers: instanceHandler(({ scope }) =>
    scope.db
      .selectFrom('customers as c')
      .where((eb) => eb.exists(collectionContractsOf(eb)))
      .select(['c.id', 'c.name', 'c.short_name as shortName'])
      .orderBy('c.short_name')
      .orderBy('c.id')
      .execute(),
  ),

  customerGet: instanceHandler<{ params: { customerId: string } }>(({ scope, params, locale }) =>
    readCustomer(scope.db, params.customerId, locale),
  ),

  customerSave: instanceHandler<{ body: CustomerSave }>(({ scope, body, locale }) =>
    scope.transaction(async (trx) => {
      const { account } = scope;
      const { id, version } = body;
      if (id === undefined) {
        const after = await trx
          .insertInto('customers')
          .values({
            ...columnsOf(body),
            instance_id: account.instance.id,
            status: 'ACTIVE',
            status_account: shortNameOf(account),
          })
          .returningAll()
          .executeTakeFirstOrThrow();
        await audit(trx, account, { entity: 'customer', action: 'create', after });
        return readCustomer(trx, after.id, locale);
      }
      const locked = await trx
        .selectFrom('customers')
        .selectAll()
        .where('id', '=', id)
        .forUpdate()
        .executeTakeFirst();
      const before = await requireFresh(locked, version, () => readCustomer(trx, id, locale));
      const after = await trx
        .updateTable('customers')
        .set({ ...columnsOf(body), version: before.version + 1, change_time: sql<Date>`now()` })
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirstOrThrow();
      await audit(trx, account, { entity: 'customer', action: 'save', before, after });
      return readCustomer(trx, id, locale);
    }),
  ),
};

function filteredCustomers(scope: Scope, search: string | undefined, filter: CustomerFilter) {
  let rows = scope.db.selectFrom('customers as c');
  if (search?.trim()) {
    const pattern = containing(search);
    rows = rows.where((eb) =>
      eb.or([
        eb('c.name', 'ilike', pattern),
        eb('c.short_name', 'ilike', pattern),
        eb('c.tin', 'ilike', pattern),
        eb('c.registration_code', 'ilike', pattern),
        eb('c.code', 'ilike', pattern),
      ]),
    );
  }
  if (filter.kinds) rows = rows.where('c.kind', '=', anyOf(filter.kinds, 'text'));
  if (filter.statuses) rows = rows.where('c.status', '=', anyOf(filter.statuses, 'text'));
  if (filter.vip !== undefined) rows = rows.where('c.vip', '=', filter.vip);
  if (filter.code) rows = rows.where('c.code', 'ilike', containing(filter.code));
  if (filter.name) {
    const pattern = containing(filter.name);
    rows = rows.where((eb) => eb.or([eb('c.name', 'ilike', pattern), eb('c.short_name', 'ilike', pattern)]));
  }
  if (filter.taxCode) {
    const pattern = containing(filter.taxCode);
    rows = rows.where((eb) =>
      eb.or([eb('c.tin', 'ilike', pattern), eb('c.registration_code', 'ilike', pattern)]),
    );
  }
  if (filter.ids) rows = rows.where('c.id', '=', anyOf(filter.ids, 'uuid'));
  return rows;
}

/** Contracts in which the customer carries waste for another. */
function collectionContractsOf(eb: ExpressionBuilder<Database & { c: Database['customers'] }, 'c'>) {
  return eb
    .selectFrom('contracts as k')
    .select('k.id')
    .whereRef('k.supplier_id', '=', 'c.id')
    .where('k.type', '=', 'COLLECTION')
    .where('k.status', '<>', 'REMOVED');
}

function columnsOf(body: CustomerSave) {
  return {
    kind: body.kind.name,
    name: body.name,
    short_name: body.shortName,
    tin: body.tin ?? null,
    registration_code: body.registrationCode ?? null,
    registration_number: body.registrationNumber ?? null,
    code: body.code ?? null,
    vip: body.vip,
    actual_address: body.actualAddress ?? null,
    legal_address: body.legalAddress ?? null,
    phone: body.phone ?? null,
    mail: body.mail ?? null,
    site: body.site ?? null,
    person_last_name: body.personLastName ?? null,
    person_first_name: body.personFirstName ?? null,
    person_middle_name: body.personMiddleName ?? null,
    days_kind: body.daysKind,
    claim_submission_days: body.claimSubmissionDays,
    claim_consideration_days: body.claimConsiderationDays,
  };
}

interface ListRow {
  id: string;
  name: string;
  short_name: string;
  kind: string;
  tin: string | null;
  registration_code: string | null;
  code: string | null;
  uuid_agreed: boolean;
  vip: boolean;
  status: string;
  status_account: string | null;
  status_reason: string | null;
  change_time: Date;
}

function listItem(row: ListRow, captions: Captions) {
  return {
    id: row.id,
    name: row.name,
    shortName: row.short_name,
    kind: captions.value('customerKinds', row.kind),
    tin: row.tin,
    registrationCode: row.registration_code,
    code: row.code,
    uuidAgreed: row.uuid_agreed,
    vip: row.vip,
    status: {
      type: captions.value('customerStatuses', row.status),
      account: row.status_account,
      reason: row.status_reason,
    },
    changeTime: row.change_time.toISOString(),
  };
}

async function readCustomer(db: Db, id: string, locale: Locale) {
  const row = await db
    .selectFrom('customers as c')
    .selectAll('c')
    .select((eb) =>
      eb
        .selectFrom('contracts as k')
        .select((count) => count.fn.countAll<number>().as('count'))
        .where('k.status', '<>', 'REMOVED')
        .where((or) =>
          or.or([or('k.customer_id', '=', or.ref('c.id')), or('k.supplier_id', '=', or.ref('c.id'))]),
        )
        .as('contract_count'),
    )
    .where('c.id', '=', id)
    .executeTakeFirst();
  if (!row) throw notFound();
  const captions = await loadCaptions(db, locale, 'customerKinds', 'customerStatuses');
  return {
    ...listItem(row, captions),
    version: row.version,
    registrationNumber: row.registration_number,
    actualAddress: row.actual_address,
    legalAddress: row.legal_address,
    phone: row.phone,
    mail: row.mail,
    site: row.site,
    personLastName: row.person_last_name,
    personFirstName: row.person_first_name,
    personMiddleName: row.person_middle_name,
    daysKind: row.days_kind,
    claimSubmissionDays: row.claim_submission_days,
    claimConsiderationDays: row.claim_consideration_days,
    contractCount: row.contract_count ?? 0,
  };
}
