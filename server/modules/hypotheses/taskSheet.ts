/** Reads virtual tasks from a workbook or a CSV file: one row is one task. */
import type { ScopedTransaction } from '../../access/scope.ts';
import { Problem } from '../../core/problems.ts';
import type { Locale, Translate } from '../../core/texts.ts';
import type { VTaskItemFault } from '../../../schemas/generated/api.ts';
import {
  CellFault,
  codedCell,
  day,
  number,
  shownCell,
  text,
  type Cell,
  type ReadCell,
} from '../../sheets/cells.ts';
import { MOST_FAULTS } from '../../sheets/define.ts';
import type { ReadRow } from '../../sheets/read.ts';

/** A task read from the file, before its virtual day is looked up. */
export interface Wanted {
  day: string | null;
  point: string;
  type: string;
  action: string;
  count: number;
  volume: number;
  from: string | null;
  to: string | null;
}

const HEADS: Readonly<Record<string, Readonly<Record<Locale, string>>>> = {
  day: { ru: 'Дата', en: 'Day' },
  stand: { ru: 'Номер площадки', en: 'Stand number' },
  point: { ru: 'Точка вывоза', en: 'Evacuation point' },
  type: { ru: 'Тип контейнера', en: 'Container type' },
  count: { ru: 'Количество', en: 'Count' },
  from: { ru: 'С', en: 'From' },
  to: { ru: 'По', en: 'To' },
};
const REQUIRED = ['stand', 'type', 'count'];
/** The default action on containers. */
const ACTION = 'EMPTY';

type Values = Record<string, unknown>;

/** Reads the rows; problems are reported at their cells. Without a day column, all tasks go to the first day. */
export async function rowsOfSheet(
  trx: ScopedTransaction,
  { id, instance_id }: { id: string; instance_id: string },
  [head, ...rows]: readonly ReadRow[],
  translate: Translate,
  faults: VTaskItemFault[],
): Promise<Wanted[]> {
  const places = columnsOf(head);
  const readers = await readersOf(trx);
  const points = await pointsOf(trx, instance_id);
  const volumes = await trx
    .selectFrom('container_types')
    .select(['code', 'volume'])
    .where('instance_id', '=', instance_id)
    .execute();
  const volumeOf = new Map(volumes.map((one) => [one.code, one.volume]));
  const first = await trx
    .selectFrom('v_days')
    .select('day')
    .where('hypothesis_id', '=', id)
    .orderBy('day')
    .executeTakeFirst();
  const wanted: Wanted[] = [];
  for (const { number: row, cells } of rows) {
    const reportFault = (column: string | null, key: string, values = {}) => {
      if (faults.length < MOST_FAULTS)
        faults.push({ row, column: column && (HEADS[column]?.ru ?? null), text: translate(key, values) });
    };
    const values = valuesOf(places, readers, cells, reportFault);
    if (!values) continue;
    const stand = String(values['stand']);
    const found = points.get(`${stand} ${String(values['point'] ?? '')}`.trim().toLowerCase());
    if (!found) {
      reportFault('stand', 'server.vTaskNoPoint', { number: stand });
      continue;
    }
    const type = (values['type'] as { name: string }).name;
    const count = values['count'] as number;
    if (!Number.isInteger(count) || count < 1 || count > 1000) {
      reportFault('count', 'server.sheet.number', { value: String(count) });
      continue;
    }
    const [from, to] = [values['from'] as string | null, values['to'] as string | null];
    if ((from === null) !== (to === null) || (from !== null && to !== null && from >= to)) {
      reportFault('to', 'server.vTaskWindow');
      continue;
    }
    const volume = count * (volumeOf.get(type) ?? 0);
    wanted.push({
      day: (values['day'] as string | null) ?? first?.day ?? null,
      point: found,
      type,
      action: ACTION,
      count,
      volume,
      from,
      to,
    });
  }
  return wanted;
}

/** Returns the index of each column, by its heading in either language. */
function columnsOf(head: ReadRow | undefined): Map<string, number> {
  const places = new Map<string, number>();
  for (const [i, cell] of (head?.cells ?? []).entries()) {
    const name = shownCell(cell).toLowerCase();
    for (const [column, heads] of Object.entries(HEADS))
      if (Object.values(heads).some((one) => one.toLowerCase() === name)) places.set(column, i);
  }
  const missing = REQUIRED.filter((column) => !places.has(column));
  if (missing.length > 0) {
    const columns = missing.map((column) => `«${HEADS[column]!.ru}»`).join(', ');
    throw new Problem(400, 'vTaskSheetColumns', { values: { columns } });
  }
  return places;
}

async function readersOf(trx: ScopedTransaction): Promise<Record<string, ReadCell>> {
  return {
    day: await day(trx),
    stand: await text(trx),
    point: await text(trx),
    type: await codedCell('container_types')(trx),
    count: await number(trx),
    from: clock,
    to: clock,
  };
}

/** Reads a time of day: 07:30 as text, or a time cell of a spreadsheet. */
const clock: ReadCell = (cell) => {
  if (cell === null || cell === '') return null;
  const shown = cell instanceof Date ? cell.toISOString().slice(11, 16) : String(cell).trim();
  const [, hours = '', minutes = ''] = /^(\d{1,2}):(\d\d)(:00)?$/.exec(shown) ?? [];
  if (hours === '' || Number(hours) > 23 || Number(minutes) > 59)
    throw new CellFault('server.vTaskClock', { value: shownCell(cell) });
  return `${hours.padStart(2, '0')}:${minutes}`;
};

function valuesOf(
  places: ReadonlyMap<string, number>,
  readers: Record<string, ReadCell>,
  cells: readonly Cell[],
  reportFault: (column: string, key: string, values?: object) => void,
): Values | undefined {
  const values: Values = { day: null, point: null, from: null, to: null };
  let whole = true;
  for (const [column, place] of places) {
    try {
      values[column] = readers[column]!(cells[place] ?? null);
    } catch (error) {
      if (!(error instanceof CellFault)) throw error;
      reportFault(column, error.key, error.values);
      whole = false;
    }
    if (values[column] === null && REQUIRED.includes(column)) {
      reportFault(column, 'validation.required');
      whole = false;
    }
  }
  return whole ? values : undefined;
}

/** Returns evacuation points by the number of their stand: alone (the first point), and with the name of the point. */
async function pointsOf(trx: ScopedTransaction, instanceId: string): Promise<Map<string, string>> {
  const rows = await trx
    .selectFrom('evacuation_points as e')
    .innerJoin('stands as s', 's.id', 'e.stand_id')
    .select(['e.id', 'e.name', 's.number'])
    .where('e.instance_id', '=', instanceId)
    .orderBy('e.name', 'desc')
    .execute();
  const points = new Map<string, string>();
  for (const { id, name, number: stand } of rows) {
    points.set(stand.toLowerCase(), id);
    points.set(`${stand} ${name}`.toLowerCase(), id);
  }
  return points;
}
