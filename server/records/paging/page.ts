/** The paging operation of a record. */
import type { InstanceCall } from '../../access/handler.ts';
import type { ScopedDb } from '../../access/scope.ts';
import { PAGE_LIMITS, type Page, type PageLimits } from '../../core/paging.ts';
import { notFound } from '../../core/problems.ts';
import { readPage } from '../../database/paging.ts';
import type { BoundRecord } from '../bind.ts';
import { loadCaptions } from '../captions.ts';
import { shown } from '../read.ts';
import { dynamic, type Row } from '../rows.ts';
import { walkRecords } from './walk.ts';
import { PageCaches } from './caches.ts';
import { defaultFirstPage } from './defaultFirstPage.ts';
import { loadDisplayColumns } from './displayColumns.ts';
import { indexOrderPage } from './indexOrderPage.ts';
import { joinOrderPage } from './joinOrderPage.ts';
import { listQuery, type ListParameters, type ListQuery } from './list.ts';
import { sortInMemoryPage } from './sortInMemoryPage.ts';
import type { FoundPage, PageStrategy, Range } from './strategy.ts';
import { unionAllPage } from './unionAllPage.ts';
import { wordOrderPage } from './wordOrderPage.ts';

/** The first strategy that fits and finds the page is used. */
export const STRATEGIES: readonly PageStrategy[] = [
  defaultFirstPage,
  sortInMemoryPage,
  wordOrderPage,
  joinOrderPage,
  unionAllPage,
  indexOrderPage,
];

/** Pages of one record; caches its compiled queries and the sizes of long lists. */
export class RecordPages {
  readonly #caches = new PageCaches();

  constructor(
    private readonly record: BoundRecord,
    private readonly limits: PageLimits = PAGE_LIMITS,
  ) {}

  /**
   * Returns the page of the paging operation. The rows on the page are found by their keys alone; then their displayed
   * columns are read.
   */
  async read(call: InstanceCall): Promise<Page<Row>> {
    const [record, limits, caches] = [this.record, this.limits, this.#caches];
    const parameters = call.parameters as ListParameters;
    const { db } = call.scope;
    const captions = await loadCaptions(db, call.locale);
    const { parent } = record.resource;
    if (parent) await requireSeen(db, record.parent!.table, parameters[parent] as string);
    const list = listQuery({ record, call, captions, limits, caches, parameters });
    if (call.walk) return walkRecords(list, parameters.count ?? 0, call.walk);
    const show = (row: Row) => shown(record, record.listed, row, captions);
    return readPage(parameters, list.inOrder, list.size, show, {
      all: record.all ?? false,
      limits,
      find: (limit, offset) => findPage(list, { limit, offset }),
      display: (keys) => loadDisplayColumns(list, keys),
    });
  }
}

async function findPage(list: ListQuery, range: Range): Promise<FoundPage> {
  for (const strategy of STRATEGIES) {
    const page = (await strategy.fits(list, range)) ? await strategy.page(list, range) : undefined;
    if (page) return page;
  }
  throw new Error(`No strategy finds a page of ${list.record.name}`);
}

/** Throws 404 unless the row is visible in the scope. */
async function requireSeen(db: ScopedDb, table: string, id: string): Promise<void> {
  const row = await dynamic(db).selectFrom(table).select('id').where('id', '=', id).executeTakeFirst();
  if (!row) throw notFound();
}
