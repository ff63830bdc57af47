/** Saves routes of a solution as point groups, in the folder of the hypothesis (V-067). */
import { handlers, instanceHandler } from '../../access/handler.ts';
import type { ScopedTransaction } from '../../access/scope.ts';
import { notFound, Problem } from '../../core/problems.ts';
import { saveHypothesisGroups, type GroupOfRoute } from '../pointGroups/hypothesisFolder.ts';
import { publishChange } from '../../records/publish.ts';
import { lockSolution } from './solutions.ts';
import { requireState } from './states.ts';

export const saveGroupHandlers = handlers({
  solutionPointGroupSave: instanceHandler<'solutionPointGroupSave'>(async (call) => {
    const { scope, account, parameters, body, operations } = call;
    const { solutionId } = parameters;
    await scope.transaction(async (trx) => {
      const solution = await lockSolution(trx, solutionId);
      // Routes of a running calculation will still be replaced.
      requireState('recalculate', solution.status);
      const wanted = [...new Set(body.vRouteIds)];
      const routes = await trx
        .selectFrom('v_routes as r')
        .innerJoin('vehicles as v', 'v.id', 'r.vehicle_id')
        .select(['r.id', 'r.number', 'r.day', 'r.colour', 'v.reg_number', 'v.vehicle_group', 'v.type'])
        .where('r.solution_id', '=', solutionId)
        .where('r.id', 'in', wanted)
        .orderBy('r.number')
        .execute();
      if (routes.length < wanted.length) throw notFound();
      const twice = await trx
        .selectFrom('solution_point_groups as x')
        .innerJoin('v_routes as r', 'r.id', 'x.v_route_id')
        .select('r.number')
        .where('x.v_route_id', 'in', wanted)
        .executeTakeFirst();
      if (twice) throw new Problem(409, 'solutionGroupTwice', { values: { number: twice.number } });
      const hypothesis = await trx
        .selectFrom('hypotheses')
        .select('name')
        .where('id', '=', solution.hypothesis_id)
        .executeTakeFirstOrThrow();
      const groups: GroupOfRoute[] = [];
      for (const { id, number, day, colour, reg_number, vehicle_group, type } of routes)
        groups.push({
          // Two solutions of a hypothesis may have routes with the same number and vehicle.
          name: `${day} ${number} ${reg_number} ${solution.name}`
            .replaceAll(/[\\/:*?"<>|]/g, '_')
            .slice(0, 100),
          colour,
          vehicleGroup: vehicle_group,
          vehicleType: type,
          evacuationPointIds: await pointsOf(trx, id),
        });
      const { instance_id } = solution;
      const folder = {
        directoryId: await folderOf(trx, solution.hypothesis_id),
        name: hypothesis.name.replaceAll(/[\\/:*?"<>|]/g, '_').slice(0, 100),
        instanceId: instance_id,
      };
      const { groupIds } = await saveHypothesisGroups(trx, account, folder, groups);
      await trx
        .insertInto('solution_point_groups')
        .values(
          routes.map(({ id }, i) => ({
            instance_id,
            solution_id: solutionId,
            v_route_id: id,
            point_group_id: groupIds[i]!,
          })),
        )
        .execute();
      await publishChange(trx, { entity: 'solution', after: solution });
    });
    return operations.read('solutionPointGroupList', { solutionId }) as never;
  }),
});

/** Evacuation points of a route in the order of its stops, each once. */
async function pointsOf(trx: ScopedTransaction, routeId: string): Promise<string[]> {
  const rows = await trx
    .selectFrom('v_route_stops as s')
    .innerJoin('v_task_items as i', 'i.id', 's.v_task_item_id')
    .select('i.evacuation_point_id as id')
    .where('s.v_route_id', '=', routeId)
    .orderBy('s.position')
    .execute();
  return [...new Set(rows.map(({ id }) => id))];
}

/** Returns the folder that already contains groups of the hypothesis. */
async function folderOf(trx: ScopedTransaction, hypothesisId: string): Promise<string | undefined> {
  const row = await trx
    .selectFrom('solution_point_groups as x')
    .innerJoin('solutions as s', 's.id', 'x.solution_id')
    .innerJoin('point_groups as g', 'g.id', 'x.point_group_id')
    .select('g.directory_id as id')
    .where('s.hypothesis_id', '=', hypothesisId)
    .where('g.root', '=', 'HYPOTHESIS')
    .where('g.directory_id', 'is not', null)
    .limit(1)
    .executeTakeFirst();
  return row?.id ?? undefined;
}
