/**
 * Declaration of a record's actions. The database's table `transitions` defines the states before and after an action;
 * the operation of the action defines who may take it (rights, kinds of instance, side of the two parties).
 */
import type { Expression, SqlBool } from 'kysely';
import type { AuditAction } from './auditKinds.ts';
import type { Change } from './change.ts';
import type { Columns, OwnRow } from './rows.ts';

/** How a waiting record is shown in the to-do list. */
export interface Waits {
  /** Column of the text by which users know the record. */
  title: string;
  /** What the record belongs to, as users know it: SQL of a text, with the record's table aliased as `t`. */
  about?: Expression<unknown>;
  /** Column of the record's date, where there is one. */
  day?: string;
  /** Column of the last day for the action. */
  deadline?: string;
  /** Condition for the rows that wait, with the record's table aliased as `t`; all in the state unless given. */
  where?: Expression<SqlBool>;
}

/** One action of a record. */
export interface Transition {
  /** The operation of the action; unless given, the one that the API file derives from the action's name. */
  operation?: string;
  /**
   * Throws a Problem when the action must not be taken. It may only read; `input` is absent while actions are listed.
   */
  guard?(change: Change<undefined>): Promise<void>;
  /** Returns columns that the action sets in addition to the state. */
  sets?(change: Change<undefined>): Columns;
  /** Lists the records whose state permits this action in the to-do list of every account that has the right to it. */
  waits?: Waits;
  /** Further effects, in the transaction of the change. */
  effect?(row: OwnRow, change: Change<undefined>): Promise<void>;
}

/** The actions of a record, in the order in which users are offered them. */
export interface Transitions {
  /** Operation that lists the possible actions: its one array parameter contains ids, its reply {id, code, caption}. */
  list?: string;
  /** Operation that takes one action on many records: {action, rows: [{id, version}], input}. */
  batch?: string;
  /** Captions are the texts `CAPTIONS.ACTION`. */
  captions: string;
  of: Partial<Record<AuditAction, Transition>>;
}
