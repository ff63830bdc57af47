/** What an account may do with agreement policies: the owner sends, the other side accepts or rejects. */
import type { Account } from '../../access/accounts.ts';
import { handlers, instanceHandler } from '../../http/handler.ts';
import { anyOf } from '../../http/paging.ts';
import { OPEN_POLICIES } from './policies.ts';

type Code = 'send' | 'accept' | 'reject';

export const policyHandlers = handlers({
  contractPolicyTransitions: instanceHandler<'contractPolicyTransitions'>(
    async ({ scope, account, parameters, translate }) => {
      const rows = await scope.db
        .selectFrom('contract_policies as p')
        .innerJoin('contracts as c', 'c.id', 'p.contract_id')
        .select(['p.id', 'p.instance_id', 'p.status'])
        .where('p.id', '=', anyOf(parameters.policyIds, 'uuid'))
        .where('c.status', '<>', 'REMOVED')
        .execute();
      return rows.flatMap((row) =>
        codesOf(row, account).map((code) => ({
          id: row.id,
          code,
          caption: translate(`server.policy.${code}`),
        })),
      );
    },
  ),
});

function codesOf(row: { instance_id: string; status: string }, account: Account): Code[] {
  if (!account.permissions.includes('MANAGE_CONTRACTS')) return [];
  // The owner, or an administration for it; whoever else is shown the row is the other side.
  const linked = account.links.some(({ instanceId }) => instanceId === row.instance_id);
  const other = linked && row.instance_id !== account.instance.id;
  if (other) return row.status === 'PROCEEDED' ? ['accept', 'reject'] : [];
  return OPEN_POLICIES.includes(row.status) ? ['send'] : [];
}
