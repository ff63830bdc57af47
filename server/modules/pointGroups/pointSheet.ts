/**
 * A sheet of points of a group: stand, evacuation point, kinds, hours, order. A row identifies a point by the number of
 * its stand and, where the stand has several, by the point's name. Valid rows are imported in the order given in the
 * sheet; importing the same sheet again changes nothing.
 */
import { sql } from 'kysely';
import type { PointGroup, PointGroupElementSave } from '../../../schemas/generated/api.ts';
import type { InstanceCall } from '../../access/handler.ts';
import { Problem } from '../../core/problems.ts';
import {
  CellFault,
  codedCell,
  number,
  shownCell,
  text,
  type Cell,
  type ReadCell,
} from '../../sheets/cells.ts';
import type { ReadRow } from '../../sheets/read.ts';
import { knownPoints } from './elements.ts';
import { pointsOf } from './groups.ts';

type Call = Pick<InstanceCall, 'scope' | 'locale' | 'translate'>;

const HEADS = {
  stand: ['Номер площадки', 'Stand number'],
  point: ['Точка вывоза', 'Evacuation point'],
  garbage: ['Вид отходов', 'Waste type'],
  container: ['Тип контейнера', 'Container type'],
  from: ['Время с', 'Time from'],
  to: ['Время до', 'Time to'],
  order: ['Порядок', 'Order'],
} as const;
type Column = keyof typeof HEADS;

interface Fault {
  row: number;
  column: string | null;
  text: string;
}

interface Taken {
  row: number;
  order: number | null;
  element: PointGroupElementSave;
}

/** Returns the resulting points of the group, the number of rows with changes, and the problems of the other rows. */
export async function readPointSheet(call: Call, group: PointGroup, rows: AsyncIterable<ReadRow>) {
  const faults: Fault[] = [];
  const reading = new Reading(call, faults);
  for await (const row of rows) {
    if (reading.headed) reading.take(row);
    else await reading.head(row);
  }
  if (!reading.headed) throw new Problem(400, 'fileEmpty');
  const taken = await checked(call, reading);
  const points = pointsOf(group);
  let news = 0;
  for (const { order, element } of taken.toSorted(
    (a, b) => (a.order ?? 1e9) - (b.order ?? 1e9) || a.row - b.row,
  )) {
    const at = points.findIndex(({ evacuationPointId }) => evacuationPointId === element.evacuationPointId);
    const before = at < 0 ? undefined : points[at];
    if (before && sameAs(before, element) && (order === null || order === at + 1)) continue;
    news += 1;
    if (before) points.splice(at, 1);
    const place = order === null ? (at < 0 ? points.length : at) : Math.min(order - 1, points.length);
    points.splice(place, 0, element);
  }
  const faulty = new Set(faults.map(({ row }) => row)).size;
  return {
    points,
    taken: news,
    skipped: reading.total - faulty - news,
    faults: faults.toSorted((a, b) => a.row - b.row),
  };
}

const names = (words: readonly { name: string }[] | undefined) =>
  (words ?? [])
    .map(({ name }) => name)
    .toSorted()
    .join();
const sameAs = (a: PointGroupElementSave, b: PointGroupElementSave) =>
  (a.timeFrom ?? null) === (b.timeFrom ?? null) &&
  (a.timeTo ?? null) === (b.timeTo ?? null) &&
  names(a.garbageTypes) === names(b.garbageTypes) &&
  names(a.containerTypes) === names(b.containerTypes);

/** Reads a time of day: 7:00, 07:00, or a time cell of a spreadsheet. */
const hour = () => (cell: Cell) => {
  if (cell === null || String(cell).trim() === '') return null;
  if (cell instanceof Date) return cell.toISOString().slice(11, 16);
  if (typeof cell === 'number' && cell >= 0 && cell < 1) {
    const minutes = Math.round(cell * 1440);
    return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
  }
  const [, hours, minutes] = /^([01]?\d|2[0-3]):([0-5]\d)(?::\d\d)?$/.exec(String(cell).trim()) ?? [];
  if (hours === undefined) throw new CellFault('server.pointGroup.import.hour', { value: shownCell(cell) });
  return `${hours.padStart(2, '0')}:${minutes}`;
};

class Reading {
  total = 0;
  headed = false;
  readonly rows: { row: number; values: Partial<Record<Column, unknown>> }[] = [];
  readonly heads = new Map<Column, string>();
  readonly #places = new Map<Column, { index: number; read: ReadCell }>();

  constructor(
    readonly call: Call,
    readonly faults: Fault[],
  ) {}

  async head({ cells }: ReadRow): Promise<void> {
    const { scope, locale } = this.call;
    const readers = {
      stand: text,
      point: text,
      garbage: codedCell('garbage_types'),
      container: codedCell('container_types'),
      from: hour,
      to: hour,
      order: number,
    };
    const given = cells.map((cell) => String(cell ?? '').trim());
    for (const [column, heads] of Object.entries(HEADS) as [Column, readonly string[]][]) {
      const index = given.findIndex((head) =>
        heads.some((each) => each.toLowerCase() === head.toLowerCase()),
      );
      this.heads.set(column, given[index] ?? heads[locale === 'ru' ? 0 : 1]!);
      if (index >= 0) this.#places.set(column, { index, read: await readers[column](scope.db) });
    }
    if (!this.#places.has('stand'))
      throw new Problem(400, 'sheetHead', { values: { columns: `«${this.heads.get('stand')}»` } });
    this.headed = true;
  }

  take({ number: row, cells }: ReadRow): void {
    this.total += 1;
    const values: Partial<Record<Column, unknown>> = {};
    let sound = true;
    for (const [column, { index, read }] of this.#places) {
      try {
        values[column] = read(cells[index] ?? null);
      } catch (error) {
        if (!(error instanceof CellFault)) throw error;
        this.fault(row, column, error.key, error.values);
        sound = false;
      }
    }
    if (sound) this.rows.push({ row, values });
  }

  fault(row: number, column: Column | null, key: string, values = {}): void {
    const head = column && this.heads.get(column)!;
    this.faults.push({ row, column: head, text: this.call.translate(key, values) });
  }
}

/** Returns the rows whose point is known and that are valid for it. */
async function checked(call: Call, reading: Reading): Promise<Taken[]> {
  const numbers = [...new Set(reading.rows.map(({ values }) => String(values.stand ?? '').toLowerCase()))];
  const found = await call.scope.db
    .selectFrom('evacuation_points as p')
    .innerJoin('stands as s', 's.id', 'p.stand_id')
    .select(['p.id', 'p.name', sql<string>`lower(s.number)`.as('number')])
    .where(sql`lower(s.number)`, 'in', numbers.length > 0 ? numbers : [''])
    .orderBy('p.name')
    .execute();
  const known = await knownPoints(
    call.scope.db,
    found.map(({ id }) => id),
  );
  const first = new Map<string, number>();
  return reading.rows.flatMap(({ row, values }) => {
    const fault = (column: Column | null, key: string, given = {}): never[] => {
      reading.fault(row, column, key, given);
      return [];
    };
    const stand = String(values.stand ?? '').toLowerCase();
    const here = found.filter(({ number: each }) => each === stand);
    if (here.length === 0)
      return fault('stand', 'server.pointGroup.import.stand', { value: String(values.stand ?? '') });
    const wanted = values.point as string | null | undefined;
    const fits = wanted ? here.filter(({ name }) => name.toLowerCase() === wanted.toLowerCase()) : here;
    if (fits.length !== 1)
      return fault('point', wanted ? 'server.pointGroup.import.point' : 'server.pointGroup.import.several', {
        value: wanted ?? '',
        names: here.map(({ name }) => name).join(', '),
      });
    const { id } = fits[0]!;
    const before = first.get(id);
    if (before !== undefined) return fault('stand', 'server.sheet.twice', { row: before });
    first.set(id, row);
    const point = known.get(id)!;
    const order = (values.order ?? null) as number | null;
    if (order !== null && (!Number.isInteger(order) || order < 1))
      return fault('order', 'server.pointGroup.import.order', { value: String(order) });
    const garbage = values.garbage as { name: string; caption: string } | null | undefined;
    if (garbage && garbage.name !== point.garbage_type)
      return fault('garbage', 'server.pointGroup.fault.garbageElse');
    const container = values.container as { name: string; caption: string } | null | undefined;
    if (container && !point.containers.includes(container.name))
      return fault('container', 'server.pointGroup.fault.containersElse');
    const [timeFrom, timeTo] = [values.from ?? null, values.to ?? null] as (string | null)[];
    if ((timeFrom === null) !== (timeTo === null)) return fault('to', 'server.pointGroup.fault.hoursHalf');
    if (timeFrom && timeTo && timeFrom >= timeTo) return fault('to', 'server.pointGroup.fault.hoursOrder');
    if (timeFrom && point.time_from) {
      const [from, to] = [point.time_from.slice(0, 5), point.time_to!.slice(0, 5)];
      if (timeFrom < from || timeTo! > to)
        return fault('from', 'server.pointGroup.fault.hoursOutside', { from, to });
    }
    const element: PointGroupElementSave = {
      evacuationPointId: id,
      timeFrom: timeFrom ?? null,
      timeTo: timeTo ?? null,
      garbageTypes: garbage ? [garbage] : [],
      containerTypes: container ? [container] : [],
    };
    return [{ row, order, element }];
  });
}
