/** The points of a group in their order: reading, and validation of a save. */
import { sql } from 'kysely';
import type { PointGroupElement, PointGroupElementSave } from '../../../schemas/generated/api.ts';
import type { ScopedDb } from '../../access/scope.ts';
import { invalid } from '../../core/problems.ts';
import type { Change } from '../../records/change.ts';
import type { FieldMaker } from '../../records/fields.ts';
import { todayOf } from '../../records/today.ts';

const named = (table: 'garbage_types' | 'container_types', codes: ReturnType<typeof sql>) =>
  sql`(select coalesce(jsonb_agg(jsonb_build_object('name', w.code, 'caption', w.name) order by w.name), '[]')
    from ${sql.table(table)} w where w.instance_id = p.instance_id and w.code = any (${codes}))`;

/** Current date at a point. */
export const TODAY = todayOf(sql.ref('p.instance_id'));

/** Container types at a point today. */
const STANDING = sql`array(select distinct c.container_type from containers c
  where c.instance_id = p.instance_id and c.evacuation_point_id = p.id
    and c.begin_date <= ${TODAY} and coalesce(c.end_date >= ${TODAY}, true))`;

/** Points with their stands and places, aliased `p`, `s` and `v`. */
export const POINTS = sql`evacuation_points p
  join stands s on s.instance_id = p.instance_id and s.id = p.stand_id
  join visit_points v on v.instance_id = s.instance_id and v.id = s.id`;

/** A point as JSON. */
export const POINT = sql`jsonb_build_object('id', p.id, 'name', p.name, 'standNumber', s.number, 'address', v.address,
  'latitude', v.latitude, 'longitude', v.longitude, 'timeFrom', left(p.time_from::text, 5),
  'timeTo', left(p.time_to::text, 5), 'garbageTypes', ${named('garbage_types', sql`array[p.garbage_type]`)},
  'containerTypes', ${named('container_types', STANDING)})`;

/** Why an element no longer matches its point; null where it does. */
const CONFLICT = sql`case
  when coalesce(s.end_date < ${TODAY}, false) then 'GONE'
  when e.time_from < p.time_from or e.time_to > p.time_to then 'HOURS'
  when not e.garbage_types <@ array[p.garbage_type] then 'GARBAGE'
  when not e.container_types <@ ${STANDING} then 'CONTAINERS' end`;

const ELEMENTS = sql`(select coalesce(jsonb_agg(jsonb_build_object('evacuationPointId', p.id, 'order', e.position,
      'name', p.name, 'standNumber', s.number, 'address', v.address, 'latitude', v.latitude, 'longitude', v.longitude,
      'timeFrom', left(e.time_from::text, 5), 'timeTo', left(e.time_to::text, 5),
      'garbageTypes', ${named('garbage_types', sql`e.garbage_types`)},
      'containerTypes', ${named('container_types', sql`e.container_types`)},
      'pointTimeFrom', left(p.time_from::text, 5), 'pointTimeTo', left(p.time_to::text, 5),
      'pointGarbageTypes', ${named('garbage_types', sql`array[p.garbage_type]`)},
      'pointContainerTypes', ${named('container_types', STANDING)}, 'conflict', ${CONFLICT}) order by e.position), '[]')
  from point_group_elements e join ${POINTS} on p.instance_id = e.instance_id and p.id = e.evacuation_point_id
  where e.instance_id = t.instance_id and e.point_group_id = t.id)`;

/** The points as returned with a group. */
export const elements: FieldMaker = (property) => ({
  columns: [],
  logged: true,
  computed: () => ELEMENTS,
  show: (row) => (row[property] ?? []) as PointGroupElement[],
});

/** The points in the format of a save, in order; a save without them keeps the existing ones. */
export const points: FieldMaker = () => ({
  columns: [],
  computed: () => sql`null::jsonb`,
  show: () => undefined,
  write: () => ({}),
  keep: async (value, { id, instance_id }, { trx }) => {
    if (value === undefined) return;
    await trx.deleteFrom('point_group_elements').where('point_group_id', '=', id).execute();
    const given = value as PointGroupElementSave[];
    const rows = given.map((element, index) => ({
      instance_id,
      point_group_id: id,
      evacuation_point_id: element.evacuationPointId,
      position: index + 1,
      time_from: element.timeFrom ?? null,
      time_to: element.timeTo ?? null,
      garbage_types: (element.garbageTypes ?? []).map(({ name }) => name),
      container_types: (element.containerTypes ?? []).map(({ name }) => name),
    }));
    for (let from = 0; from < rows.length; from += 500)
      await trx
        .insertInto('point_group_elements')
        .values(rows.slice(from, from + 500))
        .execute();
  },
});

/** Converts an element of a group to the format of a save. */
export const savedElement = (element: PointGroupElement): PointGroupElementSave => ({
  evacuationPointId: element.evacuationPointId,
  timeFrom: element.timeFrom,
  timeTo: element.timeTo,
  garbageTypes: element.garbageTypes,
  containerTypes: element.containerTypes,
});

interface Known {
  id: string;
  time_from: string | null;
  time_to: string | null;
  garbage_type: string;
  containers: string[];
}

/** Returns points by their ids, within the scope. */
export async function knownPoints(db: ScopedDb, ids: readonly string[]): Promise<Map<string, Known>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('evacuation_points as p')
    .select(['p.id', 'p.time_from', 'p.time_to', 'p.garbage_type'])
    .select(sql<string[]>`${STANDING}`.as('containers'))
    .where('p.id', 'in', [...ids])
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/** Returns the maximum number of points of a group (C-039). */
export async function maxPoints(db: ScopedDb, instanceId: string): Promise<number> {
  const { rows } = await sql<{ value: string | null }>`select p.value from app_properties p
    where p.name = 'pointGroup.maxPoints' and (p.instance_id is null or p.instance_id = ${instanceId}::uuid)
    order by p.instance_id is null limit 1`.execute(db);
  const most = Number(rows[0]?.value);
  return Number.isInteger(most) && most > 0 ? most : 500;
}

/** Throws 400 at the element that does not fit its point, is a duplicate or exceeds the limit (V-066, C-039). */
export async function requireElements(
  { trx, instanceId, before }: Change,
  given: readonly PointGroupElementSave[],
): Promise<void> {
  const most = await maxPoints(trx, instanceId);
  if (given.length > most)
    throw invalid({
      field: 'points',
      code: 'maxItems',
      message: 'validation.maxItems',
      values: { limit: most },
    });
  const known = await knownPoints(
    trx,
    given.map(({ evacuationPointId }) => evacuationPointId),
  );
  const seen = new Map<string, number>();
  const fault = (index: number, field: string, code: string, values = {}) =>
    invalid({ field: `points.${index}.${field}`, code, message: `server.pointGroup.fault.${code}`, values });
  const stays = await kept(trx, before?.id);
  for (const [index, element] of given.entries()) {
    const id = element.evacuationPointId;
    const point = known.get(id);
    if (!point) throw fault(index, 'evacuationPointId', 'pointUnknown');
    const first = seen.get(id);
    if (first !== undefined) throw fault(index, 'evacuationPointId', 'pointTwice', { order: first + 1 });
    seen.set(id, index);
    // An unchanged element that no longer fits its point is shown as a conflict, and does not block other changes.
    if (stays(element)) continue;
    const { timeFrom, timeTo } = element;
    if (((timeFrom ?? null) === null) !== ((timeTo ?? null) === null))
      throw fault(index, 'timeTo', 'hoursHalf');
    if (timeFrom && timeTo && timeFrom >= timeTo) throw fault(index, 'timeTo', 'hoursOrder');
    if (
      timeFrom &&
      point.time_from &&
      (timeFrom < point.time_from.slice(0, 5) || timeTo! > point.time_to!.slice(0, 5))
    )
      throw fault(index, 'timeFrom', 'hoursOutside', {
        from: point.time_from.slice(0, 5),
        to: point.time_to!.slice(0, 5),
      });
    if ((element.garbageTypes ?? []).some(({ name }) => name !== point.garbage_type))
      throw fault(index, 'garbageTypes', 'garbageElse');
    if ((element.containerTypes ?? []).some(({ name }) => !point.containers.includes(name)))
      throw fault(index, 'containerTypes', 'containersElse');
  }
}

/** Returns a check whether an element is stored unchanged in the group. */
async function kept(trx: ScopedDb, id: string | undefined) {
  const rows = id
    ? await trx.selectFrom('point_group_elements').selectAll().where('point_group_id', '=', id).execute()
    : [];
  const text = (parts: readonly unknown[]) => JSON.stringify(parts);
  const names = (words: readonly { name: string }[] | undefined) =>
    (words ?? []).map(({ name }) => name).toSorted();
  const there = new Set(
    rows.map((row) =>
      text([
        row.evacuation_point_id,
        row.time_from?.slice(0, 5) ?? null,
        row.time_to?.slice(0, 5) ?? null,
        row.garbage_types.toSorted(),
        row.container_types.toSorted(),
      ]),
    ),
  );
  return (element: PointGroupElementSave) =>
    there.has(
      text([
        element.evacuationPointId,
        element.timeFrom ?? null,
        element.timeTo ?? null,
        names(element.garbageTypes),
        names(element.containerTypes),
      ]),
    );
}
