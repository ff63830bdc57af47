/** Tables that the whole product shares: app properties, dictionaries, transitions and events. */
import type { AppProperty } from '../../../schemas/generated/api.ts';
import type { ColumnType, Generated } from 'kysely';
import type { Own, Time, Versioned } from './common.ts';

export type Severity = 'INFORMATION' | 'WARNING' | 'AVERAGE' | 'HIGH' | 'DISASTER';

export interface EventTable extends Omit<Own, 'instance_id'> {
  /** Null: an event of the product itself. */
  instance_id: string | null;
  event_time: Time;
  meta: string;
  severity: Severity;
  source_type: EventSource;
  source_name: string | null;
  status: Generated<string>;
  entity: string | null;
  entity_id: string | null;
  vehicle_id: string | null;
  driver_id: string | null;
  account_id: string | null;
  event_values: ColumnType<Record<string, string | number>, string, string>;
}

export type EventSource = 'STATE' | 'JOB' | 'SIGN_IN' | 'INTEGRATION' | 'EXTERNAL';

/** A value of a dictionary. */
export interface ClassifierTable extends Versioned {
  id: Generated<string>;
  dictionary: string;
  name: string;
  caption_ru: string;
  caption_en: string;
  position: number;
  /** Null: a value of the product. */
  instance_id: string | null;
  retired: Generated<boolean>;
}

export interface SharedTables {
  app_properties: Versioned & {
    id: Generated<number>;
    instance_id: string | null;
    name: string;
    value: string | null;
    type: AppProperty['type'];
  };
  classifiers: ClassifierTable;
  classifier_changes: { version: number };
  transitions: { entity: string; action: string; from_status: string; to_status: string };
  event_metas: { name: string; severity: Severity; caption_ru: string; caption_en: string };
  events: EventTable;
}
