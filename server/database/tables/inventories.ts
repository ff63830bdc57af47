/** Inventories of stands. */
import type { Generated } from 'kysely';
import type { OptionalTime, Own } from './common.ts';

export interface InventoryTable extends Own {
  name: string;
  begin_date: string;
  end_date: string;
  status: Generated<string>;
  responsible_id: string | null;
  note: string | null;
  districts: Generated<string[]>;
  residentials: Generated<string[]>;
  signs: Generated<string[]>;
  complete_time: OptionalTime;
}

export interface InventoryStandTable extends Own {
  inventory_id: string;
  stand_id: string;
  number: string;
  state: Generated<'OPEN' | 'CHECKED' | 'SKIPPED'>;
  skip_reason: string | null;
  check_time: OptionalTime;
  checked_by: string | null;
  condition: string | null;
  comment: string | null;
  latitude: number | null;
  longitude: number | null;
}

export interface InventoryContainerTable extends Own {
  inventory_stand_id: string;
  container_type: string;
  count: number;
  broken: Generated<number>;
}

export interface InventoryDifferenceTable extends Own {
  inventory_id: string;
  inventory_stand_id: string;
  number: string;
  kind: 'COUNT' | 'TYPE' | 'PLACE';
  container_type: string | null;
  expected: number | null;
  found: number | null;
  distance: number | null;
  latitude: number | null;
  longitude: number | null;
  status: Generated<'OPEN' | 'ACCEPTED' | 'REFUSED'>;
  reason: string | null;
  decided_by: string | null;
  decision_time: OptionalTime;
}

export interface InventoryTables {
  inventories: InventoryTable;
  inventory_stands: InventoryStandTable;
  inventory_containers: InventoryContainerTable;
  inventory_differences: InventoryDifferenceTable;
}
