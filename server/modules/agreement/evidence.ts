/** Evidence for a result: the tasks that it sums up, the visits that carried them out, the weighings of that day. */
import { sql } from 'kysely';
import type { CsoriEvidence } from '../../../schemas/generated/api.ts';
import type { Db } from '../../database/connection.ts';
import type { Captions } from '../../records/captions.ts';
import { tasksOfCarrierResult } from '../results/find.ts';
import type { CsoriRow } from './move.ts';

interface TaskRow {
  id: string;
  name: string;
  planned_count: number;
  planned_volume: number;
  done_count: number | null;
  done_volume: number | null;
  failure_reason: string | null;
  status: string | null;
  plan_time: Date | null;
  arrive_time: Date | null;
  leave_time: Date | null;
  reg_number: string | null;
}

/**
 * Reads the source rows of the result outside the scope: the tasks have the same stand, day, container type and
 * contract, so an account that sees the result may see them.
 */
export async function evidenceOf(db: Db, row: CsoriRow, captions: Captions): Promise<CsoriEvidence> {
  const whole = db.withoutPlugins();
  const { rows: tasks } = await sql<TaskRow & { vehicle_id: string | null }>`
    select t.id, t.name, t.planned_count, t.planned_volume, t.done_count, t.done_volume, t.failure_reason,
      v.status, v.plan_time, v.arrive_time, v.leave_time, c.reg_number, u.vehicle_id
    from csoris r cross join lateral (select k.*, e.name from ${tasksOfCarrierResult('r')}) t
    left join visits v on v.id = t.visit_id left join units u on u.id = v.unit_id left join vehicles c on c.id = u.vehicle_id
    where r.id = ${row.id} order by t.name, t.id`.execute(whole);
  const vehicles = [...new Set(tasks.flatMap(({ vehicle_id: id }) => (id ? [id] : [])))];
  const { rows: weighings } = await sql<{
    id: string;
    weigh_time: Date;
    name: string;
    reg_number: string;
    net: number;
  }>`
    select w.id, w.weigh_time, p.name, c.reg_number, w.net
    from weighings w join visit_points p on p.id = w.visit_point_id join vehicles c on c.id = w.vehicle_id
    join instances i on i.id = w.instance_id
    where w.vehicle_id = any(${vehicles}::uuid[]) and w.action = 'IN' and w.status <> 'ANNULLED'
      and w.garbage_type = ${row.garbage_type}
      and (w.weigh_time at time zone i.time_zone)::date = ${row.csori_date}
    order by w.weigh_time limit 50`.execute(whole);
  const iso = (time: Date | null) => time?.toISOString() ?? null;
  return {
    tasks: tasks.map((one) => ({
      id: one.id,
      evacuationPoint: one.name,
      plannedCount: one.planned_count,
      plannedVolume: one.planned_volume,
      doneCount: one.done_count,
      doneVolume: one.done_volume,
      failureReason: captions.optional('containerFailureReason', one.failure_reason),
      visitStatus: captions.optional('visitStatuses', one.status),
      planTime: iso(one.plan_time),
      arriveTime: iso(one.arrive_time),
      leaveTime: iso(one.leave_time),
      vehicle: one.reg_number,
    })),
    weighings: weighings.map((one) => ({
      id: one.id,
      time: one.weigh_time.toISOString(),
      place: one.name,
      vehicle: one.reg_number,
      net: one.net,
    })),
  };
}
