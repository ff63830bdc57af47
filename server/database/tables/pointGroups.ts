/** Point groups in their folders. */
import type { Generated } from 'kysely';
import type { Json, Own, Time } from './common.ts';

/** The roots of the tree of folders: enum values of the API, not rows. */
export type Root = 'PRIVATE' | 'GENERAL' | 'ARCHIVE' | 'HYPOTHESIS';

interface Placed extends Own {
  root: Root;
  name: string;
  owner_id: string | null;
  author_id: string | null;
  archived_root: Root | null;
  archived_parent_id: string | null;
  create_time: Time;
}

export interface PointGroupDirectoryTable extends Placed {
  parent_id: string | null;
  path: Generated<string[]>;
  visibility: 'NOBODY' | 'ALL' | 'DIVISIONS' | null;
  schedule_id: string | null;
}

export interface PointGroupTable extends Placed {
  directory_id: string | null;
  vehicle_group: string | null;
  vehicle_type: string | null;
  cluster: string | null;
  districts: Generated<string[]>;
  colour: Generated<string>;
  strict_sequence: Generated<boolean>;
  comment: string | null;
  area: Json;
}

export interface RoadClosureTable extends Own {
  reason: string;
  geometry: Json;
  begin_time: Time;
  end_time: Date | null;
  mark: Generated<string>;
  failure: string | null;
  tries: Generated<number>;
  next_try_time: Date | null;
  service_number: string | null;
}

export interface PointGroupTables {
  road_closures: RoadClosureTable;
  point_group_directories: PointGroupDirectoryTable;
  point_group_directory_divisions: { directory_id: string; division_id: string; instance_id: string };
  point_groups: PointGroupTable;
  point_group_elements: {
    point_group_id: string;
    evacuation_point_id: string;
    instance_id: string;
    position: number;
    time_from: string | null;
    time_to: string | null;
    garbage_types: Generated<string[]>;
    container_types: Generated<string[]>;
  };
}
