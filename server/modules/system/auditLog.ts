/** The audit log as administrators read it: who changed what, with old and new values. */
import { sql, type Selectable } from 'kysely';
import { shortNameOf } from '../../access/accounts.ts';
import type { AuditTable } from '../../database/tables/access.ts';
import { handlers, instanceHandler, sessionHandler } from '../../access/handler.ts';
import type { ScopedDb } from '../../access/scope.ts';
import { readList } from '../../database/list.ts';
import { anyOf, containing } from '../../database/paging.ts';
import { notFound } from '../../core/problems.ts';
import { loadCaptions } from '../../records/captions.ts';
import { bindRecords } from '../../records/handlers.ts';
import { toldChanges } from '../../records/history.ts';
import type { RecordKind } from '../../records/record.ts';
import type { ApiCatalogue } from '../../../engine/language/api.ts';
import type { Translate } from '../../core/texts.ts';
import { changesOf, entityCaption, recordName } from './auditTexts.ts';
import { within } from './logDays.ts';

type Row = Selectable<AuditTable> & {
  last_name: string | null;
  first_name: string | null;
  middle_name: string | null;
};

export const auditLogHandlers = handlers({
  auditLogPaging: instanceHandler<'auditLogPaging'>(
    async (call) => {
      const { scope, account, parameters, translate } = call;
      const { filter = {}, query } = parameters;
      let rows = entries(scope.db).where(within('audit_time', filter, account));
      if (filter.entities?.length) rows = rows.where('l.entity', '=', anyOf(filter.entities, 'text'));
      if (filter.recordId) rows = rows.where('l.entity_id', '=', filter.recordId.toLowerCase());
      if (query?.trim()) {
        const pattern = containing(query);
        rows = rows.where((eb) =>
          eb.or([eb('l.account_login', 'ilike', pattern), eb('a.last_name', 'ilike', pattern)]),
        );
      }
      const sorts = { time: { by: sql.ref('l.audit_time') } };
      const order = parameters.order ?? '+time';
      const list = { rows, shown: selected(rows), order, sorts, id: sql.ref('l.id') };
      return readList(scope.db, call, list, (row) => ({
        ...shown(row, translate),
        fields: changesOf(row, translate)
          .map(({ caption }) => caption)
          .join(', '),
      }));
    },
    ['time'],
  ),

  auditLogGet: instanceHandler<'auditLogGet'>(async ({ scope, parameters, translate }) => {
    const row = await entryOf(scope.db, parameters.entryId);
    return { ...shown(row, translate), recordId: row.entity_id };
  }),
});

/** The changes of an entry, told by the fields of its record where it is one. */
export function auditChangeHandlers(api: ApiCatalogue, records: readonly RecordKind[]) {
  const bound = new Map(bindRecords(api, records).map((record) => [record.name, record]));
  return handlers({
    auditLogChanges: instanceHandler<'auditLogChanges'>(async ({ scope, parameters, translate, locale }) => {
      const entry = await entryOf(scope.db, parameters.entryId);
      const record = bound.get(entry.entity);
      const captions = await loadCaptions(scope.db, locale);
      const told = record && (await toldChanges(scope.db, record, entry, captions));
      return changesOf(entry, translate, told);
    }),
  });
}

/** The kinds of records that the log may tell of, by the name that people have for them. */
export const auditEntitiesHandler = (names: readonly string[]) =>
  sessionHandler<never>(async ({ translate, locale }) =>
    names
      .map((name) => ({ name, caption: entityCaption(name, translate) }))
      .toSorted((a, b) => a.caption.localeCompare(b.caption, locale)),
  );

const entries = (db: ScopedDb) =>
  db.selectFrom('audit_log as l').leftJoin('accounts as a', 'a.id', 'l.account_id');
const selected = (rows: ReturnType<typeof entries>) =>
  rows.selectAll('l').select(['a.last_name', 'a.first_name', 'a.middle_name']);

async function entryOf(db: ScopedDb, id: string): Promise<Row> {
  const row = await selected(entries(db)).where('l.id', '=', Number(id)).executeTakeFirst();
  if (!row) throw notFound();
  return row;
}

function shown(row: Row, translate: Translate) {
  const { last_name: lastName, first_name: firstName, middle_name: middleName } = row;
  const action = translate(`server.action.${row.action}`);
  return {
    id: String(row.id),
    time: row.audit_time.toISOString(),
    login: row.account_login,
    name: lastName === null || firstName === null ? null : shortNameOf({ lastName, firstName, middleName }),
    address: row.address,
    entity: { name: row.entity, caption: entityCaption(row.entity, translate) },
    record: recordName(row),
    action: { name: row.action, caption: action.startsWith('server.') ? row.action : action },
  };
}
