/** Results of visits (tievr): the queue of a dispatcher, and the details of one result. */
import { sql } from 'kysely';
import type { TievrDetail } from '../../../schemas/generated/api.ts';
import { handlers, instanceHandler } from '../../access/handler.ts';
import type { ScopedDb } from '../../access/scope.ts';
import { readList } from '../../database/list.ts';
import { anyOf, containing } from '../../database/paging.ts';
import { Problem } from '../../core/problems.ts';
import { greatCircle } from '../../travel/straight.ts';
import { loadCaptions, type Captions } from '../../records/captions.ts';
import type { Translate } from '../../core/texts.ts';
import { photosOfVisits } from './photos.ts';
import { FAULTY, listed, RESULT_ID, results, shownRows, statusOf } from './rows.ts';
import { trackRadius } from './settings.ts';

const SORTS = {
  date: { by: sql`i.task_date` },
  address: { by: sql`p.address`, nullable: true },
  vehicle: { by: sql`c.reg_number`, nullable: true },
  driver: { by: sql`s.last_name`, nullable: true },
  preferredTime: { by: sql`v.plan_time`, nullable: true },
  actualTime: { by: sql`v.arrive_time`, nullable: true },
};

export const tievrHandlers = handlers({
  tievrPaging: instanceHandler<'tievrPaging'>(async (call) => {
    const { parameters, locale } = call;
    const { db } = call.scope;
    const { query, tab, filter = {} } = parameters;
    const captions = await loadCaptions(db, locale);
    let found = results(db);
    if (filter.dateFrom) found = found.where('i.task_date', '>=', filter.dateFrom);
    if (filter.dateTo) found = found.where('i.task_date', '<=', filter.dateTo);
    if (tab === 'routes') found = found.where('w.id', 'is not', null);
    if (filter.onlyUnreviewed) found = found.where(sql<boolean>`not coalesce(w.reviewed, i.reviewed)`);
    if (filter.onlyFaulty) found = found.where(FAULTY);
    if (filter.statuses?.length)
      found = found.where('v.status', '=', anyOf(filter.statuses, 'text') as never);
    const sought = query?.trim();
    if (sought)
      found = found.where((eb) =>
        eb.or([
          eb('p.address', 'ilike', containing(sought)),
          eb('p.name', 'ilike', containing(sought)),
          eb('c.reg_number', 'ilike', containing(sought.toUpperCase())),
          eb(sql`concat_ws(' ', s.last_name, s.first_name, s.middle_name)`, 'ilike', containing(sought)),
        ]),
      );
    const order = parameters.order ?? '+date';
    const list = { rows: found, shown: shownRows(found), order, sorts: SORTS, id: RESULT_ID };
    return readList(db, call, list, (row) => listed(row, captions));
  }, Object.keys(SORTS)),

  tievrGet: instanceHandler<'tievrGet'>(async ({ scope: { db }, parameters, locale, translate }) => {
    return readTievr(db, parameters, await loadCaptions(db, locale), translate);
  }),
});

/** Reads the details of a result; throws 404 `tievrNotFound`. */
async function readTievr(
  db: ScopedDb,
  { id, date }: { id: string; date?: string },
  captions: Captions,
  translate: Translate,
): Promise<TievrDetail> {
  const row = await shownRows(results(db))
    .leftJoin('contract_plans as l', 'l.id', 'i.plan_id')
    .leftJoin('contracts as k', 'k.id', 'l.contract_id')
    .leftJoin('customers as m', 'm.id', 'k.customer_id')
    .leftJoin('customers as r', 'r.id', 'c.carrier_customer_id')
    .select(['i.time_to', 'k.id as contract_id', 'k.number as contract_number'])
    .select(['m.id as payer_id', 'm.short_name as payer', 'r.id as carrier_id', 'r.short_name as carrier'])
    .select(['v.id as visit_id', 'v.leave_time', 'v.comment', 'v.visit_date', 'u.id as unit_id'])
    .select(['u.begin_time', 'u.end_time', 'p.latitude', 'p.longitude', 'i.instance_id'])
    .select(['w.reported_count', 'w.reported_volume', 'w.judged_count', 'w.judged_volume', 'w.confirmed'])
    .select([
      sql<string | null>`coalesce(w.reviewer, i.reviewer)`.as('reviewer'),
      sql<Date | null>`coalesce(w.review_time, i.review_time)`.as('review_time'),
    ])
    .where((eb) => (date ? eb('i.task_date', '=', date) : eb.lit(true)))
    .where((eb) => eb.or([eb('w.id', '=', id), eb.and([eb('i.id', '=', id), eb('w.id', 'is', null)])]))
    .executeTakeFirst();
  if (!row) throw new Problem(404, 'tievrNotFound');
  const radius = await trackRadius(db, row.instance_id);
  const shift = await shiftOf(db, row, radius, captions, translate);
  const hours = row.time_from && row.time_to;
  return {
    ...listed(row, captions),
    hours: hours ? `${row.time_from!.slice(0, 5)} – ${row.time_to!.slice(0, 5)}` : null,
    contract: row.contract_id ? { id: row.contract_id, number: row.contract_number! } : null,
    carrier: row.carrier_id ? { id: row.carrier_id, shortName: row.carrier! } : null,
    payer: row.payer_id ? { id: row.payer_id, shortName: row.payer! } : null,
    exportDate: row.visit_date ?? row.task_date,
    leaveTime: row.leave_time?.toISOString() ?? null,
    comment: row.comment,
    unitId: row.unit_id,
    reportedCount: row.reported_count,
    reportedVolume: row.reported_volume,
    judgedCount: row.judged_count,
    judgedVolume: row.judged_volume,
    confirmed: row.confirmed,
    differs: row.confirmed !== null && row.judged_count !== row.done_count,
    reviewer: row.reviewer,
    reviewTime: row.review_time?.toISOString() ?? null,
    trackRadius: radius,
    place: [
      {
        id: row.stand_id,
        name: row.stand_name,
        address: row.address,
        latitude: row.latitude,
        longitude: row.longitude,
      },
    ],
    ...shift,
  };
}

type Shift = Pick<
  TievrDetail,
  | 'nearest'
  | 'parkingSeconds'
  | 'liftCount'
  | 'track'
  | 'stops'
  | 'parkings'
  | 'sensors'
  | 'photos'
  | 'timeline'
>;

interface ShiftRow {
  visit_id: string | null;
  unit_id: string | null;
  vehicle_id: string | null;
  begin_time: Date | null;
  end_time: Date | null;
  latitude: number | null;
  longitude: number | null;
}

/** Beyond this number of points the line uses only every second, third, … point. */
const MOST_POINTS = 2000;

/** Returns what devices and crew reported about the shift, with distances from the stand. */
async function shiftOf(
  db: ScopedDb,
  row: ShiftRow,
  radius: number,
  captions: Captions,
  translate: Translate,
): Promise<Shift> {
  const none: Shift = {
    nearest: null,
    parkingSeconds: 0,
    liftCount: 0,
    track: [],
    stops: [],
    parkings: [],
    sensors: [],
    photos: [],
    timeline: [],
  };
  const { visit_id, unit_id, vehicle_id, begin_time, end_time } = row;
  if (!visit_id || !unit_id || !vehicle_id || !begin_time || !end_time) return none;
  const during = { vehicleId: vehicle_id, from: begin_time, to: end_time };
  const [points, events, stops, photos, weighings] = [
    await pointsOf(db, during),
    await eventsOf(db, during),
    await stopsOf(db, unit_id, captions),
    await photosOfVisits(db, [visit_id], captions),
    await weighingsOf(db, during),
  ];
  const from = (place: { latitude: number | null; longitude: number | null }) =>
    row.latitude === null || row.longitude === null || place.latitude === null || place.longitude === null
      ? null
      : Math.round(greatCircle(row as Degrees, place as Degrees));
  const nearest = points.reduce<number | null>((least, point) => {
    const metres = from(point);
    return metres === null ? least : Math.min(least ?? metres, metres);
  }, null);
  const signals = events.map((event) => {
    const metres = from(event);
    const seconds = event.end_time ? Math.round((+event.end_time - +event.begin_time) / 1000) : null;
    return {
      id: event.id,
      kind: event.kind,
      sensor: captions.optional('visitingRulesSensors', event.sensor),
      beginTime: event.begin_time.toISOString(),
      endTime: event.end_time?.toISOString() ?? null,
      seconds,
      latitude: event.latitude,
      longitude: event.longitude,
      metres,
      near: metres !== null && metres <= radius,
    };
  });
  const parkings = signals.filter(({ kind }) => kind === 'PARKING');
  const sensors = signals.filter(({ kind }) => kind !== 'PARKING');
  const every = Math.max(1, Math.ceil(points.length / MOST_POINTS));
  const line = points.filter((_, at) => at % every === 0 || at === points.length - 1);
  const timeline = [
    { id: `begin ${unit_id}`, time: begin_time.toISOString(), endTime: null, kind: 'SHIFT_BEGIN', text: '' },
    ...stops.flatMap(({ stop, visitId, leave }) =>
      stop.time
        ? [{ id: visitId, time: stop.time, endTime: leave, kind: 'VISIT', text: stop.address ?? stop.name }]
        : [],
    ),
    ...signals.map((event) => ({
      id: event.id,
      time: event.beginTime,
      endTime: event.endTime,
      kind: event.kind,
      text:
        event.sensor?.caption ??
        (event.metres === null ? '' : translate('server.metres', { metres: event.metres })),
    })),
    ...photos.map(({ id, time, kind }) => ({ id, time, endTime: null, kind: 'PHOTO', text: kind.caption })),
    ...weighings.map(({ id, weigh_time, net, name }) => ({
      id,
      time: weigh_time.toISOString(),
      endTime: null,
      kind: 'WEIGHING',
      text: translate('server.weighed', { name, net }),
    })),
    { id: `end ${unit_id}`, time: end_time.toISOString(), endTime: null, kind: 'SHIFT_END', text: '' },
  ].toSorted((a, b) => (a.time < b.time ? -1 : 1));
  return {
    nearest,
    parkingSeconds: parkings.filter(({ near }) => near).reduce((sum, { seconds }) => sum + (seconds ?? 0), 0),
    liftCount: sensors.filter(({ near, kind }) => near && kind === 'LIFT').length,
    track:
      line.length > 1
        ? [
            {
              id: unit_id,
              points: points.length,
              geometry: {
                type: 'LineString',
                coordinates: line.map(({ longitude, latitude }) => [longitude, latitude]),
              },
            },
          ]
        : [],
    stops: stops
      .filter(({ stop }) => stop.latitude !== null)
      .map(({ stop, visitId }) => ({
        ...stop,
        latitude: stop.latitude!,
        longitude: stop.longitude!,
        current: visitId === visit_id,
      })),
    parkings,
    sensors,
    photos,
    timeline: timeline.map((entry) => ({
      ...entry,
      kind: {
        name: entry.kind,
        caption: translate(`server.timeline.${entry.kind}`),
      } as Shift['timeline'][number]['kind'],
      current: entry.id === visit_id || signals.some((event) => event.id === entry.id && event.near),
    })),
  };
}

interface Degrees {
  latitude: number;
  longitude: number;
}
interface During {
  vehicleId: string;
  from: Date;
  to: Date;
}

const pointsOf = (db: ScopedDb, { vehicleId, from, to }: During) =>
  db
    .selectFrom('track_points as t')
    .select(['t.point_time', 't.latitude', 't.longitude', 't.speed'])
    .where('t.vehicle_id', '=', vehicleId)
    .where('t.point_time', '>=', from)
    .where('t.point_time', '<=', to)
    .orderBy('t.point_time')
    .execute();

const eventsOf = (db: ScopedDb, { vehicleId, from, to }: During) =>
  db
    .selectFrom('telematic_events as t')
    .selectAll('t')
    .where('t.vehicle_id', '=', vehicleId)
    .where('t.begin_time', '>=', from)
    .where('t.begin_time', '<=', to)
    .orderBy('t.begin_time')
    .orderBy('t.id')
    .limit(1000)
    .execute();

async function stopsOf(db: ScopedDb, unitId: string, captions: Captions) {
  const rows = await db
    .selectFrom('visits as v')
    .innerJoin('visit_points as p', 'p.id', 'v.visit_point_id')
    .select(['v.id', 'v.position', 'v.status', 'v.arrive_time', 'v.leave_time'])
    .select(['p.id as point_id', 'p.name', 'p.address', 'p.latitude', 'p.longitude'])
    .where('v.unit_id', '=', unitId)
    .orderBy('v.visit_date')
    .orderBy('v.position')
    .execute();
  return rows.map((row) => ({
    visitId: row.id,
    leave: row.leave_time?.toISOString() ?? null,
    stop: {
      id: row.id,
      order: row.position,
      name: row.name,
      address: row.address,
      latitude: row.latitude,
      longitude: row.longitude,
      status: statusOf(captions, row.status)!,
      time: row.arrive_time?.toISOString() ?? null,
    },
  }));
}

const weighingsOf = (db: ScopedDb, { vehicleId, from, to }: During) =>
  db
    .selectFrom('weighings as g')
    .innerJoin('visit_points as p', 'p.id', 'g.visit_point_id')
    .select(['g.id', 'g.weigh_time', 'g.net', 'p.name'])
    .where('g.vehicle_id', '=', vehicleId)
    .where('g.status', '<>', 'ANNULLED')
    .where('g.weigh_time', '>=', from)
    .where('g.weigh_time', '<=', to)
    .execute();
