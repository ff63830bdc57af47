/** Messages of the live channel; readable by accounts that may read the rows they describe. */
import type { ColumnType, Generated } from 'kysely';
import type { Time } from './common.ts';

export interface LiveTables {
  live_sequences: { broadcast: string; index: string; sequence: number; change_time: Date };
  live_messages: {
    id: Generated<number>;
    broadcast: string;
    index: string;
    /** Assigned by the database when the transaction commits. */
    sequence: ColumnType<number, never, never>;
    dto: ColumnType<unknown, string, never>;
    reference: boolean;
    batch: boolean;
    create_time: Time;
  };
}
