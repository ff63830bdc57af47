/** The points of a group: added, removed, reordered, imported, and found within an area. */
import { sql, type SqlBool } from 'kysely';
import type {
  EvacuationPointPlace,
  PointGroup,
  PointGroupElementSave,
  PointGroupSave,
} from '../../../schemas/generated/api.ts';
import type { ApiCatalogue } from '../../../engine/language/api.ts';
import { handlers, instanceHandler, uploadHandler, type InstanceCall } from '../../access/handler.ts';
import { invalid, Problem } from '../../core/problems.ts';
import { readList } from '../../database/list.ts';
import { anyOf, containing } from '../../database/paging.ts';
import { spool } from '../../files/spool.ts';
import { pointWithin } from '../../geometry/bounds.ts';
import { contains } from '../../geometry/contains.ts';
import { requireShape } from '../../geometry/require.ts';
import type { Position } from '../../geometry/shapes.ts';
import { bindRecords } from '../../records/handlers.ts';
import type { Row } from '../../records/rows.ts';
import { readRecord } from '../../records/read.ts';
import { saveRecord } from '../../records/save.ts';
import { readSheet, SHEET_BYTES } from '../../sheets/read.ts';
import { POINT, savedElement, TODAY } from './elements.ts';
import { pointGroups, pointsOf, saveOf } from './groups.ts';
import { readPointSheet } from './pointSheet.ts';
import { requireVisibleGroup } from './visible.ts';

/** Most points of an area in one response. */
const MOST_WITHIN = 1_000;

type Call = Pick<InstanceCall, 'scope' | 'account' | 'locale'>;

/** Condition for stands that exist today. */
const STANDING = sql<SqlBool>`coalesce(s.end_date >= ${TODAY}, true)`;

/** Condition: a point `p` is in a group. */
const inGroup = (id: string) =>
  sql<SqlBool>`exists (select from point_group_elements e where e.instance_id = p.instance_id
    and e.evacuation_point_id = p.id and e.point_group_id = ${id}::uuid)`;

export function pointHandlersOf(api: ApiCatalogue) {
  const record = bindRecords(api, [pointGroups])[0]!;

  const read = (call: Call, id: string) =>
    readRecord(call.scope.db, record, id, call) as unknown as Promise<PointGroup>;

  /** Saves a group of the given version with the changes that `made` returns. */
  async function change(
    call: Call,
    { pointGroupId, version }: { pointGroupId: string; version: number },
    made: (group: PointGroup) => Partial<PointGroupSave> | Promise<Partial<PointGroupSave>>,
  ): Promise<PointGroup> {
    const group = await read(call, pointGroupId);
    // If the group was changed since, the save reports it with the current state.
    const changes = group.version === version ? await made(group) : {};
    const body = saveOf(group, version, changes);
    return (await saveRecord(record, { ...call, body } as never)) as PointGroup;
  }

  return handlers({
    pointGroupRename: instanceHandler<'pointGroupRename'>((call) => {
      const { id, name, version } = call.body;
      return change(call, { pointGroupId: id, version }, () => ({ name }));
    }),

    pointGroupAreaSave: instanceHandler<'pointGroupAreaSave'>((call) => {
      const { id, area = null, version } = call.body;
      return change(call, { pointGroupId: id, version }, () => ({ area }));
    }),

    evacuationPointListAdd: instanceHandler<'evacuationPointListAdd'>((call) =>
      change(call, call.body, (group) => {
        const there = group.elements.find((one) =>
          call.body.evacuationPointIds.includes(one.evacuationPointId),
        );
        if (there)
          throw new Problem(409, 'pointInGroup', { values: { order: there.order, address: there.address } });
        return {
          points: [
            ...pointsOf(group),
            ...call.body.evacuationPointIds.map((id) => ({ evacuationPointId: id })),
          ],
        };
      }),
    ),

    evacuationPointListSave: instanceHandler<'evacuationPointListSave'>((call) =>
      change(call, call.body, () => ({ points: call.body.points })),
    ),

    pointGroupUndo: instanceHandler<'pointGroupUndo'>((call) => {
      const { id: pointGroupId, version } = call.body;
      return change(call, { pointGroupId, version }, async () => {
        const last = await call.scope
          .logOf('pointGroup', pointGroupId)
          .select(['l.action', 'l.before'])
          .orderBy('l.id', 'desc')
          .limit(1)
          .executeTakeFirst();
        // Moves between folders are undone by moving.
        if (last?.action !== 'save' || !last.before) throw new Problem(409, 'pointGroupNothingToUndo');
        return undoneBy(last.before as Row);
      });
    }),

    evacuationPointListFromGroups: instanceHandler<'evacuationPointListFromGroups'>((call) =>
      change(call, call.body, async (group) => {
        const points = pointsOf(group);
        const known = new Set(points.map(({ evacuationPointId }) => evacuationPointId));
        for (const id of call.body.groupIds) {
          const other = await read(call, id);
          // A point of both groups is added once.
          for (const point of pointsOf(other)) {
            if (known.has(point.evacuationPointId)) continue;
            known.add(point.evacuationPointId);
            points.push(point);
          }
        }
        return { points };
      }),
    ),

    evacuationPointListRemove: instanceHandler<'evacuationPointListRemove'>((call) =>
      change(call, call.body, (group) => {
        const removed = new Set(call.body.evacuationPointIds);
        const points = pointsOf(group);
        const left = points.filter(({ evacuationPointId }) => !removed.has(evacuationPointId));
        if (points.length - left.length < removed.size) throw new Problem(409, 'pointNotInGroup');
        return { points: left };
      }),
    ),

    evacuationPointListSort: instanceHandler<'evacuationPointListSort'>((call) =>
      change(call, call.body, (group) => {
        const points = new Map(pointsOf(group).map((point) => [point.evacuationPointId, point]));
        const sorted = call.body.evacuationPointIds.flatMap((id) => points.get(id) ?? []);
        // An order contains each point of the group exactly once (V-066).
        if (sorted.length !== points.size || sorted.length !== call.body.evacuationPointIds.length)
          throw invalid({
            field: 'evacuationPointIds',
            code: 'order',
            message: 'server.pointGroup.fault.order',
          });
        return { points: sorted };
      }),
    ),

    evacuationPointSave: instanceHandler<'evacuationPointSave'>((call) =>
      change(call, call.body, (group) => {
        const { evacuationPointId, order, timeFrom, timeTo, garbageTypes, containerTypes } = call.body;
        const points = pointsOf(group);
        const index = points.findIndex((point) => point.evacuationPointId === evacuationPointId);
        if (index < 0) throw new Problem(409, 'pointNotInGroup');
        // The order runs from 1 to the number of points (V-066).
        if (order !== undefined && order > points.length)
          throw invalid({
            field: 'order',
            code: 'maximum',
            message: 'validation.maximum',
            values: { limit: points.length },
          });
        const [point] = points.splice(index, 1);
        const given = Object.entries({ timeFrom, timeTo, garbageTypes, containerTypes }).filter(
          ([, value]) => value !== undefined,
        );
        const saved = { ...point!, ...(Object.fromEntries(given) as Partial<PointGroupElementSave>) };
        points.splice((order ?? index + 1) - 1, 0, saved);
        return { points };
      }),
    ),

    pointGroupPointsWithin: instanceHandler<'pointGroupPointsWithin'>(async ({ scope, account, body }) => {
      const { area, pointGroupId } = body;
      if (pointGroupId) await requireVisibleGroup(scope.db, account, pointGroupId);
      const ring = ringOf(area);
      const [xs, ys] = [ring.map(([x]) => x), ring.map(([, y]) => y)];
      const bounds = {
        west: Math.min(...xs),
        south: Math.min(...ys),
        east: Math.max(...xs),
        north: Math.max(...ys),
      };
      let rows = scope.db
        .selectFrom('evacuation_points as p')
        .innerJoin('stands as s', 's.id', 'p.stand_id')
        .innerJoin('visit_points as v', 'v.id', 's.id')
        .where(pointWithin('v', bounds) as never)
        .where(STANDING as never);
      if (pointGroupId)
        rows = rows.where((eb) =>
          eb.not(
            eb.exists(
              eb
                .selectFrom('point_group_elements as e')
                .select('e.position')
                .where('e.point_group_id', '=', pointGroupId)
                .whereRef('e.evacuation_point_id', '=', 'p.id'),
            ),
          ),
        );
      const found = await rows
        .select(['v.longitude', 'v.latitude', sql<EvacuationPointPlace>`${POINT}`.as('point')])
        .orderBy('v.address')
        .orderBy('p.id')
        .execute();
      const inside = found.filter(({ longitude, latitude }) => contains(ring, [longitude, latitude]));
      return {
        points: inside.slice(0, MOST_WITHIN).map(({ point }) => point),
        more: inside.length > MOST_WITHIN,
      };
    }),

    evacuationPointPaging: instanceHandler<'evacuationPointPaging'>(
      async (call) => {
        const { scope, account, parameters } = call;
        const { query, filter = {} } = parameters;
        for (const id of [filter.inGroup, filter.notInGroup])
          if (id) await requireVisibleGroup(scope.db, account, id);
        let rows = scope.db
          .selectFrom('evacuation_points as p')
          .innerJoin('stands as s', 's.id', 'p.stand_id')
          .innerJoin('visit_points as v', 'v.id', 's.id')
          .leftJoin('locations as l', 'l.id', 'v.location_id')
          .where(STANDING as never);
        if (query?.trim())
          rows = rows.where((eb) =>
            eb.or([
              eb('v.address', 'ilike', containing(query)),
              eb('s.number', 'ilike', containing(query)),
              eb('p.name', 'ilike', containing(query)),
            ]),
          );
        if (filter.garbageTypes?.length)
          rows = rows.where('p.garbage_type', '=', anyOf(filter.garbageTypes, 'text'));
        if (filter.districts?.length)
          rows = rows.where(
            sql<SqlBool>`exists (select from locations w where w.instance_id = l.instance_id
              and w.id = any (l.path) and w.code = ${anyOf(filter.districts, 'text')})` as never,
          );
        if (filter.inGroup) rows = rows.where(inGroup(filter.inGroup) as never);
        if (filter.notInGroup) rows = rows.where((eb) => eb.not(inGroup(filter.notInGroup!) as never));
        const shown = rows.select([sql<EvacuationPointPlace>`${POINT}`.as('point'), 'v.address', 'p.id']);
        const sorts = { name: { by: sql`v.address` } };
        const order = parameters.order ?? '-name';
        return readList(
          scope.db,
          call,
          { rows, shown, order, sorts, id: sql.ref('p.id') },
          ({ point }) => point,
        );
      },
      ['name'],
    ),

    pointGroupImport: uploadHandler<'pointGroupImport'>(async (call) => {
      const { fields, files } = await call.upload(SHEET_BYTES);
      const { pointGroupId, preview = true } = fields as { pointGroupId: string; preview?: boolean };
      let reply: Awaited<ReturnType<typeof take>> | undefined;
      for await (const { stream } of files) {
        if (reply)
          throw invalid({
            field: 'file',
            code: 'maxItems',
            message: 'validation.maxItems',
            values: { limit: 1 },
          });
        const received = await spool(stream, SHEET_BYTES);
        try {
          reply = await take(received.path, received.size);
        } finally {
          await received.remove();
        }
      }
      if (!reply) throw invalid({ field: 'file', code: 'required', message: 'validation.required' });
      return reply;

      async function take(path: string, size: number) {
        const group = await read(call, pointGroupId);
        const sheet = await readPointSheet(call, group, readSheet(path, size));
        const { points, taken, skipped, faults } = sheet;
        const saved =
          preview || taken === 0
            ? null
            : ((await saveRecord(record, {
                ...call,
                body: saveOf(group, group.version, { points }),
              } as never)) as PointGroup);
        const kept = { pointGroupId, version: saved?.version ?? group.version, points };
        return { preview, taken, skipped, faults, ...kept, pointGroup: saved };
      }
    }),
  });
}

const wordOf = (name: unknown) => (name ? { name: String(name), caption: String(name) } : null);

/** Returns the changes that restore the state in the log entry. */
function undoneBy(row: Row): Partial<PointGroupSave> {
  return {
    name: String(row['name']),
    vehicleGroup: wordOf(row['vehicle_group']),
    vehicleType: wordOf(row['vehicle_type']),
    cluster: (row['cluster'] as string | null) ?? null,
    districts: ((row['districts'] ?? []) as string[]).map((code) => wordOf(code)!),
    colour: String(row['colour']),
    strictSequence: row['strict_sequence'] === true,
    comment: (row['comment'] as string | null) ?? null,
    area: (row['area'] ?? null) as PointGroup['area'],
    points: ((row['elements'] ?? []) as PointGroup['elements']).map(savedElement),
  };
}

const isPosition = (value: unknown): value is Position =>
  Array.isArray(value) && value.length === 2 && value.every((degrees) => Number.isFinite(degrees));

/** Returns the outline of a drawn area; throws 400 for an invalid one (V-063 to V-065). */
function ringOf(area: Record<string, unknown> | null): readonly Position[] {
  const [ring, ...holes] = Array.isArray(area?.['coordinates']) ? (area['coordinates'] as unknown[]) : [];
  if (area?.['type'] !== 'Polygon' || holes.length > 0 || !Array.isArray(ring) || !ring.every(isPosition))
    throw invalid({ field: 'area', code: 'area', message: 'server.pointGroup.fault.area' });
  requireShape('area', { type: 'Polygon', coordinates: [ring] });
  return ring;
}
