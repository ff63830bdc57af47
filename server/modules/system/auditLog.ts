/** The audit log for administrators: who changed what, with old and new values. */
import { expressionBuilder, sql, type RawBuilder, type Selectable } from 'kysely';
import type { ApiCatalogue } from '../../../engine/language/api.ts';
import { shortNameOf } from '../../access/accounts.ts';
import { handlers, instanceHandler, sessionHandler, type InstanceCall } from '../../access/handler.ts';
import type { ScopedDb } from '../../access/scope.ts';
import { notFound } from '../../core/problems.ts';
import { readList } from '../../database/list.ts';
import { anyOf, containing } from '../../database/paging.ts';
import type { AuditTable } from '../../database/tables/access.ts';
import type { Referenced } from '../../records/auditKinds.ts';
import { loadCaptions, type Captions } from '../../records/captions.ts';
import { describeChanges } from '../../records/history.ts';
import type { RecordKind } from '../../records/record.ts';
import type { Row as AnyRow } from '../../records/rows.ts';
import {
  actionCaption,
  auditKindsOf,
  changesOf,
  entityCaption,
  entryName,
  type AuditKinds,
} from './auditTexts.ts';
import { within } from './logDays.ts';

type Row = Selectable<AuditTable> & {
  last_name: string | null;
  first_name: string | null;
  middle_name: string | null;
  /** Texts of other rows in the title of the entry, see `referencedTexts`. */
  referenced: (string | null)[] | null;
};

/** Returns the operations of the log, for the kinds of its entries. */
export function auditLogHandlers(api: ApiCatalogue, records: readonly RecordKind[]) {
  const kinds = auditKindsOf(api, records);
  const referenced = referencedTexts(kinds);
  const selected = (rows: ReturnType<typeof entries>) =>
    rows.selectAll('l').select(['a.last_name', 'a.first_name', 'a.middle_name', referenced.as('referenced')]);
  const entryOf = async (db: ScopedDb, id: string): Promise<Row> => {
    const row = await selected(entries(db)).where('l.id', '=', Number(id)).executeTakeFirst();
    if (!row) throw notFound();
    return row;
  };

  return handlers({
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
        const captions = await loadCaptions(scope.db, call.locale);
        const sorts = { time: { by: sql.ref('l.audit_time') } };
        const order = parameters.order ?? '+time';
        const list = { rows, shown: selected(rows), order, sorts, id: sql.ref('l.id') };
        return readList(scope.db, call, list, (row) => ({
          ...shown(row, kinds, captions, call),
          fields: changesOf(row, kinds.get(row.entity), translate)
            .map(({ caption }) => caption)
            .join(', '),
        }));
      },
      ['time'],
    ),

    auditLogGet: instanceHandler<'auditLogGet'>(async (call) => {
      const { scope, parameters, locale } = call;
      const row = await entryOf(scope.db, parameters.entryId);
      const captions = await loadCaptions(scope.db, locale);
      return { ...shown(row, kinds, captions, call), recordId: row.entity_id };
    }),

    auditLogChanges: instanceHandler<'auditLogChanges'>(async ({ scope, parameters, translate, locale }) => {
      const entry = await entryOf(scope.db, parameters.entryId);
      const kind = kinds.get(entry.entity);
      const captions = await loadCaptions(scope.db, locale);
      const texts = kind?.record && (await describeChanges(scope.db, kind.record, entry, captions));
      return changesOf(entry, kind, translate, texts);
    }),
  });
}

/** Returns the handler of the kinds of entries, by name. */
export const auditEntitiesHandler = (names: readonly string[]) =>
  sessionHandler<never>(async ({ translate, locale }) =>
    names
      .map((name) => ({ name, caption: entityCaption(name, translate) }))
      .toSorted((a, b) => a.caption.localeCompare(b.caption, locale)),
  );

const entries = (db: ScopedDb) =>
  db.selectFrom('audit_log as l').leftJoin('accounts as a', 'a.id', 'l.account_id');

/**
 * Texts of other rows in the title of an entry: an array by the index of the part, null for a kind without them. It is
 * selected only for the rows of a page, so rows that are only counted cost no lookups.
 */
function referencedTexts(kinds: AuditKinds): RawBuilder<(string | null)[] | null> {
  const cases = [...kinds].flatMap(([name, { title = [] }]) => {
    if (title.every((part) => typeof part === 'string')) return [];
    const texts = title.map((part) => (typeof part === 'string' ? sql`null` : textOfRow(part)));
    return [sql`when ${sql.lit(name)} then jsonb_build_array(${sql.join(texts)})`];
  });
  return sql`case l.entity ${sql.join(cases, sql` `)} end`;
}

function textOfRow({ by, table, key = 'id', text }: Referenced) {
  const held = sql<string>`coalesce(l.after, l.before) ->> ${sql.lit(by)}`;
  const rows = expressionBuilder<Record<string, AnyRow>, string>()
    .selectFrom(`${table} as n`)
    .select((typeof text === 'string' ? sql.ref(`n.${text}`) : text).as('text'));
  return key === 'id'
    ? rows.where('n.id', '=', sql`(${held})::uuid`)
    : rows.where('n.code', '=', held).where('n.instance_id', '=', sql.ref('l.instance_id'));
}

function shown(
  row: Row,
  kinds: AuditKinds,
  captions: Captions,
  { account, translate, locale }: Pick<InstanceCall, 'account' | 'translate' | 'locale'>,
) {
  const { entity, last_name: lastName, first_name: firstName, middle_name: middleName } = row;
  const ground = { translate, locale, timeZone: account.instance.timeZone };
  return {
    id: String(row.id),
    time: row.audit_time.toISOString(),
    login: row.account_login,
    name: lastName === null || firstName === null ? null : shortNameOf({ lastName, firstName, middleName }),
    address: row.address,
    entity: { name: entity, caption: entityCaption(entity, translate) },
    record: entryName(row, kinds.get(entity), row.referenced ?? [], captions, ground),
    action: { name: row.action, caption: actionCaption(entity, row.action, translate) },
  };
}
