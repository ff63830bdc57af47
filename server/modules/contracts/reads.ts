/** Reads around a contract other than its records: places to choose from, rules in their order. */
import { sql } from 'kysely';
import type { ContractAreaRule } from '../../../schemas/generated/api.ts';
import { readTree } from '../../dictionaries/tree.ts';
import { handlers, instanceHandler } from '../../access/handler.ts';
import { readList } from '../../database/list.ts';
import { notFound } from '../../core/problems.ts';
import { requireContract } from './changes.ts';

/** Most places in one response. */
const MOST = 1000;

export const contractReadHandlers = handlers({
  districtTree: instanceHandler<'districtTree'>(({ scope }) =>
    readTree(scope, ({ code, name, kind }) => ({
      name: code,
      caption: name,
      isSelectable: kind === 'DISTRICT',
    })),
  ),

  districtGet: instanceHandler<'districtGet'>(async ({ scope, parameters }) => {
    const rows = scope.db.selectFrom('locations').select(['code as name', 'name as caption']);
    const district = await rows
      .where('kind', '=', 'DISTRICT')
      .where('code', '=', parameters.name)
      .executeTakeFirst();
    if (!district) throw notFound();
    return district;
  }),

  contractAreaRuleList: instanceHandler<'contractAreaRuleList'>(async ({ operations, parameters }) => {
    const { contractId } = parameters;
    // The parameters are written here, not user input, so they need no type check.
    const query = { contractId, count: -1, order: '-priority' } as unknown as Record<string, string>;
    const page = (await operations.read('contractAreaRulePaging', query)) as { list: ContractAreaRule[] };
    return page.list.filter(({ active }) => active);
  }),

  contractVisitPointChoices: instanceHandler<'contractVisitPointChoices'>(async ({ scope, parameters }) => {
    const { pointTypeName, ownerId } = parameters;
    let rows = scope.db
      .selectFrom('visit_points as p')
      .leftJoin('customers as c', 'c.id', 'p.owner_customer_id')
      .select(['p.id', 'p.name', 'p.address', 'c.id as owner_id', 'c.name as owner_name', 'c.short_name'])
      .where('p.type', '=', pointTypeName);
    if (ownerId) rows = rows.where('p.owner_customer_id', '=', ownerId);
    const found = await rows.orderBy('p.name').orderBy('p.id').limit(MOST).execute();
    return found.map(({ id, name, address, owner_id, owner_name, short_name }) => ({
      id,
      name,
      address,
      owner: owner_id === null ? null : { id: owner_id, name: owner_name ?? '', shortName: short_name ?? '' },
    }));
  }),

  contractRoutePaging: instanceHandler<'contractRoutePaging'>(
    async (call) => {
      const { contractId, dateFrom, dateTo, order = '+date' } = call.parameters;
      const { db } = call.scope;
      await requireContract(db, contractId);
      let visits = db
        .selectFrom('visits as v')
        .innerJoin('task_items as i', 'i.visit_id', 'v.id')
        .innerJoin('contract_plans as p', 'p.id', 'i.plan_id')
        .innerJoin('units as u', 'u.id', 'v.unit_id')
        .innerJoin('vehicles as a', 'a.id', 'u.vehicle_id')
        .leftJoin('staff as s', 's.id', 'u.driver_id')
        .where('p.contract_id', '=', contractId);
      if (dateFrom) visits = visits.where('v.visit_date', '>=', dateFrom);
      if (dateTo) visits = visits.where('v.visit_date', '<=', dateTo);
      const routes = visits.groupBy([
        'v.unit_id',
        'v.visit_date',
        'a.reg_number',
        's.last_name',
        's.first_name',
      ]);
      const id = sql<string>`v.unit_id || ' ' || v.visit_date`;
      const shown = routes.select([
        id.as('id'),
        'v.visit_date as date',
        'a.reg_number as vehicle',
        sql<string | null>`nullif(concat_ws(' ', s.last_name, s.first_name), '')`.as('driver'),
        sql<number>`count(distinct v.id)::int`.as('visits'),
        sql<number>`count(distinct v.id) filter (where v.status = 'SUCCESS')::int`.as('done'),
      ]);
      const sorts = { date: { by: sql`v.visit_date` } };
      return readList(db, call, { rows: routes, shown, order, sorts, id }, (row) => row);
    },
    ['date'],
  ),
});
