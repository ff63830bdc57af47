/**
 * Declaration of a kind of record: what its API file and its column names do not define. `recordHandlers` derives page,
 * record, saving, deleting, actions and history from it.
 */
import type { Expression, SqlBool } from 'kysely';
import type { Operations } from '../../schemas/generated/api.ts';
import type { Account } from '../access/accounts.ts';
import type { ScopedTransaction } from '../access/scope.ts';
import type { Change } from './change.ts';
import type { FieldSpec } from './fields.ts';
import type { Filter } from './filters.ts';
import type { Columns, OwnRow } from './rows.ts';
import type { Transitions } from './transition.ts';
import type { Tree } from './tree.ts';
import type { Presented } from './auditKinds.ts';

/** Name of a record in the API files (`x-resources`). */
export type RecordName = {
  [Id in keyof Operations]: Id extends `${infer Name}Get` ? Name : never;
}[keyof Operations];

type Of<Id, Part extends 'parameters' | 'body' | 'reply'> = Id extends keyof Operations
  ? Operations[Id][Part]
  : never;

/** The record as returned by its get operation. */
export type RecordOf<Name extends RecordName> = Of<`${Name}Get`, 'reply'>;
/** Body of a save. */
export type SaveOf<Name extends RecordName> = Of<`${Name}Save`, 'body'>;
/** Type of the page's filter. */
export type FilterOf<Name extends RecordName> =
  Of<`${Name}Paging`, 'parameters'> extends { filter?: infer Given } ? NonNullable<Given> : object;

type Filters<Given> = { [Key in keyof Required<Given>]: Filter<NonNullable<Given[Key]>> };
type Search<Name extends RecordName> = (keyof RecordOf<Name> & string)[];

/** The states of a record; the table `transitions` contains the transitions between them. */
export interface States {
  column: string;
  /** A record in this state, and its child records, can no longer be changed. */
  removed?: { status: string; message: string };
}

export interface Declaration<Name extends RecordName> extends Presented {
  table: string;
  /** Properties of the record, of a row of its page or of a save other than a plain column of the same name. */
  fields?: { [Key in keyof RecordOf<Name> | keyof SaveOf<Name>]?: FieldSpec };
  /** Condition for the rows of a page, with the table aliased as `t`; all rows unless given. */
  pages?: Expression<SqlBool>;
  /** Values that a row must have to be a record: other rows are neither shown nor changed. */
  only?: Columns;
  /**
   * Condition for the rows in the scope that an account sees, with the table aliased as `t`; undefined: all of them.
   * Other rows are excluded everywhere: from lists, history, saves and deletions.
   */
  visible?: (account: Account) => Expression<SqlBool> | undefined;
  /** Columns that the audit log must not contain. */
  secret?: readonly string[];
  /** Joined tables whose columns fields use, by the name before the dot: `vehicle` by `vehicle_id`. */
  joins?: Record<string, string>;
  /** Properties that a search covers. */
  search?: Search<Name>;
  /** Default order of a page: sign and property. */
  order: `${'+' | '-'}${string}`;
  /** The parent record: it is locked and must not be removed when this one is saved or deleted. */
  parent?: RecordKind;
  /** Whether `count: -1` returns the whole list. */
  all?: boolean;
  /** Properties whose uniqueness the database enforces, by the name of the index. */
  unique?: Record<string, keyof SaveOf<Name> & string>;
  /** Properties that must not occur twice in one period, by the name of the exclusion constraint. */
  crossing?: Record<string, keyof SaveOf<Name> & string>;
  states?: States;
  /** For records of this kind that form a tree. */
  tree?: Tree;
  /** Actions: who may be offered them, their conditions and effects. */
  transitions?: Transitions;
  /** Throws when a record of another kind must not be saved below the row; deletions are not checked. */
  takes?: (row: OwnRow, child: RecordName, change: Pick<Change, 'body' | 'before'>) => void;
  /**
   * Called when a child of the row, which is locked, was created, saved or deleted; not for changes of a child by an
   * action or a scheduled job.
   */
  partChanged?: (row: OwnRow, trx: ScopedTransaction) => Promise<void>;
  /** Returns the instance of a new record; the account's own unless given. */
  instance?: (trx: ScopedTransaction, body: SaveOf<Name>, account: Account) => Promise<string>;
  /** Throws when the record must not be saved. */
  check?: (change: Change<SaveOf<Name>>) => Promise<void>;
  /** Throws when an action must not be taken, or the record must not be deleted (`action` is `delete`). */
  guard?: (change: Change<undefined>) => Promise<void>;
  /** Returns columns that a change sets in addition to the body; an action has no body. */
  sets?: (change: Change<SaveOf<Name> | undefined>) => Columns;
  /** Wraps every change, including deletions: for checks before and after it. */
  around?: <T>(change: Change<SaveOf<Name> | undefined>, work: () => Promise<T>) => Promise<T>;
  /** Further effects of a change, in its transaction. */
  after?: (row: OwnRow, change: Change<SaveOf<Name> | undefined>) => Promise<void>;
}

/** A declaration without its name in the type. */
export interface RecordKind extends Pick<
  Declaration<never>,
  | 'table'
  | 'joins'
  | 'pages'
  | 'order'
  | 'parent'
  | 'all'
  | 'states'
  | 'transitions'
  | 'tree'
  | 'only'
  | 'secret'
  | 'visible'
  | 'takes'
  | 'partChanged'
  | 'labels'
  | 'title'
> {
  name: RecordName;
  fields: Record<string, FieldSpec | undefined>;
  search: readonly string[];
  filters: Record<string, Filter>;
  unique: Record<string, string>;
  crossing: Record<string, string>;
  instance?: (trx: ScopedTransaction, body: unknown, account: Account) => Promise<string>;
  check?: (change: Change) => Promise<void>;
  guard?: (change: Change) => Promise<void>;
  sets?: (change: Change) => Columns;
  around?: <T>(change: Change, work: () => Promise<T>) => Promise<T>;
  after?: (row: OwnRow, change: Change) => Promise<void>;
}

/**
 * Declares a record. Every property of its filter needs a filter; the startup checks this, not the type: a page may
 * belong to no record.
 */
export function record<Name extends RecordName>(
  name: Name,
  declaration: Declaration<Name> & { filters?: Filters<FilterOf<Name>> },
): RecordKind {
  // Bodies and filter values were checked against the schemas from which the types were generated.
  return {
    fields: {},
    search: [],
    filters: {},
    unique: {},
    crossing: {},
    ...declaration,
    name,
  } as RecordKind;
}
