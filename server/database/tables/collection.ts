/** Stands, containers, schedules and visits of the collection. */
import type { Generated, GeneratedAlways } from 'kysely';
import type { OptionalTime, Own } from './common.ts';
import type { Approval, Reviewed } from './results.ts';

export interface StandTable extends Own {
  number: string;
  kind: string;
  status: Generated<string>;
  residential: string | null;
  sector: string | null;
  responsible: string | null;
  surface: string | null;
  area: number | null;
  fenced: Generated<boolean>;
  roofed: Generated<boolean>;
  signs: Generated<string[]>;
  change_reason: string | null;
  begin_date: string;
  end_date: string | null;
  /** From the latest analysed photo; triggers of `visit_photos` write these three. */
  fill_percent: Generated<number | null>;
  fill_level: Generated<string | null>;
  fill_time: OptionalTime;
}

export interface EvacuationPointTable extends Own {
  stand_id: string;
  garbage_type: string;
  name: string;
  time_from: string | null;
  time_to: string | null;
  comment: string | null;
}

export interface ContainerTable extends Own {
  evacuation_point_id: string;
  container_type: string;
  number: string;
  owner_customer_id: string | null;
  begin_date: string;
  end_date: string | null;
}

export interface SchedulePeriodTable extends Own {
  schedule_id: string;
  excluded: Generated<boolean>;
  kind: 'EVERY_WEEK' | 'NUMBERED_WEEKS' | 'EVERYDAY';
  week_days: Generated<number[]>;
  weeks: Generated<number[]>;
  time_from: string | null;
  time_to: string | null;
  begin_date: string | null;
  end_date: string | null;
  slots: GeneratedAlways<string>;
}

export interface VisitTable extends Own {
  unit_id: string;
  visit_point_id: string;
  visit_date: string;
  position: number;
  status: Generated<VisitStatus>;
  plan_time: OptionalTime;
  arrive_time: OptionalTime;
  leave_time: OptionalTime;
  failure_reason: string | null;
  comment: string | null;
}

export type VisitStatus =
  | 'PLANNED'
  | 'WAITING'
  | 'SUCCESS'
  | 'FAILED'
  | 'EMPTY'
  | 'REJECTED'
  | 'CANCELED'
  | 'MOVED';

export interface TaskItemTable extends Own, Reviewed {
  approval: Generated<Approval>;
  task_date: string;
  evacuation_point_id: string;
  plan_id: string | null;
  container_type: string;
  container_action: string;
  time_from: string | null;
  time_to: string | null;
  planned_count: number;
  planned_volume: number;
  visit_id: string | null;
  done_count: number | null;
  done_volume: number | null;
  failure_reason: string | null;
}

export interface CollectionTables {
  stands: StandTable;
  /** Maintained by triggers. */
  stand_cells: {
    instance_id: string;
    level: number;
    x: number;
    y: number;
    stands: number;
    longitudes: number;
    latitudes: number;
  };
  evacuation_points: EvacuationPointTable;
  containers: ContainerTable;
  schedules: Own & { name: string | null };
  schedule_periods: SchedulePeriodTable;
  visits: VisitTable;
  task_items: TaskItemTable;
}
