/** Hypotheses of a day of collection, and the solutions calculated from them. */
import type { ColumnType, Generated } from 'kysely';
import type { Own, Time } from './common.ts';

export type SolutionStatus =
  | 'QUEUED'
  | 'IN_PLANNING'
  | 'IN_PROCESS'
  | 'SUCCESS'
  | 'ERROR'
  | 'CANCELED'
  | 'CANCELING'
  | 'DELETING';
export type HypothesisStatus = 'DRAFT' | SolutionStatus;
export type ExperienceMode = 'STRICT' | 'NOT_STRICT' | 'IGNORE';

/** Settings of a calculation: of a hypothesis for the next one, of a solution those it was calculated with. */
interface Settings {
  config: string;
  max_calculation_time: number;
  traffic_jams: boolean;
  toll_roads: boolean;
  ferry_crossing: boolean;
  same_order_time_window: boolean;
  experience: ExperienceMode;
  experience_threshold: number;
}

type WithDefaults<Columns> = { [Key in keyof Columns]: Generated<Columns[Key]> };

export interface HypothesisTable extends Own, WithDefaults<Settings> {
  name: string;
  begin_date: string;
  end_date: string;
  comment: string | null;
  author_id: string | null;
  author: string;
  status: Generated<HypothesisStatus>;
  valid: Generated<boolean>;
  /** Maintained by triggers. */
  task_count: Generated<number>;
}

export interface VDayTable extends Own {
  hypothesis_id: string;
  day: string;
}

export interface VTaskItemTable extends Own {
  hypothesis_id: string;
  v_day_id: string;
  evacuation_point_id: string;
  container_type: string;
  container_action: string;
  count: number;
  volume: number;
  time_from: string | null;
  time_to: string | null;
}

export interface VUnitTable extends Own {
  hypothesis_id: string;
  v_day_id: string;
  vehicle_id: string;
  driver_id: string | null;
  begin_time: Date;
  end_time: Date;
  start_point_id: string | null;
  parking_point_id: string | null;
}

export interface SolutionTable extends Own, Settings {
  hypothesis_id: string;
  name: string;
  type: 'CALCULATED' | 'RECALCULATED' | 'MANUAL';
  status: SolutionStatus;
  create_time: Time;
  author_id: string | null;
  author: string;
  job_id: string | null;
  start_id: string | null;
  error_key: string | null;
  progress: Generated<number>;
  needs_recalculation: Generated<boolean>;
  not_considered: Generated<string[]>;
  vehicle_count: Generated<number>;
  run_count: Generated<number>;
  distance: Generated<number>;
  duration: Generated<number>;
  score: number | null;
  unplanned_count: number | null;
  descent: ColumnType<unknown, string | undefined, string>;
  actual: ColumnType<unknown, string | null | undefined, string | null>;
}

export interface SolutionMoveTable extends Own {
  solution_id: string;
  number: number;
  author: string;
  create_time: Time;
  replaced: ColumnType<unknown, string, string>;
}

export interface VRouteTable extends Own {
  solution_id: string;
  number: number;
  v_unit_id: string | null;
  day: string;
  vehicle_id: string;
  driver_id: string | null;
  colour: string;
  start_time: Time;
  finish_time: Time;
  distance: number;
  driving_time: number;
  service_time: number;
  waiting_time: number;
  volume: number;
  mass: number;
  fill: number;
  cost: number;
  line: ColumnType<unknown, string | null | undefined, string | null>;
}

export interface VRunTable extends Own {
  v_route_id: string;
  number: number;
  unloading_point_id: string | null;
  task_count: number;
  distance: number;
  volume: number;
  mass: number;
}

export interface VRouteStopTable extends Own {
  v_route_id: string;
  position: number;
  run_number: number;
  kind: 'START' | 'TASK' | 'UNLOADING' | 'BREAK' | 'END';
  order_number: number | null;
  v_task_item_id: string | null;
  visit_point_id: string | null;
  container_type: string | null;
  count: number | null;
  volume: number | null;
  arrival_time: Time;
  waiting_time: Generated<number>;
  service_time: Generated<number>;
  load_volume: Generated<number>;
  load_mass: Generated<number>;
  distance: Generated<number>;
}

export interface SolutionPointGroupTable extends Own {
  solution_id: string;
  v_route_id: string;
  point_group_id: string;
}

export interface HypothesisTables {
  hypotheses: HypothesisTable;
  v_days: VDayTable;
  v_task_items: VTaskItemTable;
  /** Maintained by triggers. */
  v_task_groups: {
    instance_id: string;
    hypothesis_id: string;
    v_day_id: string;
    garbage_type: string;
    container_type: string;
    tasks: number;
  };
  v_units: VUnitTable;
  v_unit_unloading_points: {
    instance_id: string;
    v_unit_id: string;
    unloading_point_id: string;
    position: number;
  };
  solutions: SolutionTable;
  v_routes: VRouteTable;
  v_runs: VRunTable;
  v_route_stops: VRouteStopTable;
  solution_point_groups: SolutionPointGroupTable;
  solution_moves: SolutionMoveTable;
  solution_unplanned_items: {
    instance_id: string;
    solution_id: string;
    v_task_item_id: string;
    reasons: string[];
    cut_off: Generated<boolean>;
    by_hand: Generated<boolean>;
  };
}
