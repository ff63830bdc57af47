/** What is asked of a contract beside its records: places to choose from, rules in their order. */
import type { ContractAreaRule } from '../../../schemas/generated/api.ts';
import { handlers, instanceHandler } from '../../http/handler.ts';

/** The most places of one answer. */
const MOST = 1000;

export const contractReadHandlers = handlers({
  contractAreaRuleList: instanceHandler<'contractAreaRuleList'>(async ({ operations, parameters }) => {
    const { contractId } = parameters;
    // A page as the operation answers it: what it takes was checked when it was written here.
    const asked = { contractId, count: -1, order: '-priority' } as unknown as Record<string, string>;
    const page = (await operations.read('contractAreaRulePaging', asked)) as { list: ContractAreaRule[] };
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
});
