/** Messages of the live channel; they belong to whoever may read what they tell of. */
import type { ColumnType, Generated } from 'kysely';
import type { Time } from './common.ts';

export interface LiveTables {
  live_sequences: { broadcast: string; index: string; sequence: number; change_time: Date };
  live_messages: {
    id: Generated<number>;
    broadcast: string;
    index: string;
    /** Given by the database as the transaction commits. */
    sequence: ColumnType<number, never, never>;
    dto: ColumnType<unknown, string, never>;
    reference: boolean;
    batch: boolean;
    create_time: Time;
  };
}
