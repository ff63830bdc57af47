/** Customers, including those that carry waste. */
import { sql, type ExpressionBuilder } from 'kysely';
import { shortNameOf } from '../../access/accounts.ts';
import type { Database } from '../../database/schema.ts';
import { handlers, instanceHandler } from '../../access/handler.ts';
import { computed, nested, word } from '../../records/fields.ts';
import { containedIn, equals, oneOf } from '../../records/filters.ts';
import { record } from '../../records/record.ts';
import { coded, rowsOf } from '../../records/rowFields.ts';

export const customers = record('customer', {
  table: 'customers',
  fields: {
    kind: word('customerKinds'),
    status: nested({
      type: word('customerStatuses', 'status'),
      account: 'status_account',
      reason: 'status_reason',
    }),
    tariffKind: word('customerTariffs'),
    confirmationMode: word('confirmModes'),
    containerPolicies: rowsOf(
      'customer_container_policies',
      'customer_id',
      { containerType: coded('container_types'), policy: word('orderPolicies') },
      'container_type',
    ),
    contractCount: computed(sql`(
      select count(*) from contracts k
      where k.status <> 'REMOVED' and k.instance_id = t.instance_id
        and (k.customer_id = t.id or k.supplier_id = t.id))`),
  },
  search: ['name', 'shortName', 'tin', 'registrationCode', 'code'],
  filters: {
    kinds: oneOf('kind'),
    statuses: oneOf('status'),
    vip: equals('vip'),
    ids: oneOf('id', 'uuid'),
    name: containedIn('name', 'short_name'),
    taxCode: containedIn('tin', 'registration_code'),
    code: containedIn('code'),
  },
  order: '-shortName',
  all: true,
  unique: { customers_tin: 'tin', customer_container_policies_pkey: 'containerPolicies' },
  sets: ({ account, before }) => (before ? {} : { status: 'ACTIVE', status_account: shortNameOf(account) }),
});

export const customerHandlers = handlers({
  customerCarriers: instanceHandler<'customerCarriers'>(({ scope }) =>
    scope.db
      .selectFrom('customers as c')
      .where((eb) => eb.exists(collectionContractsOf(eb)))
      .select(['c.id', 'c.name', 'c.short_name as shortName'])
      .orderBy('c.short_name')
      .orderBy('c.id')
      .execute(),
  ),
});

/** Contracts in which the customer carries waste for another party. */
function collectionContractsOf(eb: ExpressionBuilder<Database & { c: Database['customers'] }, 'c'>) {
  return eb
    .selectFrom('contracts as k')
    .select('k.id')
    .whereRef('k.supplier_id', '=', 'c.id')
    .where('k.type', '=', 'COLLECTION')
    .where('k.status', '<>', 'REMOVED');
}
