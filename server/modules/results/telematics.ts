/**
 * Stores what devices send. Batches may arrive in any order, late and repeatedly, and the result is the same: a
 * position is identified by vehicle and time, an event by vehicle, kind and start; of two conflicting reports the
 * choice does not depend on which arrived first.
 */
import { sql } from 'kysely';
import type { TelematicsBatch } from '../../../schemas/generated/api.ts';
import { handlers, instanceHandler } from '../../access/handler.ts';
import type { ScopedTransaction } from '../../access/scope.ts';
import { EVERY_INSTANCE } from '../../records/broadcasts.ts';
import { publish } from '../../records/publish.ts';
import { requestRecalculation } from './recalculate.ts';
import { setting } from './settings.ts';

const DAY_MS = 86_400_000;
/** How far a device's clock may be ahead of the server's. */
const AHEAD_MS = 10 * 60_000;
/** Data older than this on arrival are late: results may have been evaluated without them. */
const LATE_MS = 60 * 60_000;

type Code = 'unknownDevice' | 'noVehicle' | 'tooOld' | 'inFuture' | 'period';
interface Refusal {
  list: 'points' | 'events';
  index: number;
  code: Code;
}
type Placed<T> = T & { vehicleId: string };

export const telematicsHandlers = handlers({
  telematicsBatch: instanceHandler<'telematicsBatch'>(({ scope, account, body, translate }) =>
    scope.transaction(async (trx) => {
      const instanceId = account.instance.id;
      const { points = [], events = [] } = body;
      const keep = await setting(trx, 'telematics.keepDays', instanceId);
      const vehicles = await vehiclesOf(trx, [...points, ...events]);
      const refusals: Refusal[] = [];
      const placed = <T extends { deviceId: string }>(
        list: Refusal['list'],
        sent: readonly T[],
        timesOf: (one: T) => readonly (string | null | undefined)[],
      ): Placed<T>[] =>
        sent.flatMap((one, index) => {
          const [begin, end] = timesOf(one);
          const at = Date.parse(begin!);
          const code = timeFault(at, end ? Date.parse(end) : undefined, keep);
          const found = vehicles.find((each) => each.device === one.deviceId);
          const vehicle = found?.periods.find(({ from, to }) => from <= at && at < to);
          const fault = code ?? (found ? (vehicle ? undefined : 'noVehicle') : 'unknownDevice');
          if (fault) {
            refusals.push({ list, index, code: fault });
            return [];
          }
          return [{ ...one, vehicleId: vehicle!.vehicleId }];
        });
      const goodPoints = placed('points', points, ({ time }) => [time]);
      const goodEvents = placed('events', events, ({ beginTime, endTime }) => [beginTime, endTime]);
      const newPoints = await keepPoints(trx, instanceId, goodPoints);
      const newEvents = await keepEvents(trx, instanceId, goodEvents);
      await publishPlaces(trx, instanceId, await lastPlaces(trx, goodPoints));
      if (newPoints + newEvents > 0) await askAgain(trx, goodPoints, goodEvents);
      return {
        points: newPoints,
        events: newEvents,
        known: goodPoints.length + goodEvents.length - newPoints - newEvents,
        refused: refusals.map((one) => ({ ...one, reason: translate(`server.telematics.${one.code}`) })),
      };
    }),
  ),
});

/** Refuses implausible times, so that a device with a wrong clock does not record a track on another day. */
function timeFault(begin: number, end: number | undefined, keepDays: number): Code | undefined {
  if (end !== undefined && end < begin) return 'period';
  if (Math.max(begin, end ?? begin) > Date.now() + AHEAD_MS) return 'inFuture';
  if (begin < Date.now() - keepDays * DAY_MS) return 'tooOld';
  return undefined;
}

/** Returns in which vehicle each device was, and when. */
async function vehiclesOf(trx: ScopedTransaction, sent: readonly { deviceId: string }[]) {
  const devices = [...new Set(sent.map(({ deviceId }) => deviceId))];
  if (devices.length === 0) return [];
  const rows = await trx
    .selectFrom('terminals as d')
    .leftJoin('vehicle_terminals as m', 'm.terminal_id', 'd.id')
    .select(['d.device_id', 'm.vehicle_id', 'm.begin_time', 'm.end_time'])
    .where('d.device_id', 'in', devices)
    .execute();
  return devices
    .map((device) => ({ device, own: rows.filter(({ device_id }) => device_id === device) }))
    .filter(({ own }) => own.length > 0)
    .map(({ device, own }) => ({
      device,
      periods: own.flatMap(({ vehicle_id, begin_time, end_time }) =>
        vehicle_id
          ? [{ vehicleId: vehicle_id, from: +begin_time!, to: end_time ? +end_time : Infinity }]
          : [],
      ),
    }));
}

type Point = NonNullable<TelematicsBatch['points']>[number];
type Event = NonNullable<TelematicsBatch['events']>[number];

async function keepPoints(
  trx: ScopedTransaction,
  instanceId: string,
  points: readonly Placed<Point>[],
): Promise<number> {
  if (points.length === 0) return 0;
  const days = [...new Set(points.map(({ time }) => new Date(time).toISOString().slice(0, 10)))].toSorted();
  for (const day of days) await sql`select make_track_day(${day}::date)`.execute(trx);
  const rows = points.map(({ vehicleId, time, latitude, longitude, speed, heading }) => ({
    vehicle_id: vehicleId,
    point_time: time,
    latitude,
    longitude,
    speed: speed == null ? null : Math.round(speed),
    heading: heading == null ? null : Math.round(heading) % 360,
  }));
  // Of two positions at one moment the smaller is kept, whichever arrived first.
  const { rows: kept } = await sql<{ fresh: boolean }>`
    insert into track_points as k (instance_id, vehicle_id, point_time, latitude, longitude, speed, heading)
    select distinct on (vehicle_id, point_time) ${instanceId}::uuid, vehicle_id, point_time, latitude, longitude, speed, heading
    from json_to_recordset(${JSON.stringify(rows)}::json) as r (vehicle_id uuid, point_time timestamptz,
      latitude double precision, longitude double precision, speed smallint, heading smallint)
    order by vehicle_id, point_time, latitude, longitude, speed, heading
    on conflict (instance_id, vehicle_id, point_time) do update
      set latitude = excluded.latitude, longitude = excluded.longitude, speed = excluded.speed, heading = excluded.heading
      where (excluded.latitude, excluded.longitude, coalesce(excluded.speed, 999), coalesce(excluded.heading, 999))
        < (k.latitude, k.longitude, coalesce(k.speed, 999), coalesce(k.heading, 999))
    returning true as fresh`.execute(trx);
  return kept.length;
}

async function keepEvents(
  trx: ScopedTransaction,
  instanceId: string,
  events: readonly Placed<Event>[],
): Promise<number> {
  if (events.length === 0) return 0;
  const rows = events.map((event) => ({
    vehicle_id: event.vehicleId,
    kind: event.kind,
    sensor: event.sensor ?? null,
    begin_time: event.beginTime,
    // An event without duration has no end.
    end_time: event.endTime && Date.parse(event.endTime) > Date.parse(event.beginTime) ? event.endTime : null,
    // Both or neither.
    latitude: event.longitude == null ? null : (event.latitude ?? null),
    longitude: event.latitude == null ? null : (event.longitude ?? null),
    value: event.value ?? null,
  }));
  // A continuing event is reported at its start and again at its end: the latest end, the smallest position and the
  // largest value are kept.
  const { rows: kept } = await sql<{ fresh: boolean }>`
    insert into telematic_events as k
      (instance_id, vehicle_id, kind, sensor, begin_time, end_time, latitude, longitude, value)
    select ${instanceId}::uuid, vehicle_id, kind, sensor, begin_time, max(end_time),
      (min(array[latitude, longitude]) filter (where latitude is not null))[1],
      (min(array[latitude, longitude]) filter (where latitude is not null))[2], max(value)
    from json_to_recordset(${JSON.stringify(rows)}::json) as r (vehicle_id uuid, kind text, sensor text,
      begin_time timestamptz, end_time timestamptz, latitude double precision, longitude double precision, value numeric)
    group by vehicle_id, kind, sensor, begin_time order by vehicle_id, kind, sensor, begin_time
    on conflict (instance_id, vehicle_id, kind, begin_time, sensor) do update
      set end_time = greatest(k.end_time, excluded.end_time), value = greatest(k.value, excluded.value),
        latitude = case when (excluded.latitude, excluded.longitude) < (k.latitude, k.longitude) or k.latitude is null
          then excluded.latitude else k.latitude end,
        longitude = case when (excluded.latitude, excluded.longitude) < (k.latitude, k.longitude) or k.latitude is null
          then excluded.longitude else k.longitude end,
        version = k.version + 1, change_time = now()
      where excluded.end_time > coalesce(k.end_time, '-infinity') or excluded.value > coalesce(k.value, '-infinity')
        or k.latitude is null and excluded.latitude is not null
        or (excluded.latitude, excluded.longitude) < (k.latitude, k.longitude)
    returning true as fresh`.execute(trx);
  return kept.length;
}

/** Minimum seconds between two messages about a vehicle: while it moves, and while it stands. */
const TOLD_EACH = { moving: 15, still: 60 };
/** Degrees, about twenty metres: the noise of a parked device is smaller. */
const MOVED = 0.0002;

/** Updates the last positions of terminals; returns those of vehicles whose subscribers are due a message. */
async function lastPlaces(
  trx: ScopedTransaction,
  points: readonly Placed<Point>[],
): Promise<Placed<Point>[]> {
  const last = new Map<string, Placed<Point>>();
  for (const point of points) {
    const known = last.get(point.deviceId);
    if (!known || Date.parse(point.time) > Date.parse(known.time)) last.set(point.deviceId, point);
  }
  const due: Placed<Point>[] = [];
  for (const [deviceId, point] of [...last].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    const { time, latitude, longitude } = point;
    const updated = await trx
      .updateTable('terminals')
      .set({
        latitude,
        longitude,
        location_time: time,
        last_success_time: sql<Date>`now()`,
        told_time: sql<Date>`case
          when told_time > now() - make_interval(secs => ${TOLD_EACH.moving}) then told_time
          when told_time > now() - make_interval(secs => ${TOLD_EACH.still})
            and abs(latitude - ${latitude}) < ${MOVED} and abs(longitude - ${longitude}) < ${MOVED} then told_time
          else now() end`,
      })
      .where('device_id', '=', deviceId)
      .where((eb) => eb.or([eb('location_time', 'is', null), eb('location_time', '<', new Date(time))]))
      .returning(sql<boolean>`told_time = now()`.as('now'))
      .executeTakeFirst();
    if (updated?.now) due.push(point);
  }
  return due;
}

/** Positions per message. */
const PLACES = 500;

/** Publishes one message for all vehicles of a batch: ten thousand devices must not insert as many rows. */
async function publishPlaces(
  trx: ScopedTransaction,
  instanceId: string,
  points: readonly Placed<Point>[],
): Promise<void> {
  for (let from = 0; from < points.length; from += PLACES) {
    const dto = points.slice(from, from + PLACES).map(({ vehicleId, latitude, longitude, time }) => ({
      id: vehicleId,
      latitude,
      longitude,
      time: new Date(time).toISOString(),
    }));
    for (const index of [instanceId, EVERY_INSTANCE])
      await publish(trx, { broadcast: 'vehiclePosition', index, dto, batch: true });
  }
}

/** Requests another evaluation of results for which data arrived late. */
async function askAgain(
  trx: ScopedTransaction,
  points: readonly Placed<Point>[],
  events: readonly Placed<Event>[],
): Promise<void> {
  const before = Date.now() - LATE_MS;
  const late = [
    ...points.map(({ vehicleId, time }) => ({ vehicleId, time })),
    ...events.map(({ vehicleId, beginTime }) => ({ vehicleId, time: beginTime })),
  ].filter(({ time }) => Date.parse(time) < before);
  const spans = new Map<string, [number, number]>();
  for (const { vehicleId, time } of late) {
    const at = Date.parse(time);
    const [from, to] = spans.get(vehicleId) ?? [at, at];
    spans.set(vehicleId, [Math.min(from, at), Math.max(to, at)]);
  }
  const visitIds: string[] = [];
  for (const [vehicleId, [from, to]] of spans) {
    const rows = await trx
      .selectFrom('visits as v')
      .innerJoin('units as u', 'u.id', 'v.unit_id')
      .select('v.id')
      .where('u.vehicle_id', '=', vehicleId)
      .where('u.begin_time', '<=', new Date(to))
      .where('u.end_time', '>=', new Date(from))
      .execute();
    visitIds.push(...rows.map(({ id }) => id));
  }
  if (visitIds.length > 0) await requestRecalculation(trx, { event: 'TRACK_RECEIVED', visitIds });
}
