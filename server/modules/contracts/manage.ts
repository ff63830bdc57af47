/** Why vehicles of a contract may not be managed, and checks whether a utilization contract can be carried out. */
import { sql } from 'kysely';
import type { Operations } from '../../../schemas/generated/api.ts';
import { handlers, instanceHandler } from '../../access/handler.ts';
import type { ScopedDb } from '../../access/scope.ts';
import { notFound, Problem } from '../../core/problems.ts';
import { loadCaptions } from '../../records/captions.ts';
import { locksOf, locksOn } from './locks.ts';

type Reason = Operations['contractCanManageVehicles']['reply']['reasons'][number];
type Finding = Operations['contractUtilizationCheck']['reply'][number];

export const manageHandlers = handlers({
  contractCanManageVehicles: instanceHandler<'contractCanManageVehicles'>(
    async ({ scope, account, parameters: { contractId }, locale }) => {
      const { db } = scope;
      const contract = await db
        .selectFrom('contracts')
        .select(['status', 'instance_id', 'management_locked'])
        .where('id', '=', contractId)
        .executeTakeFirst();
      if (!contract) throw notFound();
      const foreign = contract.instance_id !== account.instance.id && scope.instanceId !== undefined;
      const names = [
        ...(contract.status === 'REMOVED' ? ['REMOVED'] : []),
        ...(foreign ? ['FOREIGN'] : []),
        ...(account.permissions.includes('MANAGE_CONTRACTS') ? [] : ['NO_RIGHT']),
        ...locksOn('vehicles', await locksOf(db, contract)),
      ];
      const captions = await loadCaptions(db, locale);
      const reasons = names.map((name) => captions.value('manageRefusals', name) as Reason);
      return { allowed: reasons.length === 0, reasons };
    },
  ),

  contractUtilizationCheck: instanceHandler<'contractUtilizationCheck'>(
    async ({ scope, account, parameters: { contractId }, locale }) => {
      const { db } = scope;
      const contract = await db
        .selectFrom('contracts')
        .select('type')
        .where('id', '=', contractId)
        .executeTakeFirst();
      if (!contract) throw notFound();
      if (contract.type !== 'UTILIZATION') throw new Problem(409, 'notUtilization');
      const found = await checksOf(db, contractId, account.instance.timeZone);
      const captions = await loadCaptions(db, locale);
      return Object.entries(found).map(([name, { passed, count }]): Finding => {
        return { check: captions.value('utilizationChecks', name), passed, count };
      });
    },
  ),
});

/** Returns, by name of the check, whether it passed and how many records fail it. */
async function checksOf(db: ScopedDb, contractId: string, timeZone: string) {
  const { rows } = await sql<Record<string, number>>`
    with k as (select *, (now() at time zone ${timeZone})::date as today from contracts where id = ${contractId}),
    cars as (select v.vehicle_id from contract_vehicles v, k
      where v.contract_id = k.id and daterange(v.begin_date, v.end_date, '[]') @> k.today)
    select
      (select count(*) from k where status <> 'ACTIVE' or not daterange(effective_date, expiration_date, '[]') @> today) as "IN_FORCE",
      (select (not exists (select from contract_collection_tariffs t, k where t.contract_id = k.id
        and daterange(t.begin_date, t.end_date, '[]') @> k.today))::int) as "TARIFF",
      (select (count(*) = 0)::int from cars) as "VEHICLES",
      (select count(*) from cars c, k where not exists (select from vehicle_polygon_tickets p
        where p.vehicle_id = c.vehicle_id and daterange(p.begin_date, p.end_date, '[]') @> k.today)) as "TICKETS",
      (select count(*) from contract_limits l, k where l.contract_id = k.id and l.balance < 0) as "LIMITS",
      (select (not exists (select from contract_talon_links t, k where t.contract_id = k.id
        and t.state = 'CONNECTED'))::int) as "TALON"`.execute(db);
  return Object.fromEntries(
    Object.entries(rows[0]!).map(([name, count]) => [
      name,
      { passed: Number(count) === 0, count: Number(count) },
    ]),
  );
}
