/** What an import would do: every row is read, validated as a save would be, and compared with existing records. */
import { setImmediate as pause } from 'node:timers/promises';
import type { ApiCatalogue } from '../../engine/language/api.ts';
import { checkRules } from '../../engine/language/rules.ts';
import type { InstanceCall } from '../access/handler.ts';
import { Problem } from '../core/problems.ts';
import type { Translate } from '../core/texts.ts';
import { checksOf } from '../core/validation.ts';
import type { BoundRecord } from '../records/bind.ts';
import { CellFault, type Cell, type ReadCell } from './cells.ts';
import { recordsLike, keyOf, sameValues, type Known } from './compare.ts';
import type { Sheet, SheetColumn, SheetFault, SheetRow } from './define.ts';
import type { ReadRow } from './read.ts';

/** What a preview needs besides the file. */
export interface PreviewGround {
  api: ApiCatalogue;
  sheet: Sheet;
  record: BoundRecord;
  call: Pick<InstanceCall, 'scope' | 'account' | 'locale' | 'translate'>;
}

export interface Preview {
  /** Rows without the header. */
  total: number;
  rows: SheetRow[];
  created: number;
  changed: number;
  unchanged: number;
  faulty: number;
  faults: SheetFault[];
}

/** A column of the file. */
interface Place extends SheetColumn {
  index: number;
  head: string;
  readCell: ReadCell;
}

/** Rows between two pauses in which the server handles other requests. */
const AT_ONCE = 250;

/** Reads all rows; throws a Problem for a file without the required columns. */
export async function previewSheet(ground: PreviewGround, file: AsyncIterable<ReadRow>): Promise<Preview> {
  const read = new Reading(ground);
  for await (const row of file) {
    if (read.places) read.take(row);
    else await read.head(row);
    if (row.number % AT_ONCE === 0) await pause();
  }
  if (!read.places) throw new Problem(400, 'fileEmpty');
  return compare(ground, read);
}

class Reading {
  places: readonly Place[] | undefined;
  total = 0;
  readonly taken: SheetRow[] = [];
  readonly faults: SheetFault[] = [];
  readonly #ground: PreviewGround;
  readonly #check: (body: object) => Record<string, unknown>;
  readonly #rows = new Map<string, number>();

  constructor(ground: PreviewGround) {
    this.#ground = ground;
    const checks = checksOf(ground.api).get(`${ground.record.name}Save`)!;
    this.#check = (body) => checks.request({}, {}, body).body as Record<string, unknown>;
  }

  async head({ cells }: ReadRow): Promise<void> {
    const { sheet, call } = this.#ground;
    const heads = cells.map((cell) => String(cell ?? '').trim());
    const found = sheet.columns.map((column) => {
      const names = Object.values(column.heads).map((name) => name.toLowerCase());
      return { column, index: heads.findIndex((head) => names.includes(head.toLowerCase())) };
    });
    const missing = found.filter(({ column, index }) => column.required && index < 0);
    if (missing.length > 0) {
      const columns = missing.map(({ column }) => `«${column.heads[call.locale]}»`).join(', ');
      throw new Problem(400, 'sheetHead', { values: { columns } });
    }
    this.places = await Promise.all(
      found
        .filter(({ index }) => index >= 0)
        .map(async ({ column, index }) => {
          const readCell = await column.read(call.scope.db);
          return { ...column, index, head: heads[index]!, readCell };
        }),
    );
  }

  take({ number: row, cells }: ReadRow): void {
    this.total += 1;
    const before = this.faults.length;
    const body = this.#bodyOf(row, cells);
    if (this.faults.length > before) return;
    try {
      this.#keep(row, this.#check(body));
    } catch (error) {
      this.#refuse(row, error);
    }
  }

  /** Whether the rules across fields are met by the values to be saved; adds an error for each that is not. */
  keepsRules(row: number, body: Record<string, unknown>): boolean {
    const { api, record } = this.#ground;
    const broken = checkRules(api.operations.get(`${record.name}Save`)!.body!, body, api.schemas);
    for (const { field, message } of broken) this.#faultOf(row, field, this.#translate(message));
    return broken.length === 0;
  }

  #bodyOf(row: number, cells: readonly Cell[]): Record<string, unknown> {
    const body: Record<string, unknown> = {};
    for (const { property, index, head, readCell } of this.places!) {
      try {
        const value = readCell(cells[index] ?? null);
        if (value !== null || this.#ground.record.nullable.has(property)) body[property] = value;
      } catch (error) {
        if (!(error instanceof CellFault)) throw error;
        this.#fault(row, head, this.#translate(error.key, error.values));
      }
    }
    return body;
  }

  #keep(row: number, body: Record<string, unknown>): void {
    const key = keyOf(this.#ground.sheet, body);
    const first = this.#rows.get(key);
    if (first === undefined) {
      this.#rows.set(key, row);
      this.taken.push({ row, body });
      return;
    }
    const column = this.places!.find(({ property }) => this.#ground.sheet.key.includes(property))!.head;
    this.#fault(row, column, this.#translate('server.sheet.twice', { row: first }));
  }

  #refuse(row: number, error: unknown): void {
    if (!(error instanceof Problem) || error.status >= 500) throw error;
    const { errors, message = `server.${error.code}`, values } = error.options;
    if (!errors) return this.#fault(row, null, this.#translate(message, values));
    for (const fault of errors) this.#faultOf(row, fault.field, this.#translate(fault.message, fault.values));
  }

  /** Adds an error at the column of a property. */
  #faultOf(row: number, field: string, text: string): void {
    const [property] = field.split('.');
    const { sheet, call } = this.#ground;
    const head = this.places!.find((each) => each.property === property)?.head;
    const column = sheet.columns.find((each) => each.property === property);
    this.#fault(row, head ?? column?.heads[call.locale] ?? null, text);
  }

  #fault(row: number, column: string | null, text: string): void {
    this.faults.push({ row, column, text });
  }

  readonly #translate: Translate = (key, values) => this.#ground.call.translate(key, values);
}

/** Finds the existing records of the rows, and whether the rows change them. */
async function compare({ sheet, record, call }: PreviewGround, read: Reading): Promise<Preview> {
  const known: Map<string, Known> = await recordsLike(sheet, record, call, read.taken);
  const rows: SheetRow[] = [];
  let unchanged = 0;
  for (const row of read.taken) {
    const like = known.get(keyOf(sheet, row.body));
    const { changed, body } = merged(record, row.body, like);
    if (!changed) unchanged += 1;
    else if (read.keepsRules(row.row, body))
      rows.push({ row: row.row, ...(like && { id: like.id, version: like.version }), body });
  }
  const created = rows.filter(({ id }) => id === undefined).length;
  return {
    total: read.total,
    rows,
    created,
    changed: rows.length - created,
    unchanged,
    faulty: read.total - rows.length - unchanged,
    faults: read.faults.toSorted((a, b) => a.row - b.row),
  };
}

/**
 * Returns the body for saving the row: properties of an existing record without a column in the file stay unchanged.
 */
function merged(record: BoundRecord, body: Record<string, unknown>, like: Known | undefined) {
  if (!like) return { changed: true, body };
  const kept = record.saved.flatMap((name) => (name in like.values ? [[name, like.values[name]]] : []));
  return { changed: !sameValues(body, like.values), body: { ...Object.fromEntries(kept), ...body } };
}
