/** Reading of events: the registry, the preview of an account, and live notifications. */
import { sql, type Expression, type SqlBool } from 'kysely';
import type { ApiCatalogue } from '../../../engine/language/api.ts';
import { handlers, instanceHandler, type Handlers, type InstanceCall } from '../../access/handler.ts';
import type { ScopedDb } from '../../access/scope.ts';
import { readList } from '../../database/list.ts';
import { anyOf, containing } from '../../database/paging.ts';
import { invalid, notFound } from '../../core/problems.ts';
import { loadCaptions, type Captions } from '../../records/captions.ts';
import { audit, requireFresh } from '../../records/saving.ts';
import { within } from '../system/logDays.ts';
import { seenBy, type Reader } from './subject.ts';

/** Most events in a preview. */
const PREVIEWED = 20;

export const eventListHandlers = (api: ApiCatalogue): Handlers =>
  handlers({
    eventPaging: instanceHandler<'eventPaging'>(
      async (call) => {
        const { scope, account, parameters } = call;
        const { filter = {}, query } = parameters;
        let rows = eventsFor(api, call, scope.db).where(within('event_time', filter, account));
        const words = { severity: filter.severities, meta: filter.metas, status: filter.statuses };
        for (const [column, values] of Object.entries(words))
          if (values?.length)
            rows = rows.where(sql<SqlBool>`${sql.ref(`l.${column}`)} = ${anyOf(values, 'text')}`);
        if (query?.trim()) rows = rows.where(found(query));
        return readList(scope.db, call, inTime(rows, parameters.order), await showing(call));
      },
      ['time'],
    ),

    eventPreview: instanceHandler<'eventPreview'>(async (call) => {
      const { scope, account } = call;
      const rows = await selected(eventsFor(api, call, scope.db))
        .where(
          sql<SqlBool>`l.event_time > coalesce(
        (select me.event_clear_time from accounts me where me.id = ${account.id}), '-infinity')`,
        )
        .orderBy('l.event_time', 'desc')
        .orderBy('l.id')
        .limit(PREVIEWED)
        .execute();
      return rows.map(await showing(call));
    }),

    eventPreviewClear: instanceHandler<'eventPreviewClear'>(async ({ scope, account }) => {
      await scope.db
        .updateTable('accounts')
        .set({ event_clear_time: sql<Date>`now()` })
        .where('id', '=', account.id)
        .execute();
    }),

    eventStatusSave: instanceHandler<'eventStatusSave'>(async (call) => {
      const { scope, account, parameters, body } = call;
      const captions = await loadCaptions(scope.db, call.locale);
      const show = await showing(call);
      return scope.transaction(async (trx) => {
        const one = eventsFor(api, call, trx).where('l.id', '=', parameters.eventId);
        const read = async () => show(await selected(one).executeTakeFirstOrThrow());
        const row = await one.selectAll('l').forUpdate('l').executeTakeFirst();
        const before = await requireFresh(row, body.version, read);
        if (before.instance_id === null) throw notFound();
        if (!captions.knows('eventStatuses', body.status, account.instance.id))
          throw invalid({ field: 'status', code: 'enum', message: 'validation.enum' });
        const change = { status: body.status, version: before.version + 1 };
        await trx.updateTable('events').set(change).where('id', '=', before.id).execute();
        const of = { ...before, instance_id: before.instance_id };
        await audit(trx, account, {
          entity: 'event',
          action: 'save',
          before: of,
          after: { ...of, ...change },
        });
        return read();
      });
    }),

    eventNotices: instanceHandler<'eventNotices'>(async (call) => {
      const { scope, account } = call;
      const rows = eventsFor(api, call, scope.db)
        .where('l.account_id', 'is distinct from', account.id)
        .where(
          sql<SqlBool>`l.severity = any((select a.notice_severities from accounts a where a.id = ${account.id})::text[])`,
        );
      return readList(scope.db, call, inTime(rows), await showing(call));
    }),
  });

/** Returns the events that an account may see; password-guessing attempts are shown to administrators only. */
function eventsFor(api: ApiCatalogue, call: Reader, db: ScopedDb) {
  const rows = db.selectFrom('events as l').innerJoin('event_metas as m', 'm.name', 'l.meta');
  if (call.account.permissions.includes('ADMIN')) return rows;
  return rows.where('l.source_type', '<>', 'SIGN_IN').where(seenBy(api, call));
}

function selected(rows: ReturnType<typeof eventsFor>) {
  return rows
    .leftJoin('vehicles as v', 'v.id', 'l.vehicle_id')
    .leftJoin('staff as s', 's.id', 'l.driver_id')
    .leftJoin('accounts as a', 'a.id', 'l.account_id')
    .select([
      'l.id',
      'l.version',
      'l.event_time',
      'l.meta',
      'l.severity',
      'l.status',
      'l.source_type',
      'l.source_name',
    ])
    .select(['l.event_values', 'm.caption_ru', 'm.caption_en', 'v.reg_number', 'a.login'])
    .select(
      sql<string | null>`nullif(concat_ws(' ', s.last_name, s.first_name, s.middle_name), '')`.as('driver'),
    );
}

/** Newest first, unless another order is requested. */
function inTime(rows: ReturnType<typeof eventsFor>, order = '+time') {
  const sorts = { time: { by: sql.ref('l.event_time') } };
  return { rows, shown: selected(rows), order, sorts, id: sql.ref('l.id') };
}

type Row = Awaited<ReturnType<ReturnType<typeof selected>['execute']>>[number];

/** Condition: the query is contained in a value of the event, or in the name of its source. */
function found(query: string): Expression<SqlBool> {
  const pattern = containing(query);
  return sql<SqlBool>`(l.source_name ilike ${pattern} or exists (
    select from jsonb_each_text(l.event_values) as said where said.value ilike ${pattern}))`;
}

async function showing({ scope, locale, translate }: Pick<InstanceCall, 'scope' | 'locale' | 'translate'>) {
  const captions: Captions = await loadCaptions(scope.db, locale);
  return (row: Row) => ({
    id: row.id,
    version: row.version,
    time: row.event_time.toISOString(),
    metaName: captions.value('eventMetas', row.meta),
    text: filled(locale === 'en' ? row.caption_en : row.caption_ru, row.event_values),
    severity: captions.value('eventSeverities', row.severity),
    sourceType: { name: row.source_type, caption: translate(`server.eventSource.${row.source_type}`) },
    sourceDisplayableName: row.source_name,
    vehicle: row.reg_number,
    driver: row.driver,
    account: row.login,
    status: captions.value('eventStatuses', row.status),
  });
}

/** Fills the caption of the event type with the values of the event. */
function filled(caption: string, values: Record<string, string | number>): string {
  return caption.replace(/\{\{\s*(\w+)\s*\}\}/g, (whole, name: string) => String(values[name] ?? whole));
}
