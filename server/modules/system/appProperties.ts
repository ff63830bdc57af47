/** Settings: the common one, set by an administration, and an instance's own, which takes precedence. */
import { sql } from 'kysely';
import type { Account } from '../../access/accounts.ts';
import { transaction, type Db } from '../../database/connection.ts';
import { handlers, sessionHandler } from '../../access/handler.ts';
import { readList } from '../../database/list.ts';
import { containing } from '../../database/paging.ts';
import { notFound } from '../../core/problems.ts';
import { audit, requireFresh } from '../../records/saving.ts';
import type { Translate } from '../../core/texts.ts';
import { partsOf, textOf } from './propertyValue.ts';
import type { AuditAction } from '../../records/auditKinds.ts';

export const appPropertyHandlers = handlers({
  appPropertyPaging: sessionHandler<'appPropertyPaging'>((call) => {
    const { db, account, parameters, translate } = call;
    let rows = db
      .selectFrom('app_properties as p')
      .leftJoin('app_properties as o', (join) =>
        join.onRef('o.name', '=', 'p.name').on('o.instance_id', '=', instanceOf(account) ?? NO_INSTANCE),
      )
      .where('p.instance_id', 'is', null);
    if (parameters.query?.trim()) rows = rows.where('p.name', 'ilike', containing(parameters.query));
    const shown = rows.select([
      'p.id',
      'p.name',
      'p.type',
      'p.value',
      'o.id as own_id',
      'o.value as own_value',
    ]);
    const sorts = { name: { by: sql.ref('p.name') } };
    const order = parameters.order ?? '-name';
    return readList(db, call, { rows, shown, order, sorts, id: sql.ref('p.id') }, (row) => ({
      name: row.name,
      caption: captionOf(row.name, translate),
      type: row.type,
      value: row.own_id === null ? row.value : row.own_value,
      own: row.own_id !== null,
    }));
  }),

  appPropertyCard: sessionHandler<'appPropertyCard'>(({ db, account, parameters, translate }) =>
    cardOf(db, account, parameters.name, translate),
  ),

  appPropertySave: sessionHandler<'appPropertySave'>(({ db, account, body, translate }) =>
    transaction(db, async (trx) => {
      const card = () => cardOf(trx, account, body.name, translate);
      const { type } = await sharedOf(trx, body.name);
      const value = textOf(type, body);
      const before = await ownOf(trx, account, body.name);
      if (body.version !== undefined && (before || body.version > 0))
        await requireFresh(before, body.version, card);
      const after = before
        ? await trx
            .updateTable('app_properties')
            .set({ value, version: before.version + 1, change_time: sql<Date>`now()` })
            .where('id', '=', before.id)
            .returningAll()
            .executeTakeFirstOrThrow()
        : await trx
            .insertInto('app_properties')
            .values({ instance_id: instanceOf(account) ?? null, name: body.name, type, value })
            .returningAll()
            .executeTakeFirstOrThrow();
      await recordChange(trx, account, before ? 'save' : 'create', before, after);
      return card();
    }),
  ),

  appPropertyReset: sessionHandler<'appPropertyReset'>(({ db, account, parameters }) =>
    transaction(db, async (trx) => {
      const before = await ownOf(trx, account, parameters.name);
      // The common value can be set, but not deleted.
      if (!before || before.instance_id === null) throw notFound();
      await trx.deleteFrom('app_properties').where('id', '=', before.id).execute();
      await recordChange(trx, account, 'delete', before, undefined);
      return undefined;
    }),
  ),
});

/** Returns the instance whose value an administrator sets; undefined (the common value) for an administration. */
const instanceOf = ({ instance }: Account) => (instance.type === 'ADMINISTRATION' ? undefined : instance.id);
const NO_INSTANCE = '00000000-0000-0000-0000-000000000000';

function captionOf(name: string, translate: Translate): string {
  const text = translate(`server.property.${name}`);
  return text.startsWith('server.property.') ? name : text;
}

async function sharedOf(db: Db, name: string) {
  const row = await db
    .selectFrom('app_properties')
    .selectAll()
    .where('name', '=', name)
    .where('instance_id', 'is', null)
    .executeTakeFirst();
  if (!row) throw notFound();
  return row;
}

function ownOf(db: Db, account: Account, name: string) {
  return db
    .selectFrom('app_properties')
    .selectAll()
    .where('name', '=', name)
    .where('instance_id', 'is not distinct from', instanceOf(account) ?? null)
    .forUpdate()
    .executeTakeFirst();
}

async function cardOf(db: Db, account: Account, name: string, translate: Translate) {
  const shared = await sharedOf(db, name);
  const own = await ownOf(db, account, name);
  const { type } = shared;
  return {
    name,
    version: own?.version ?? 0,
    caption: captionOf(name, translate),
    type,
    own: own !== undefined && own.instance_id !== null,
    ...partsOf(name, type, (own ?? shared).value),
  };
}

type Row = Awaited<ReturnType<typeof sharedOf>>;

async function recordChange(
  db: Db,
  account: Account,
  action: AuditAction,
  before: Row | undefined,
  after: Row | undefined,
) {
  const logged = (row: Row) => ({ ...row, id: row.name, instance_id: row.instance_id as string });
  await audit(db, account, {
    entity: 'appProperty',
    action,
    ...(before && { before: logged(before) }),
    ...(after && { after: logged(after) }),
  });
}
