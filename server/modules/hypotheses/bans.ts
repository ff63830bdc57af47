/** Roads that are closed to a shift: way restrictions of its kind of transport, and confirmed road closures. */
import { sql } from 'kysely';
import type { Db } from '../../database/connection.ts';
import type { Shape } from '../../geometry/shapes.ts';
import type { Ban } from '../../travel/port.ts';

const DAY = 86_400;
const DAY_MS = DAY * 1000;
/** Kilograms of a loaded vehicle above which it is a lorry (sign 3.4 without a number), and a heavy one. */
const LORRY = 3_500;
const HEAVY = 12_000;
const WEEK = ['SUNDAY', 'MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY'];

interface Restriction {
  id: string;
  geometry: Shape;
  transport: string;
  beginDate: string;
  endDate: string | null;
  weekDays: string[];
  /** Seconds since midnight; null: all day. */
  from: number | null;
  to: number | null;
}

interface Closure {
  id: string;
  geometry: Shape;
  begin: Date;
  end: Date | null;
}

/** Everything that closes roads on some of the days of a hypothesis. */
export interface RoadBans {
  restrictions: Restriction[];
  closures: Closure[];
}

/** Properties of a shift that road bans depend on. */
export interface ShiftOnRoads {
  begin: Date;
  end: Date;
  vehicleType: string;
  /** Kilograms of the loaded vehicle; null: unknown, treated as a heavy vehicle. */
  fullMass: number | null;
  hasTrailer: boolean;
}

/** Reads the road bans for the days of a hypothesis; a shift may end on the following day. */
export async function readBans(db: Db, instanceId: string, hypothesisId: string): Promise<RoadBans> {
  const days = sql`(select min(d.day) as first, max(d.day) + 1 as last from v_days d
    where d.hypothesis_id = ${hypothesisId})`;
  const [restrictions, closures] = await Promise.all([
    sql<Restriction>`select r.id, r.geometry, r.transport_type as transport, r.begin_date::text as "beginDate",
        r.end_date::text as "endDate", r.week_days as "weekDays",
        extract(epoch from r.time_from)::integer as "from", extract(epoch from r.time_to)::integer as "to"
      from way_restrictions r join ${days} d
        on r.begin_date <= d.last and (r.end_date is null or r.end_date >= d.first)
      where r.instance_id = ${instanceId} order by r.id`.execute(db),
    sql<Closure>`select c.id, c.geometry, c.begin_time as begin, c.end_time as end
      from road_closures c join instances i on i.id = c.instance_id join ${days} d
        on c.begin_time < ((d.last + 1)::timestamp at time zone i.time_zone)
        and (c.end_time is null or c.end_time > (d.first::timestamp at time zone i.time_zone))
      where c.instance_id = ${instanceId} and c.mark = 'CONFIRMED' order by c.id`.execute(db),
  ]);
  return { restrictions: restrictions.rows, closures: closures.rows };
}

/**
 * Returns what is closed to a shift at any moment of it. The hour at which a route passes a street is not known yet, so
 * a street that is closed for an hour of the shift is closed for all of it: no route ever breaks a restriction.
 */
export function bansOf(
  shift: ShiftOnRoads,
  day: { day: string; midnight: Date },
  { restrictions, closures }: RoadBans,
): Ban[] {
  const closed = [
    ...restrictions.filter((one) => concerns(one.transport, shift) && isInForce(one, shift, day)),
    ...closures.filter(({ begin, end }) => begin < shift.end && (end === null || end > shift.begin)),
  ];
  return closed.map(({ geometry }) => ({ geometry }));
}

function concerns(transport: string, { vehicleType, fullMass, hasTrailer }: ShiftOnRoads): boolean {
  const mass = fullMass ?? Infinity;
  if (transport === 'TRUCK') return mass > LORRY;
  if (transport === 'HEAVY_TRUCK') return mass > HEAVY;
  if (transport === 'TRAILER') return hasTrailer || vehicleType === 'TRAILER';
  return true;
}

function isInForce(
  one: Restriction,
  { begin, end }: ShiftOnRoads,
  { day, midnight }: { day: string; midnight: Date },
): boolean {
  const since = (time: Date) => (time.getTime() - midnight.getTime()) / 1000;
  const [first, last] = [since(begin), since(end)];
  for (let start = 0; start < last; start += DAY) {
    const date = new Date(Date.parse(day) + (start / DAY) * DAY_MS);
    const word = date.toISOString().slice(0, 10);
    if (word < one.beginDate || (one.endDate !== null && word > one.endDate)) continue;
    if (one.weekDays.length > 0 && !one.weekDays.includes(WEEK[date.getUTCDay()]!)) continue;
    if (start + (one.from ?? 0) < last && start + (one.to ?? DAY) > first) return true;
  }
  return false;
}
