/** Locations, places where vehicles stop, staff, and the reference lists of the business. */
import type { Generated } from 'kysely';
import type { Own } from './common.ts';

export interface LocationTable extends Own {
  parent_id: string | null;
  kind: LocationKind;
  code: string;
  name: string;
  latitude: number | null;
  longitude: number | null;
  /** Ids from the root down to this row; maintained by triggers. */
  path: Generated<string[]>;
}

export type LocationKind = 'REGION' | 'DISTRICT' | 'SETTLEMENT';

export interface DivisionTable extends Own {
  name: string;
  location_id: string | null;
  address: string | null;
  latitude: number | null;
  longitude: number | null;
  phone: string | null;
}

export interface StaffTable extends Own {
  last_name: string;
  first_name: string;
  middle_name: string | null;
  role: Generated<string>;
  division_id: string | null;
  personnel_number: string | null;
  phone: string | null;
  begin_date: string | null;
  end_date: string | null;
}

export interface VisitPointTable extends Own {
  type: string;
  name: string;
  address: string;
  location_id: string | null;
  latitude: number;
  longitude: number;
  owner_customer_id: string | null;
  time_from: string | null;
  time_to: string | null;
  phone: string | null;
  comment: string | null;
  has_cameras: Generated<boolean>;
}

/** Has the id of its visit point, as stands and parkings do. */
export interface UnloadingPointTable extends Own {
  kind: string;
  day_capacity: number | null;
  unloading_time: Generated<number>;
}

export interface ParkingTable extends Own {
  division_id: string | null;
  capacity: number | null;
  guarded: Generated<boolean>;
}

export interface GarbageTypeTable extends Own {
  code: string;
  name: string;
  hazard_class: number | null;
  density: number | null;
}

export interface ContainerTypeTable extends Own {
  code: string;
  name: string;
  volume: number;
  max_mass: number | null;
  processing_time: Generated<number>;
}

export interface ContainerTimeCorrectionTable extends Own {
  container_type: string;
  count_from: number;
  count_to: number | null;
  processing_time: number;
}

export interface PlaceTables {
  locations: LocationTable;
  divisions: DivisionTable;
  staff: StaffTable;
  visit_points: VisitPointTable;
  unloading_points: UnloadingPointTable;
  unloading_point_garbage_types: { instance_id: string; unloading_point_id: string; garbage_type: string };
  parkings: ParkingTable;
  garbage_types: GarbageTypeTable;
  container_types: ContainerTypeTable;
  container_time_corrections: ContainerTimeCorrectionTable;
}
