/** The history of a record from the audit log: who changed what, newest first, with old and new values by property. */
import { sql } from 'kysely';
import { captioned } from './bareWords.ts';
import { loadCaptions } from './captions.ts';
import type { HistoryEntry } from '../../schemas/generated/api.ts';
import { shortNameOf } from '../access/accounts.ts';
import type { Scope, ScopedDb } from '../access/scope.ts';
import type { InstanceCall } from '../access/handler.ts';
import { readList } from '../database/list.ts';
import type { Page, PageQuery } from '../core/paging.ts';
import type { BoundRecord } from './bind.ts';
import type { Captions } from './captions.ts';
import type { Field } from './fields.ts';
import { readRecord } from './read.ts';
import { dynamic, type Row } from './rows.ts';

interface Entry {
  id: number;
  audit_time: Date;
  account_login: string | null;
  last_name: string | null;
  first_name: string | null;
  middle_name: string | null;
  instance_id: string | null;
  instance_name: string | null;
  action: string;
  before: unknown;
  after: unknown;
}

/** Returns the page of the history operation; throws 404 for a record that is not visible in the scope. */
export async function historyOf(record: BoundRecord, call: InstanceCall): Promise<Page<HistoryEntry>> {
  const { db } = call.scope;
  const query = call.parameters as PageQuery & Record<string, string>;
  const id = query[record.resource.key]!;
  await readRecord(db, record, id, call);
  const entries = call.scope.logOf(record.name, id);
  const withAccounts = entries
    .leftJoin('accounts as a', 'a.id', 'l.account_id')
    .leftJoin('instances as i', 'i.id', 'a.instance_id')
    .select(['l.id', 'l.audit_time', 'l.account_login', 'l.action', 'l.before', 'l.after'])
    .select(['a.last_name', 'a.first_name', 'a.middle_name', 'a.instance_id', 'i.name as instance_name']);
  const entry = sql.ref('l.id');
  const latest = {
    rows: entries,
    shown: withAccounts,
    order: '+entry',
    sorts: { entry: { by: entry } },
    id: entry,
  };
  const page = await readList(db, { parameters: query, walk: call.walk }, latest, (row: Entry) => row);
  const captions = await loadCaptions(db, call.locale);
  const tied = await tiedRows(db, record, page.list);
  return { ...page, list: page.list.map((entry) => shown(record, entry, captions, tied, call.scope)) };
}

function shown(
  record: BoundRecord,
  entry: Entry,
  captions: Captions,
  tied: TiedRows,
  { instanceId }: Scope,
): HistoryEntry {
  const { last_name: lastName, first_name: firstName, middle_name: middleName } = entry;
  const login = entry.account_login ?? '';
  const name =
    lastName !== null && firstName !== null ? shortNameOf({ lastName, firstName, middleName }) : login;
  const foreign = instanceId !== undefined && entry.instance_id !== null && entry.instance_id !== instanceId;
  return {
    id: String(entry.id),
    time: entry.audit_time.toISOString(),
    // For a change by another instance only the instance is named, not its people.
    account: foreign ? { login: '', name: entry.instance_name ?? '' } : { login, name },
    action: entry.action,
    changes: changesOf(record, entry, captions, tied),
  };
}

/** Properties that a history omits: they are the same in every change, or differ in every change. */
const OMITTED = new Set(['id', 'version', 'changeTime']);

function changesOf(record: BoundRecord, entry: Entry, captions: Captions, tied: TiedRows) {
  const [before, after] = [entry.before, entry.after].map((row) => tied.complete(row as Row | null));
  return record.shown.flatMap((property) => {
    const field = record.bound.get(property)!;
    if (OMITTED.has(property) || !isLogged(field)) return [];
    const [old, now] = [before, after].map((row) => textOf(row && inWords(record, property, row, captions)));
    return old === now ? [] : [{ field: property, before: old ?? null, after: now ?? null }];
  });
}

/** Returns whether a logged row contains the value; a value computed from more than the row is not in it. */
const isLogged = ({ columns, computed, write, keep, logged }: Field): boolean =>
  keep !== undefined || logged === true || (columns.length > 0 && (!computed || write !== undefined));

/** Returns the value of a property in a logged row, dictionary values with their captions. */
export const inWords = (record: BoundRecord, property: string, row: Row, captions: Captions): unknown =>
  captioned(record.words, property, record.bound.get(property)!.show(row, captions), captions);

/** Returns a value as JSON text; null where there was none. */
function textOf(value: unknown): string | null {
  return value === undefined || value === null ? null : JSON.stringify(value);
}

/** A change for display: the changed columns, with captioned values before and after. */
export interface DescribedChange {
  columns: readonly string[];
  before: unknown;
  after: unknown;
}

/** Returns a logged change by the record's own fields; captions and names are the current ones. */
export async function describeChanges(
  db: ScopedDb,
  record: BoundRecord,
  entry: Pick<Entry, 'before' | 'after'>,
  captions: Captions,
): Promise<DescribedChange[]> {
  const tied = await tiedRows(db, record, [entry]);
  const [before, after] = [entry.before, entry.after].map((row) => tied.complete(row as Row | null));
  return [...record.bound]
    .filter(([, field]) => isLogged(field))
    .map(([property, { columns }]) => ({
      // Values in rows of another table are logged under the name of the property.
      columns: columns.length > 0 ? columns : [property],
      before: before && inWords(record, property, before, captions),
      after: after && inWords(record, property, after, captions),
    }));
}

interface TiedRows {
  /** Returns the logged row with the columns of its joined rows, as these are now. */
  complete(row: Row | null): Row | undefined;
}

async function tiedRows(
  db: ScopedDb,
  record: BoundRecord,
  entries: readonly Pick<Entry, 'before' | 'after'>[],
): Promise<TiedRows> {
  const logged = entries.flatMap(({ before, after }) => [before, after] as (Row | null)[]);
  const found = new Map<string, Row>();
  for (const [name, { table, on, key = 'id' }] of Object.entries(record.tied)) {
    const keys = [...new Set(logged.flatMap((row) => (typeof row?.[on] === 'string' ? [row[on]] : [])))];
    if (keys.length === 0) continue;
    const instances = logged.flatMap((row) => row?.['instance_id'] ?? []);
    let rows = dynamic(db).selectFrom(table).selectAll().where(key, 'in', keys);
    if (key === 'code') rows = rows.where('instance_id', 'in', instances);
    for (const row of await rows.execute()) found.set(`${name} ${String(row[key])}`, row);
  }
  const named = await namedCodes(db, record, logged);
  // A row logged before a column was added is read as if the column were null.
  const empty = Object.fromEntries(
    [...record.bound.values()].flatMap(({ columns }) => columns.map((column) => [column, null])),
  );
  return {
    complete(row) {
      if (!row) return undefined;
      const columns = Object.entries(record.tied).flatMap(([name, { on }]) =>
        Object.entries(found.get(`${name} ${String(row[on])}`) ?? {}).map(
          ([column, value]) => [`${name}.${column}`, value] as const,
        ),
      );
      return { ...empty, ...row, ...Object.fromEntries(columns), ...named(row) };
    },
  };
}

/** Returns lists of codes as `{name, caption}` with the current names of their rows, by property. */
async function namedCodes(
  db: ScopedDb,
  record: BoundRecord,
  logged: readonly (Row | null)[],
): Promise<(row: Row) => Row> {
  const lists = [...record.bound].flatMap(
    ([
      property,
      {
        codesOf: table,
        columns: [column],
      },
    ]) => (table === undefined ? [] : [{ property, table, column: column! }]),
  );
  const names = new Map<string, string>();
  const codes = (row: Row | null, column: string) => (row?.[column] ?? []) as string[];
  for (const { table, column } of lists) {
    const wanted = [...new Set(logged.flatMap((row) => codes(row, column)))];
    if (wanted.length === 0) continue;
    const instances = logged.flatMap((row) => row?.['instance_id'] ?? []);
    const rows = dynamic(db).selectFrom(table).select(['code', 'name']).where('code', 'in', wanted);
    for (const { code, name } of await rows.where('instance_id', 'in', instances).execute())
      names.set(`${table} ${String(code)}`, String(name));
  }
  return (row) =>
    Object.fromEntries(
      lists.map(({ property, table, column }) => [
        property,
        codes(row, column).map((code) => ({ name: code, caption: names.get(`${table} ${code}`) ?? code })),
      ]),
    );
}
