/** The tables as the query builder sees them, area by area. */
import type { AccessTables } from './tables/access.ts';
import type { CollectionTables } from './tables/collection.ts';
import type { FileTables } from './tables/files.ts';
import type { FleetTables } from './tables/fleet.ts';
import type { JobTables } from './tables/jobs.ts';
import type { LiveTables } from './tables/live.ts';
import type { PartyTables } from './tables/parties.ts';
import type { PlaceTables } from './tables/places.ts';
import type { SharedTables } from './tables/shared.ts';

export type { InstanceType } from './tables/access.ts';

export interface Database
  extends
    AccessTables,
    SharedTables,
    PlaceTables,
    PartyTables,
    FleetTables,
    CollectionTables,
    LiveTables,
    FileTables,
    JobTables {}

/** Tables whose rows belong to one instance each. */
export const INSTANCE_TABLES: ReadonlySet<string> = new Set<keyof Database>([
  'accounts',
  'roles',
  'audit_log',
  'preferences',
  'events',
  'locations',
  'divisions',
  'staff',
  'visit_points',
  'unloading_points',
  'unloading_point_garbage_types',
  'parkings',
  'garbage_types',
  'container_types',
  'container_time_corrections',
  'customers',
  'customer_container_policies',
  'contracts',
  'contract_limits',
  'contract_limit_usage',
  'contract_districts',
  'contract_vehicles',
  'contract_plans',
  'vehicles',
  'vehicle_garbage_types',
  'vehicle_container_types',
  'vehicle_drivers',
  'vehicle_additional_works',
  'vehicle_polygon_tickets',
  'vehicle_photos',
  'terminals',
  'vehicle_terminals',
  'units',
  'unit_unloading_points',
  'stands',
  'evacuation_points',
  'containers',
  'schedules',
  'schedule_periods',
  'visits',
  'task_items',
  'jobs',
  'files',
  'file_variants',
  'file_chunks',
  'file_usage',
]);
