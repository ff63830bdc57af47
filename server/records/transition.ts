/**
 * Actions as a record declares them. The database's table `transitions` says from which state an action leads to which;
 * the operation of the action says who may (rights, kinds of instance, side of the two parties).
 */
import type { Expression, SqlBool } from 'kysely';
import type { AuditAction } from './auditKinds.ts';
import type { Change } from './change.ts';
import type { Columns, OwnRow } from './rows.ts';

/** How a record that waits is shown in the list of what is to be done. */
export interface Waits {
  /** Column of the text by which people know the record. */
  title: string;
  /** What the record belongs to, as people know it: SQL of a text, the record's table being called `t`. */
  about?: Expression<unknown>;
  /** Column of the day that the record is of, where there is one. */
  day?: string;
  /** Column of the last day on which the action is in time. */
  deadline?: string;
  /** Which rows wait, the record's table being called `t`; all in the state unless said. */
  where?: Expression<SqlBool>;
}

/** One action of a record. */
export interface Transition {
  /** The operation that carries it out; unless said, the one that the API file derives from the action's name. */
  operation?: string;
  /** Throws a Problem when the action must not be taken. It only reads; `input` is absent while actions are listed. */
  guard?(change: Change<undefined>): Promise<void>;
  /** Columns that the action sets beside the state. */
  sets?(change: Change<undefined>): Columns;
  /** Lists the records whose state permits this action in the to-do list of every account that has the right to it. */
  waits?: Waits;
  /** What else it brings about, in the transaction of the change. */
  effect?(row: OwnRow, change: Change<undefined>): Promise<void>;
}

/** The actions of a record, in the order in which people are offered them. */
export interface Transitions {
  /** Operation that lists what may be done: its one array parameter holds ids, its reply {id, code, caption}. */
  list?: string;
  /** Operation that takes one action on many records: {action, rows: [{id, version}], input}. */
  batch?: string;
  /** Captions are the texts `CAPTIONS.ACTION`. */
  captions: string;
  of: Partial<Record<AuditAction, Transition>>;
}
