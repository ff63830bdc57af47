/** The page of a record: search, filter, order. */
import { loadCaptions } from './captions.ts';
import { sql, type Expression, type SqlBool } from 'kysely';
import type { Account } from '../access/accounts.ts';
import type { Db } from '../database/connection.ts';
import type { InstanceCall } from '../http/handler.ts';
import {
  countRows,
  EXACT,
  ordered,
  readPage,
  sized,
  type Page,
  type PageQuery,
  type Sort,
} from '../http/paging.ts';
import { notFound } from '../http/problems.ts';
import type { BoundRecord } from './bind.ts';
import type { Captions } from './captions.ts';
import type { Field } from './fields.ts';
import { ledPage } from './ledPage.ts';
import { isLong, sizeOnceLong } from './longLists.ts';
import { mergedPage } from './mergedPage.ts';
import { rankedPage } from './ranked.ts';
import { expected, SHORT, shortPage } from './shortPage.ts';
import { rowsOf, shown } from './read.ts';
import { columnOf, dynamic, type Row } from './rows.ts';
import { walkRecords } from './walk.ts';
import { isUsual, usualRows } from './usualPage.ts';
import { readerOf, wholeRows } from './wholeRows.ts';

type Rows = ReturnType<typeof rowsOf>;
type Asked = PageQuery & Record<string, unknown> & { filter?: Record<string, unknown> };

/**
 * Answers the paging operation of a record. Which rows are on the page is found among their keys alone; what they show
 * is read of these.
 */
export async function pageRecords(record: BoundRecord, call: InstanceCall): Promise<Page<Row>> {
  const asked = call.parameters as Asked;
  const { db } = call.scope;
  const captions = await loadCaptions(db, call.locale);
  const { parent } = record.resource;
  if (parent) await requireSeen(db, record.parent!.table, asked[parent] as string);
  const narrow = (rows: Rows, part?: Part) => narrowed(rows, record, asked, captions, call, part);
  const ordering = orderingOf(record, asked, captions);
  const { order, field, led, words, sort } = ordering;
  if (call.walk)
    return walkRecords(record, call, { order, led, narrow, captions }, asked.count ?? 0, call.walk);
  const reader = readerOf(call);
  const question = JSON.stringify([record.name, reader, call.locale, { ...asked, ...PAGES }]);
  const show = (row: Row) => shown(record, record.listed, row, captions);
  if (!parent && isUsual(asked, field) && isLong(db, question)) {
    const rows = await usualRows(record, call, reader, ordering, asked.count);
    if (rows) return sized(rows.map(show), EXACT + 1);
  }
  const filtered = columnsAsked(record, asked);
  const rowsWith = (columns: readonly string[], part?: Part) =>
    narrow(rowsOf(db, record, { named: tiesOf(columns) }), part);
  // What a field orders by may be of a table that it shows nothing of.
  const needed = [...filtered, ...field.columns, ...(field.orderedBy ? [field.orderedBy] : [])];
  const rows = rowsWith(needed);
  const parts = parent ? [] : partsAlong(record, asked, field, call.account);
  const page = ordered(
    rows.select('t.id').$castTo<Row>(),
    order,
    { [order.slice(1)]: sort },
    sql.ref('t.id'),
  );
  const ranked = words && !parent && { column: field.orderedBy!, words, down: order.startsWith('+') };
  const size = () => sizeOnceLong(db, question, countRows(db, rowsWith(filtered)));
  return readPage(asked, page, size, show, {
    all: record.all ?? false,
    whole: (found) => wholeRows(record, call, reader, found),
    quick: async (limit, offset) => {
      const at = { order, sort, limit, offset };
      if (!isLong(db, question)) {
        const looksShort = (await expected(rows.select('t.id')))['Plan Rows'] <= SHORT;
        const short = looksShort || (await size()) <= EXACT ? await shortPage(db, rows, at) : undefined;
        if (short) return short;
      }
      if (ranked) return { found: await rankedPage(rows, ranked, limit, offset) };
      if (led) {
        const by = { join: field.joins![led]!, column: field.orderedBy!, down: order.startsWith('+') };
        const all = rowsOf(db, record, { named: new Set() });
        return { found: await ledPage(db, rowsWith(filtered), all, by, limit, offset) };
      }
      if (parts.length > 0) {
        const each = parts.map((part) => rowsWith(needed, part));
        return { found: await mergedPage(db, each, at) };
      }
      return { found: await page.limit(limit).offset(offset).execute() };
    },
  });
}

/** How the rows are put in order; `led` is the tie that may lead to them, which none of them lacks. */
function orderingOf(record: BoundRecord, asked: Asked, captions: Captions) {
  const order = asked.order ?? record.order;
  const field = record.bound.get(order.slice(1))!;
  const nullable = record.nullable.has(order.slice(1));
  const words = field.ranks?.(captions);
  // A word without a caption has no place among the others, as none has.
  const sort: Sort = { by: field.order!(captions), nullable: nullable || words !== undefined };
  const [tie] = nullable ? [] : Object.entries(field.joins ?? {});
  return { order, field, sort, led: tie?.[0], words };
}

/** A part of the rows that one filter lets through, which stands for it. */
interface Part {
  filter: string;
  where: Expression<SqlBool>;
}

/** The fewest parts of what is asked for that an index holds in the order of the page each; none where there is no such. */
function partsAlong(
  record: BoundRecord,
  { filter = {} }: Asked,
  { orderedBy, ranks }: Field,
  account: Account,
): Part[] {
  if (ranks || !orderedBy) return [];
  const ways = Object.entries(filter).flatMap(([name, value]) => {
    const { parts, along } = record.filters[name] ?? {};
    if (!parts || !along?.includes(orderedBy)) return [];
    return [parts(value, account).map((where) => ({ filter: name, where }))];
  });
  return ways.filter((way) => way.length > 0).toSorted((a, b) => a.length - b.length)[0] ?? [];
}

/** What a question for a list does not depend on. */
const PAGES = { page: undefined, count: undefined, order: undefined };

/** Columns that the search and the filter look at. */
function columnsAsked(record: BoundRecord, { query, filter }: Asked): string[] {
  const searched = query?.trim() ? record.search.flatMap((name) => record.bound.get(name)!.columns) : [];
  return [...searched, ...Object.keys(filter ?? {}).flatMap((name) => record.filters[name]?.columns ?? [])];
}

/** Names of the ties that columns are of: `vehicle` of `vehicle.reg_number`. */
const tiesOf = (columns: readonly string[]): ReadonlySet<string> =>
  new Set(columns.filter((name) => name.includes('.')).map((name) => name.slice(0, name.indexOf('.'))));

/** The rows of the parent that pass the search and the filter. */
function narrowed(
  rows: Rows,
  record: BoundRecord,
  asked: Asked,
  captions: Captions,
  call: InstanceCall,
  part?: Part,
): Rows {
  const { parent } = record.resource;
  let found = parent ? rows.where(`t.${columnOf(parent)}`, '=', asked[parent]) : rows;
  if (record.pages) found = found.where(record.pages);
  found = searched(found, record, asked.query, captions, call.scope.db);
  const { filter = {} } = asked;
  for (const [name, value] of Object.entries(filter)) {
    const where =
      name === part?.filter ? part.where : record.filters[name]?.where(value, call.account, filter);
    if (where) found = found.where(where);
  }
  return found;
}

/** Throws 404 unless the scope shows the row. */
async function requireSeen(db: Db, table: string, id: string): Promise<void> {
  const row = await dynamic(db).selectFrom(table).select('id').where('id', '=', id).executeTakeFirst();
  if (!row) throw notFound();
}

function searched(rows: Rows, record: BoundRecord, text: string | undefined, captions: Captions, db: Db) {
  if (!text?.trim() || record.search.length === 0) return rows;
  const found = record.search.map((property) => record.bound.get(property)!.search!(text, captions, db));
  return rows.where((eb) => eb.or(found));
}
