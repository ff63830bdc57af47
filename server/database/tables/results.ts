/** Results of tasks by vehicles, data sent by devices, and incidents. */
import type { Generated } from 'kysely';
import type { OptionalTime, Own, Time } from './common.ts';

export type Approval = 'APPROVED' | 'REJECTED' | 'CONSIDERATION';
export type TelematicKind = 'LIFT' | 'PARKING' | 'SENSOR';
export type AnalysisStatus = 'WAITING' | 'DONE' | 'FAILED';
export type IncidentStatus = 'OPENED' | 'ACCEPTED' | 'DECLINED';

/** Verification of a result by a person. */
export interface Reviewed {
  reviewed: Generated<boolean>;
  review_reason: string | null;
  reviewer: string | null;
  review_time: OptionalTime;
}

export interface TaskVisitTable extends Own, Reviewed {
  task_item_id: string;
  visit_id: string;
  task_date: string;
  reported_count: number | null;
  reported_volume: number | null;
  done_count: number | null;
  done_volume: number | null;
  judged_count: number | null;
  judged_volume: number | null;
  confirmed: boolean | null;
  judge_time: OptionalTime;
  failure_reason: string | null;
}

export interface TrackPointTable {
  instance_id: string;
  vehicle_id: string;
  point_time: Time;
  latitude: number;
  longitude: number;
  speed: number | null;
  heading: number | null;
  receive_time: Time;
}

export interface TelematicEventTable extends Own {
  vehicle_id: string;
  kind: TelematicKind;
  sensor: string | null;
  begin_time: Time;
  end_time: OptionalTime;
  latitude: number | null;
  longitude: number | null;
  value: number | null;
}

export interface VisitPhotoTable extends Own {
  visit_id: string;
  file_id: string;
  photo_time: Time;
  kind: string;
  analysis: AnalysisStatus | null;
  analysis_failure: string | null;
  fill: number | null;
  seen: Generated<string[]>;
  confidence: number | null;
  analysis_time: OptionalTime;
}

export interface IncidentTable extends Own {
  number: string;
  type: string;
  status: Generated<IncidentStatus>;
  task_item_id: string;
  stand_id: string;
  task_visit_id: string | null;
  visit_id: string | null;
  csori_date: string | null;
  csori_id: string | null;
  finding_id: string | null;
  create_time: Time;
  author: string | null;
  author_id: string | null;
  comment: string | null;
  status_author: string | null;
  status_time: OptionalTime;
  status_comment: string | null;
}

export interface ResultTables {
  task_visits: TaskVisitTable;
  track_points: TrackPointTable;
  telematic_events: TelematicEventTable;
  visit_photos: VisitPhotoTable;
  incidents: IncidentTable;
  recalculations: Own & { contract_id: string; event: string; create_time: Time };
}
