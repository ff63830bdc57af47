/** Columns that tables share; docs/data-model.md lists the units. */
import type { ColumnType, Generated } from 'kysely';

export type Time = ColumnType<Date, Date | string | undefined, Date | string>;
export type OptionalTime = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
/** Written as text, read as a parsed value. */
export type Json = ColumnType<unknown, string | null, never>;

export interface Versioned {
  version: Generated<number>;
  change_time: Time;
}

/** A record of an instance. */
export interface Own extends Versioned {
  id: Generated<string>;
  instance_id: string;
}
