/** The page of a record: search, filter, order. */
import { loadCaptions } from './captions.ts';
import { sql } from 'kysely';
import type { Db } from '../database/connection.ts';
import type { InstanceCall } from '../http/handler.ts';
import { countRows, ordered, readPage, type Page, type PageQuery } from '../http/paging.ts';
import { notFound } from '../http/problems.ts';
import type { BoundRecord } from './bind.ts';
import type { Captions } from './captions.ts';
import { rankedPage } from './ranked.ts';
import { rowsOf, selecting, shown } from './read.ts';
import { columnOf, dynamic, type Row } from './rows.ts';
import { walkRecords } from './walk.ts';

type Rows = ReturnType<typeof rowsOf>;
type Asked = PageQuery & Record<string, unknown> & { filter?: Record<string, unknown> };

/** Answers the paging operation of a record. */
export async function pageRecords(record: BoundRecord, call: InstanceCall): Promise<Page<Row>> {
  const asked = call.parameters as Asked;
  const { db } = call.scope;
  const captions = await loadCaptions(db, call.locale);
  const { parent } = record.resource;
  if (parent) await requireSeen(db, record.parent!.table, asked[parent] as string);
  const narrow = (rows: Rows) => narrowed(rows, record, asked, captions, call);
  const order = asked.order ?? record.order;
  const property = order.slice(1);
  const field = record.bound.get(property)!;
  const nullable = record.nullable.has(property);
  const led = nullable ? undefined : Object.keys(field.joins ?? {})[0];
  if (call.walk)
    return walkRecords(record, call, { order, led, narrow, captions }, asked.count ?? 0, call.walk);
  const selected = selecting(narrow(rowsOf(db, record, led)), record, record.listed, call.account);
  const sorts = { [property]: { by: field.order!(captions), nullable } };
  const page = ordered(selected, order, sorts, sql.ref('t.id'));
  const words = parent ? undefined : field.ranks?.(captions);
  const ranked = words && { column: field.orderedBy!, words, down: order.startsWith('+') };
  const size = countRows(db, narrow(rowsOf(db, record)));
  return readPage(asked, page, size, (row) => shown(record, record.listed, row, captions), {
    all: record.all ?? false,
    ...(ranked && { quick: (limit, offset) => rankedPage(db, selected, ranked, limit, offset) }),
  });
}

/** The rows of the parent that pass the search and the filter. */
function narrowed(
  rows: Rows,
  record: BoundRecord,
  asked: Asked,
  captions: Captions,
  call: InstanceCall,
): Rows {
  const { parent } = record.resource;
  let found = parent ? rows.where(`t.${columnOf(parent)}`, '=', asked[parent]) : rows;
  if (record.pages) found = found.where(record.pages);
  found = searched(found, record, asked.query, captions, call.scope.db);
  for (const [name, value] of Object.entries(asked.filter ?? {})) {
    const where = record.filters[name]?.where(value, call.account);
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
