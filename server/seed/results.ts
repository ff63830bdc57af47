/**
 * Results of the last days: what visits did about tasks, device data, photos, incidents. Random choices are derived
 * from a hash of the row's id, so the same data produce the same results.
 */
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import sharp from 'sharp';
import { onRoads } from '../travel/onRoads.ts';
import { DAY_MS, dayFrom, TIME_ZONE, type Ground } from './ground.ts';
import { Inserter } from './insert.ts';

/** Days with device data. */
const TOLD_DAYS = 3;
/** Number of yesterday's shifts with a track, and most stops of each. */
const DRIVEN_SHIFTS = 2;
const DRIVEN_STOPS = 40;
const PHOTO_VISITS = 60;
/** Results older than this many days are verified. */
const SETTLED_DAYS = 2;

const chance = (id: string) => sql`('x' || left(md5(${sql.raw(id)}::text), 6))::bit(24)::int`;

export async function resultsOf(ground: Ground): Promise<void> {
  await returns(ground);
  await visitsToTasks(ground);
  await settled(ground);
  await incidentsOf(ground);
  await signals(ground);
  await tracks(ground);
  await photos(ground);
}

/** Adds a second visit to some stands that could not be reached. */
async function returns({ trx, instanceId, today }: Ground): Promise<void> {
  const before = dayFrom(today, 0);
  await sql`insert into visits (id, instance_id, unit_id, visit_point_id, visit_date, position, status, plan_time,
      arrive_time, leave_time, change_time)
    select md5('again ' || v.id)::uuid, v.instance_id, v.unit_id, v.visit_point_id, v.visit_date, v.position + 1000, 'SUCCESS',
      v.plan_time + interval '2 hours', v.arrive_time + interval '2 hours', v.leave_time + interval '2 hours', v.change_time
    from visits v where v.instance_id = ${instanceId} and v.status = 'FAILED' and v.visit_date < ${before}
      and ${chance('v.id')} % 3 = 0`.execute(trx);
}

async function visitsToTasks({ trx, instanceId }: Ground): Promise<void> {
  await sql`insert into task_visits (id, instance_id, task_item_id, visit_id, task_date, reported_count, reported_volume,
      done_count, done_volume, failure_reason, change_time)
    select md5('task visit ' || t.plan_id || ' ' || t.container_type || ' ' || v.id)::uuid, t.instance_id, t.id, v.id, t.task_date,
      r.count, r.count * t.planned_volume / t.planned_count, r.count, r.count * t.planned_volume / t.planned_count,
      case when v.status = 'FAILED' then t.failure_reason when r.count between 1 and t.planned_count - 1
        then 'CONTAINER_BLOCKED' end, t.change_time
    from task_items t join evacuation_points e on e.id = t.evacuation_point_id
    join visits v on v.visit_point_id = e.stand_id and v.visit_date = t.task_date
    cross join lateral (select case v.status
      -- A few of many containers were blocked.
      when 'SUCCESS' then t.planned_count - (t.planned_count > 2 and ${chance("t.plan_id || t.container_type || v.id || 'part'")} % 25 = 0)::int
      when 'FAILED' then 0 when 'EMPTY' then 0 end as count) r
    where t.instance_id = ${instanceId} and t.visit_id is not null`.execute(trx);
}

/** Marks results of earlier days as verified; a few of them were faulty and explained. */
async function settled({ trx, instanceId, today }: Ground): Promise<void> {
  const before = dayFrom(today, -SETTLED_DAYS);
  const verdict = sql`reviewed = true, reviewer = 'Соколова М. И.',
    review_time = (task_date + 1)::timestamp at time zone ${TIME_ZONE} + interval '9 hours'`;
  await sql`update task_visits w set ${verdict},
      review_reason = case when v.status <> 'SUCCESS' then 'Заезд перенесён по заявке управляющей компании' end
    from visits v where v.id = w.visit_id and w.instance_id = ${instanceId} and w.task_date < ${before}
      and v.status in ('SUCCESS', 'EMPTY', 'MOVED')`.execute(trx);
  await sql`update task_items t set ${verdict}, approval = 'APPROVED'
    where t.instance_id = ${instanceId} and t.task_date < ${before} and t.visit_id is not null
      and not exists (select from task_visits w where w.task_item_id = t.id and not w.reviewed)`.execute(trx);
}

/** Adds incidents about tasks that were not done, by check rules and manually; some are decided. */
async function incidentsOf({ trx, instanceId, today }: Ground): Promise<void> {
  const from = dayFrom(today, -20);
  await sql`insert into incidents (id, instance_id, number, type, status, task_item_id, stand_id, task_visit_id, visit_id, create_time,
      author, comment, status_author, status_time, status_comment, change_time)
    select md5('incident ' || f.id)::uuid, f.instance_id, lpad(row_number() over (order by f.at, f.id)::text, 6, '0'),
      case when f.n % 4 = 0 and f.status = 'FAILED' then 'ACCESS_BLOCKED' when f.n % 17 = 0 then 'CONTAINER_DAMAGED'
        else 'NOT_DONE' end,
      d.status, f.task_item_id, f.visit_point_id, f.id, f.visit_id, f.at,
      case when f.n % 4 = 0 then 'Соколова М. И.' end,
      case when f.n % 4 = 0 then 'Подъезд перекрыт припаркованными автомобилями' end,
      case when d.status <> 'OPENED' then 'Соколова М. И.' end,
      case when d.status <> 'OPENED' then f.at + interval '5 hours' end,
      case d.status when 'ACCEPTED' then 'Подтверждено фотографией'
        when 'DECLINED' then 'Площадку освободили, вывоз выполнен следующим рейсом' end, f.at
    from (select w.*, v.status, v.visit_point_id, ${chance('w.id')} as n,
        -- Before nine in the morning those of yesterday have just been found.
        least(now(), (w.task_date + 1)::timestamp at time zone ${TIME_ZONE} + interval '4 hours'
          + ${chance('w.id')} % 300 * interval '1 minute') as at
      from task_visits w join visits v on v.id = w.visit_id
      where w.instance_id = ${instanceId} and v.status in ('FAILED', 'REJECTED') and w.task_date >= ${from}
        and w.task_date < ${dayFrom(today, 0)} and ${chance("w.id || 'incident'")} % 5 < 4) f
    cross join lateral (select case when f.task_date >= ${dayFrom(today, -SETTLED_DAYS)} or f.n % 5 = 0 then 'OPENED'
      when f.n % 5 < 4 then 'ACCEPTED' else 'DECLINED' end as status) d`.execute(trx);
  await sql`update task_items t set approval = 'REJECTED' where t.instance_id = ${instanceId}
    and exists (select from incidents n where n.task_item_id = t.id and n.status = 'ACCEPTED')`.execute(trx);
}

/** Adds parking events at the stands, and a lift per container. */
async function signals({ trx, instanceId, today }: Ground): Promise<void> {
  const from = dayFrom(today, -TOLD_DAYS);
  const stops = sql`(select v.*, u.vehicle_id, p.latitude, p.longitude from visits v join units u on u.id = v.unit_id
    join visit_points p on p.id = v.visit_point_id where v.instance_id = ${instanceId} and v.visit_date >= ${from}
      and v.arrive_time is not null)`;
  await sql`insert into telematic_events (id, instance_id, vehicle_id, kind, begin_time, end_time, latitude, longitude)
    select md5('parking ' || v.id)::uuid, v.instance_id, v.vehicle_id, 'PARKING', v.arrive_time, v.leave_time,
      v.latitude, v.longitude from ${stops} v on conflict do nothing`.execute(trx);
  await sql`insert into telematic_events (id, instance_id, vehicle_id, kind, begin_time, end_time, latitude, longitude)
    select md5('lift ' || v.id || ' ' || n)::uuid, v.instance_id, v.vehicle_id, 'LIFT',
      v.arrive_time + n * interval '45 seconds', v.arrive_time + n * interval '45 seconds' + interval '30 seconds',
      v.latitude, v.longitude
    from ${stops} v cross join generate_series(1, 3) n where v.status = 'SUCCESS' on conflict do nothing`.execute(
    trx,
  );
}

interface Stop {
  unit_id: string;
  vehicle_id: string;
  latitude: number;
  longitude: number;
  arrive_time: Date;
  leave_time: Date;
}

/** Adds tracks: some shifts of yesterday drive the streets of the town from stop to stop. */
async function tracks(ground: Ground): Promise<void> {
  const { trx, instanceId, today } = ground;
  const day = dayFrom(today, -1);
  const { rows } = await sql<Stop>`
    select v.unit_id, u.vehicle_id, p.latitude, p.longitude, v.arrive_time, v.leave_time
    from visits v join units u on u.id = v.unit_id join visit_points p on p.id = v.visit_point_id
    where v.instance_id = ${instanceId} and v.visit_date = ${day} and v.arrive_time is not null and p.latitude is not null
      and v.unit_id in (select x.unit_id from visits x where x.instance_id = ${instanceId} and x.visit_date = ${day}
        and x.arrive_time is not null group by 1 order by count(*) desc, 1 limit ${DRIVEN_SHIFTS})
    order by v.unit_id, v.arrive_time, v.id`.execute(trx);
  for (const at of [-1, 0]) await sql`select make_track_day(${dayFrom(today, at)}::date)`.execute(trx);
  const table = new Inserter(trx, 'track_points');
  const roads = onRoads();
  const shifts = new Map<string, Stop[]>();
  for (const stop of rows) shifts.set(stop.unit_id, [...(shifts.get(stop.unit_id) ?? []), stop]);
  for (const stops of shifts.values()) {
    const taken = new Set<number>();
    const add = async (
      stop: Stop,
      time: number,
      place: { latitude: number; longitude: number },
      kmh: number,
    ) => {
      const second = Math.round(time / 1000);
      if (taken.has(second)) return;
      taken.add(second);
      await table.add({
        instance_id: instanceId,
        vehicle_id: stop.vehicle_id,
        point_time: new Date(second * 1000).toISOString(),
        latitude: place.latitude,
        longitude: place.longitude,
        speed: Math.min(90, Math.round(kmh)),
        heading: null,
        receive_time: new Date(second * 1000 + 20_000).toISOString(),
      });
    };
    for (const [i, stop] of stops.slice(0, DRIVEN_STOPS).entries()) {
      await add(stop, +stop.arrive_time, stop, 0);
      await add(stop, +stop.leave_time, stop, 0);
      const next = stops[i + 1];
      if (!next || i + 1 >= DRIVEN_STOPS) continue;
      const { geometry, metres } = await roads.route([stop, next], {});
      const span = +next.arrive_time - +stop.leave_time;
      if (span <= 0) continue;
      for (const [at, place] of geometry.entries())
        await add(
          stop,
          +stop.leave_time + (span * (at + 1)) / (geometry.length + 1),
          place,
          (metres / span) * 3600,
        );
    }
  }
  await table.flush();
}

/** Draws containers before and after emptying, in place of a crew's photos. */
function drawing(full: boolean): Buffer {
  const heaps = full
    ? '<g fill="#7b6a4f"><ellipse cx="300" cy="285" rx="105" ry="55"/><ellipse cx="560" cy="280" rx="110" ry="62"/><ellipse cx="760" cy="520" rx="60" ry="22"/></g>'
    : '';
  return Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 960 640">
    <rect width="960" height="400" fill="#c9d8e2"/><rect y="400" width="960" height="240" fill="#8d8f8b"/>
    <rect x="120" y="200" width="720" height="20" fill="#6f7478"/>${heaps}
    <g fill="#3c7a4f"><rect x="195" y="290" width="210" height="210" rx="10"/><rect x="455" y="290" width="210" height="210" rx="10"/></g>
    <g fill="#24292d"><circle cx="225" cy="512" r="16"/><circle cx="375" cy="512" r="16"/><circle cx="485" cy="512" r="16"/><circle cx="635" cy="512" r="16"/></g>
  </svg>`);
}

interface Picture {
  size: number;
  bytes: string;
  sha256: string;
}

const bytea = (bytes: Buffer) => `\\x${bytes.toString('hex')}`;
let drawn: Promise<Picture[]> | undefined;

/** Renders the pictures once, however many instances are seeded. */
function pictures(): Promise<Picture[]> {
  drawn ??= Promise.all(
    [true, false].map(async (full) => {
      const bytes = await sharp(drawing(full)).jpeg({ quality: 60 }).toBuffer();
      const sha256 = bytea(createHash('sha256').update(bytes).digest());
      return { size: bytes.length, bytes: bytea(bytes), sha256 };
    }),
  );
  return drawn;
}

async function photos(ground: Ground): Promise<void> {
  const { trx, instanceId, today } = ground;
  const all = await pictures();
  const { rows } = await sql<{ id: string; arrive_time: Date; visit_date: string; status: string }>`
    select v.id, v.arrive_time, v.visit_date::text, v.status from visits v where v.instance_id = ${instanceId}
      and v.visit_date in (${dayFrom(today, -1)}, ${dayFrom(today, 0)}) and v.arrive_time is not null
    order by v.status = 'SUCCESS', v.id limit ${PHOTO_VISITS}`.execute(trx);
  const tables = {
    files: new Inserter(trx, 'files'),
    variants: new Inserter(trx, 'file_variants'),
    chunks: new Inserter(trx, 'file_chunks'),
    photos: new Inserter(trx, 'visit_photos'),
  };
  for (const [i, visit] of rows.entries()) {
    const seen = seenOn(i / 3, visit.status === 'SUCCESS');
    for (const [at, { fill, ...what }] of seen.entries()) {
      // The first of the two drawings has full containers.
      const { size, bytes, sha256 } = all[fill < 50 ? 1 : 0]!;
      const time = new Date(+visit.arrive_time + (at * 150 + 20) * 1000).toISOString();
      const file = { ...ground.row(), date: visit.visit_date, change_time: time };
      const photo = { ...ground.row(), change_time: time };
      const analysed = i % 3 === 0;
      const part = { file_id: file.id, instance_id: instanceId, variant: 'original' };
      await tables.files.add({
        ...file,
        uploader_id: null,
        entity: 'visitPhoto',
        field: 'file',
        entity_id: photo.id,
        claim_time: time,
        name: `${at === 0 ? 'До' : 'После'} вывоза ${i + 1}.jpg`,
        media_type: 'image/jpeg',
        size,
        sha256,
        width: 960,
        height: 640,
        folder: false,
      });
      await tables.variants.add({ ...part, media_type: 'image/jpeg', size, sha256 });
      await tables.chunks.add({ ...part, position: 0, bytes });
      await tables.photos.add({
        ...photo,
        visit_id: visit.id,
        file_id: file.id,
        photo_time: time,
        kind: at === 0 ? 'BEFORE' : 'AFTER',
        analysis: analysed ? 'DONE' : null,
        fill: analysed ? fill : null,
        seen: analysed ? what.seen : [],
        confidence: analysed ? 91 - at * 4 : null,
        analysis_time: analysed ? new Date(Math.min(+today + DAY_MS / 4, Date.now())).toISOString() : null,
      });
    }
  }
  for (const table of Object.values(tables)) await table.flush();
}

const FULL = [95, 82, 100, 78];
const LEFT = [5, 12, 45, 0, 8, 60];

/** Returns the findings of the analysis before and after a visit; containers that were not emptied stay the same. */
function seenOn(n: number, emptied: boolean): { fill: number; seen: string[] }[] {
  const of = (list: readonly number[]) => list[Math.floor(n) % list.length]!;
  const full = of(FULL);
  const before = { fill: full, seen: full > 90 ? ['CONTAINERS', 'SPILLAGE'] : ['CONTAINERS'] };
  if (!emptied) return [before, before];
  const left = of(LEFT);
  return [before, { fill: left, seen: left < 30 ? ['EMPTY_CONTAINERS'] : ['CONTAINERS'] }];
}
