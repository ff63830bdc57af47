/** Events after which visits are recalculated; one event never has two rules on the same day. */
import { sql } from 'kysely';
import { invalid } from '../../core/problems.ts';
import { OF_CONTRACT } from '../../records/auditKinds.ts';
import type { Change } from '../../records/change.ts';
import { words } from '../../records/rowFields.ts';
import { record, type SaveOf } from '../../records/record.ts';
import { contracts } from './contracts.ts';

export const contractRecalcRules = record('contractRecalcRule', {
  table: 'contract_recalc_rules',
  labels: ['recalcRule'],
  title: [OF_CONTRACT, 'name'],
  parent: contracts,
  fields: { events: words('recalcVisitRuleEvents') },
  search: ['name', 'comment'],
  order: '-name',
  check: requireFreeEvents,
});

/** Throws if another rule has one of the events; the contract is locked, so no concurrent rule is added. */
async function requireFreeEvents({ trx, body, before }: Change<SaveOf<'contractRecalcRule'>>): Promise<void> {
  const codes = body.events.map(({ name }) => name);
  let others = trx
    .selectFrom('contract_recalc_rules')
    .select(['name', 'events'])
    .where('contract_id', '=', body.contractId)
    .where(sql<boolean>`events && ${codes}::text[]`).where(sql<boolean>`daterange(begin_date, end_date, '[]')
      && daterange(${body.beginDate}::date, ${body.endDate ?? null}::date, '[]')`);
  if (before) others = others.where('id', '<>', before.id);
  const taken = await others.limit(1).executeTakeFirst();
  if (!taken) return;
  const event = body.events.find(({ name }) => taken.events.includes(name))!;
  const values = { event: event.caption || event.name, name: taken.name };
  throw invalid({ field: 'events', code: 'periodCrosses', message: 'server.recalcEventTaken', values });
}
