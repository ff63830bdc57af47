/** Vehicles, their terminals and passes, and units. */
import type { Generated } from 'kysely';
import type { OptionalTime, Own } from './common.ts';

export interface VehicleTable extends Own {
  reg_number: string;
  model: string;
  type: string;
  garage_number: string | null;
  vin: string | null;
  chassis: string | null;
  production_year: number | null;
  vehicle_group: string | null;
  contracts_count: Generated<number>;
  owner_customer_id: string | null;
  carrier_customer_id: string | null;
  parking_id: string | null;
  loaders_count: number | null;
  attributes: Generated<string[]>;
  trailer1_id: string | null;
  trailer2_id: string | null;
  euro_export: Generated<boolean>;
  tablet_present: Generated<boolean>;
  tablet_lack_reason: string | null;
  task_creation_allowed: Generated<boolean>;
  need_synch: Generated<boolean>;
  accounting_policy: string | null;
  policy_parameters: string | null;
  auto_confirmation: Generated<boolean>;
  event_fixation: Generated<boolean>;
  extra_equipment: Generated<string[]>;
  equipment_type: string | null;
  fuel_type: string | null;
  mechanism_model: string | null;
  fuel_mileage_summer: number | null;
  fuel_mileage_winter: number | null;
  fuel_run_summer: number | null;
  fuel_run_winter: number | null;
  fuel_machine_hour_summer: number | null;
  fuel_machine_hour_winter: number | null;
  fuel_container_action_summer: number | null;
  fuel_container_action_winter: number | null;
  weight: number | null;
  body_volume: number | null;
  compaction: number | null;
  max_mass: number | null;
  min_occupancy: number | null;
  average_speed: number | null;
  average_fuel: number | null;
  tonnage: number | null;
  transfer_station_time: number | null;
  start_address: string | null;
  start_latitude: number | null;
  start_longitude: number | null;
  technical_condition: string | null;
  standard: string | null;
  cost_fixed: number | null;
  cost_hour: number | null;
  cost_km: number | null;
  cost_order_visit: number | null;
  cost_run: number | null;
  cost_tonne_km: number | null;
  travel_time_multiplier: number | null;
  status: Generated<'ACTIVE' | 'REMOVED'>;
}

export interface VehiclePolygonTicketTable extends Own {
  vehicle_id: string;
  unloading_point_id: string;
  begin_date: string;
  end_date: string | null;
  number: string;
  note: string | null;
  source: string | null;
  driver_id: string | null;
}

export interface VehiclePhotoTable extends Own {
  vehicle_id: string;
  photo_type: string;
  photo_date: string;
  file_id: string;
}

export interface TerminalTable extends Own {
  device_id: string;
  imei: string;
  latitude: number | null;
  longitude: number | null;
  location_time: OptionalTime;
  location_address: string | null;
  last_success_time: OptionalTime;
  last_failure_time: OptionalTime;
  /** When subscribers were last notified of its location. */
  told_time: OptionalTime;
}

export interface VehicleTerminalTable extends Own {
  vehicle_id: string;
  terminal_id: string;
  begin_time: Date;
  end_time: OptionalTime;
  author: string | null;
}

export interface UnitTable extends Own {
  vehicle_id: string;
  driver_id: string;
  begin_time: Date;
  end_time: Date;
  status: Generated<'WORK' | 'TRANSIT' | 'WASH' | 'SITE_MAINTENANCE'>;
  start_parking_id: string | null;
  comment: string | null;
}

export interface FleetTables {
  vehicles: VehicleTable;
  vehicle_garbage_types: { instance_id: string; vehicle_id: string; garbage_type: string };
  vehicle_container_types: { instance_id: string; vehicle_id: string; container_type: string };
  vehicle_drivers: { instance_id: string; vehicle_id: string; driver_id: string };
  vehicle_additional_works: {
    instance_id: string;
    vehicle_id: string;
    kind: string;
    measure: string | null;
  };
  vehicle_polygon_tickets: VehiclePolygonTicketTable;
  vehicle_photos: VehiclePhotoTable;
  terminals: TerminalTable;
  vehicle_terminals: VehicleTerminalTable;
  units: UnitTable;
  unit_unloading_points: {
    instance_id: string;
    unit_id: string;
    unloading_point_id: string;
    position: number;
  };
}
