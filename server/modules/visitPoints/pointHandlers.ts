/** Weighers, cameras and events of visit points. */
import { sql } from 'kysely';
import { fileHandler, handlers, instanceHandler } from '../../access/handler.ts';
import { notFound } from '../../core/problems.ts';
import { loadCaptions } from '../../records/captions.ts';
import { fullNameOf } from '../staff/person.ts';
import { pictureOf } from './camera.ts';
import { requirePoint } from './traffic.ts';

const MOST = 200;

type Severity = 'INFORMATION' | 'WARNING' | 'AVERAGE' | 'HIGH' | 'DISASTER';

export const pointHandlers = handlers({
  visitPointWeighers: instanceHandler<'visitPointWeighers'>(async ({ scope, parameters }) => {
    let rows = scope.db
      .selectFrom('weighers as w')
      .innerJoin('visit_points as p', 'p.id', 'w.visit_point_id')
      .select(['w.id', 'w.name', 'w.serial_number', 'w.max_mass', 'w.verified_until'])
      .select(['p.id as point_id', 'p.name as point'])
      .orderBy('p.name')
      .orderBy('w.name')
      .orderBy('w.id')
      .limit(MOST);
    if (parameters.visitPointId) rows = rows.where('w.visit_point_id', '=', parameters.visitPointId);
    return (await rows.execute()).map((row) => ({
      id: row.id,
      visitPoint: { id: row.point_id, name: row.point },
      name: row.name,
      serialNumber: row.serial_number,
      maxMass: row.max_mass,
      verifiedUntil: row.verified_until,
    }));
  }),

  visitPointCameras: instanceHandler<'visitPointCameras'>(async ({ scope, parameters }) => {
    await requirePoint(scope.db, parameters.visitPointId);
    return scope.db
      .selectFrom('cameras')
      .select(['id', 'name'])
      .where('visit_point_id', '=', parameters.visitPointId)
      .orderBy('name')
      .orderBy('id')
      .execute();
  }),

  cameraPicture: fileHandler<'cameraPicture'>(async ({ scope, parameters }) => {
    const camera = await scope.db
      .selectFrom('cameras')
      .select(['name', 'picture_url'])
      .where('id', '=', parameters.cameraId)
      .where('visit_point_id', '=', parameters.visitPointId)
      .executeTakeFirst();
    if (!camera) throw notFound();
    return pictureOf(camera);
  }),

  visitPointEvents: instanceHandler<'visitPointEvents'>(async ({ scope, parameters, locale }) => {
    await requirePoint(scope.db, parameters.visitPointId);
    const captions = await loadCaptions(scope.db, locale);
    const caption = sql.ref<string>(`m.caption_${locale}`);
    const rows = await scope.db
      .selectFrom('events as e')
      .innerJoin('event_metas as m', 'm.name', 'e.meta')
      .leftJoin('vehicles as v', 'v.id', 'e.vehicle_id')
      .leftJoin('staff as s', 's.id', 'e.driver_id')
      .select(['e.id', 'e.event_time', 'e.severity', 'e.source_type', 'e.source_name', 'e.event_values'])
      .select(['v.id as vehicle_id', 'v.reg_number', 'v.model', 's.id as driver_id'])
      .select(['s.last_name', 's.first_name', 's.middle_name', caption.as('caption')])
      .where('e.entity', '=', 'visitPoint')
      .where('e.entity_id', '=', parameters.visitPointId)
      .orderBy('e.event_time', 'desc')
      .orderBy('e.id')
      .limit(MOST)
      .execute();
    return rows.map((row) => ({
      id: row.id,
      time: row.event_time.toISOString(),
      severity: captions.value('eventSeverities', row.severity) as { name: Severity; caption: string },
      text: row.caption.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) =>
        String((row.event_values as Record<string, unknown>)[name] ?? ''),
      ),
      sourceType: row.source_type,
      source: row.source_name,
      vehicle: row.vehicle_id
        ? { id: row.vehicle_id, regNumber: row.reg_number ?? '', model: row.model ?? '' }
        : null,
      driver: row.driver_id ? { id: row.driver_id, fullName: fullNameOf(row) } : null,
    }));
  }),
});
