/** Limits of reports, categories, and visibility of reports. */
import { handlers, instanceHandler, type InstanceCall } from '../../access/handler.ts';
import { invalid, notFound, Problem } from '../../core/problems.ts';
import { audit, requireFresh } from '../../records/saving.ts';
import { optionsOf, ownReport } from './store.ts';

type Asker = Pick<InstanceCall, 'scope' | 'account'>;

export const reportOptionHandlers = handlers({
  reportOptionsGet: instanceHandler<'reportOptionsGet'>(({ scope, account }) =>
    optionsOf(scope.db, account.instance.id),
  ),

  reportOptionsSave: instanceHandler<'reportOptionsSave'>(async ({ scope, account, body }) => {
    const instanceId = account.instance.id;
    await scope.transaction(async (trx) => {
      const found = await trx
        .selectFrom('report_options')
        .selectAll()
        .where('instance_id', '=', instanceId)
        .forUpdate()
        .executeTakeFirst();
      const before = found ?? { version: 0 };
      await requireFresh(before, body.version, () => optionsOf(trx, instanceId));
      const values = {
        most_rows: body.mostRows,
        most_seconds: body.mostSeconds,
        days_kept: body.daysKept,
        requests_at_once: body.requestsAtOnce,
        version: before.version + 1,
        change_time: new Date(),
      };
      const after = await trx
        .insertInto('report_options')
        .values({ instance_id: instanceId, ...values })
        .onConflict((conflict) => conflict.constraint('report_options_instance').doUpdateSet(values))
        .returningAll()
        .executeTakeFirstOrThrow();
      await audit(trx, account, {
        entity: 'reportOptions',
        action: 'save',
        ...(found && { before: found }),
        after,
      });
    });
    return optionsOf(scope.db, instanceId);
  }),

  reportCategorySave: instanceHandler<'reportCategorySave'>(async ({ scope, account, body }) => {
    const instanceId = account.instance.id;
    const row = await scope.transaction(async (trx) => {
      if (body.id == null)
        return trx
          .insertInto('report_categories')
          .values({ instance_id: instanceId, name: body.name.trim() })
          .returningAll()
          .executeTakeFirstOrThrow()
          .catch(refuseDuplicate);
      const found = await trx
        .selectFrom('report_categories')
        .selectAll()
        .where('instance_id', '=', instanceId)
        .where('id', '=', body.id)
        .forUpdate()
        .executeTakeFirst();
      const before = await requireFresh(
        found,
        body.version ?? undefined,
        async () => found && { ...found, reportCount: 0 },
      );
      return trx
        .updateTable('report_categories')
        .set({ name: body.name.trim(), version: before.version + 1, change_time: new Date() })
        .where('id', '=', before.id)
        .returningAll()
        .executeTakeFirstOrThrow()
        .catch(refuseDuplicate);
    });
    return { id: row.id, name: row.name, version: row.version, reportCount: 0 };
  }),

  reportVisibilityGet: instanceHandler<'reportVisibilityGet'>((call) =>
    visibilityOf(call, call.parameters.reportCode),
  ),

  reportVisibilitySave: instanceHandler<'reportVisibilitySave'>(async (call) => {
    const { scope, account, body, parameters } = call;
    const instanceId = account.instance.id;
    const roles = [...new Set(body.roles.map(({ name }) => name))];
    const instances = [...new Set((body.instances ?? []).map(({ id }) => id))];
    if (instances.length > 0 && account.instance.type !== 'ADMINISTRATION')
      throw new Problem(403, 'instanceType');
    await scope.transaction(async (trx) => {
      const row = await ownReport(trx, account, parameters.reportCode, true);
      await requireFresh(row, body.version, () => visibilityOf({ ...call, scope }, parameters.reportCode));
      const own = await trx
        .selectFrom('roles')
        .select('id')
        .where('instance_id', '=', instanceId)
        .where('id', 'in', roles.length > 0 ? roles : [row.id])
        .execute();
      if (own.length < roles.length)
        throw invalid({ field: 'roles', code: 'unknownValue', message: 'validation.unknownValue' });
      await trx
        .deleteFrom('report_roles')
        .where('instance_id', '=', instanceId)
        .where('report_id', '=', row.id)
        .execute();
      await trx
        .deleteFrom('report_instances')
        .where('instance_id', '=', instanceId)
        .where('report_id', '=', row.id)
        .execute();
      const common = { instance_id: instanceId, report_id: row.id };
      if (roles.length > 0)
        await trx
          .insertInto('report_roles')
          .values(roles.map((id) => ({ ...common, role_id: id })))
          .execute();
      if (instances.length > 0)
        await trx
          .insertInto('report_instances')
          .values(instances.map((id) => ({ ...common, shown_to: id })))
          .execute();
      const after = await trx
        .updateTable('reports')
        // If the current version is the published one, it stays so.
        .set((eb) => ({
          version: row.version + 1,
          published_version: eb
            .case()
            .when('published_version', '=', row.version)
            .then(row.version + 1)
            .else(eb.ref('published_version'))
            .end(),
          change_time: new Date(),
        }))
        .where('id', '=', row.id)
        .returningAll()
        .executeTakeFirstOrThrow();
      const logged = { id: row.id, instance_id: instanceId, version: after.version, roles, instances };
      await audit(trx, account, {
        entity: 'report',
        action: 'visibility',
        after: logged as { id: string; instance_id: string },
      });
    });
    return visibilityOf(call, parameters.reportCode);
  }),
});

/** Reports a duplicate category name of an instance at its field. */
function refuseDuplicate(error: unknown): never {
  if ((error as { constraint?: string }).constraint === 'report_categories_name')
    throw invalid({ field: 'name', code: 'duplicate', message: 'validation.duplicate' });
  throw error;
}

async function visibilityOf({ scope, account }: Asker, code: string) {
  const row = await ownReport(scope.db, account, code);
  if (!row) throw notFound();
  const roles = await scope.db
    .selectFrom('report_roles as v')
    .innerJoin('roles as r', 'r.id', 'v.role_id')
    .select(['r.id', 'r.name'])
    .where('v.report_id', '=', row.id)
    .orderBy('r.name')
    .execute();
  const instances = await scope.db
    .selectFrom('report_instances as v')
    .innerJoin('instances as i', 'i.id', 'v.shown_to')
    .select(['i.id', 'i.name'])
    .where('v.report_id', '=', row.id)
    .orderBy('i.name')
    .execute();
  return {
    code: row.code,
    name: row.name,
    version: row.version,
    roles: roles.map(({ id, name }) => ({ name: id, caption: name })),
    instances,
  };
}
