/**
 * Declaration of a kind of record: what its API file and the names of its columns do not say. From it come the
 * page, the record, saving, deleting, the actions and the history (`recordHandlers`).
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

/** Name of a record of the API files (`x-resources`). */
export type RecordName = {
  [Id in keyof Operations]: Id extends `${infer Name}Get` ? Name : never;
}[keyof Operations];

type Of<Id, Part extends 'parameters' | 'body' | 'reply'> = Id extends keyof Operations
  ? Operations[Id][Part]
  : never;

/** The record as its get operation answers it. */
export type RecordOf<Name extends RecordName> = Of<`${Name}Get`, 'reply'>;
/** What a save takes. */
export type SaveOf<Name extends RecordName> = Of<`${Name}Save`, 'body'>;
/** What the filter of the page may hold. */
export type FilterOf<Name extends RecordName> =
  Of<`${Name}Paging`, 'parameters'> extends { filter?: infer Given } ? NonNullable<Given> : object;

type Filters<Given> = { [Key in keyof Required<Given>]: Filter<NonNullable<Given[Key]>> };
type Search<Name extends RecordName> = (keyof RecordOf<Name> & string)[];

/** The states of a record; what leads from one to the next stands in the table `transitions`. */
export interface States {
  column: string;
  /** A record in this state, and what belongs to it, is changed no more. */
  removed?: { status: string; message: string };
}

export interface Declaration<Name extends RecordName> extends Presented {
  table: string;
  /** Properties of the record, of a row of its page or of a save that are no plain column of the same name. */
  fields?: { [Key in keyof RecordOf<Name> | keyof SaveOf<Name>]?: FieldSpec };
  /** Which rows a page holds, the table being called `t`; all unless said. */
  pages?: Expression<SqlBool>;
  /** Values that a row has to be a record: others are neither shown nor changed. */
  only?: Columns;
  /**
   * Which rows of those that the scope reaches an account sees, the table being called `t`; undefined: all of them. What it
   * does not see is nowhere: in no list, history, save or deletion.
   */
  visible?: (account: Account) => Expression<SqlBool> | undefined;
  /** Columns that the audit log must not hold. */
  secret?: readonly string[];
  /** Tables that fields take columns of, by the name that stands before the dot: `vehicle` by `vehicle_id`. */
  joins?: Record<string, string>;
  /** Properties in which the text of a search is looked for. */
  search?: Search<Name>;
  /** Order of a page that asks for none: sign and property. */
  order: `${'+' | '-'}${string}`;
  /** The record it belongs to: locked and standing while this one is saved or deleted. */
  parent?: RecordKind;
  /** Whether `count: -1` gives the whole list. */
  all?: boolean;
  /** Properties whose uniqueness the database guards, by the name of the index. */
  unique?: Record<string, keyof SaveOf<Name> & string>;
  /** Properties that name what must not be there twice in one period, by the exclusion constraint that guards it. */
  crossing?: Record<string, keyof SaveOf<Name> & string>;
  states?: States;
  /** Where records of this kind are below one another. */
  tree?: Tree;
  /** Who may be offered which action, its conditions and effects. */
  transitions?: Transitions;
  /** Throws when a record of another kind must not be saved like this below the row; what is there may go. */
  takes?: (row: OwnRow, child: RecordName, change: Pick<Change, 'body' | 'before'>) => void;
  /**
   * What it brings about that something below the row, which is locked, was created, saved or deleted; what an action
   * or the clock makes of it is no word of the record's own.
   */
  partChanged?: (row: OwnRow, trx: ScopedTransaction) => Promise<void>;
  /** Instance of a new record; the account's own unless said. */
  instance?: (trx: ScopedTransaction, body: SaveOf<Name>, account: Account) => Promise<string>;
  /** Throws when the record must not be saved like this. */
  check?: (change: Change<SaveOf<Name>>) => Promise<void>;
  /** Throws when an action must not be taken, or the record not be deleted (`action` is `delete`). */
  guard?: (change: Change<undefined>) => Promise<void>;
  /** Columns that a change sets beside the body; an action has none. */
  sets?: (change: Change<SaveOf<Name> | undefined>) => Columns;
  /** Stands around every change, deletions too: what must hold before and after the work. */
  around?: <T>(change: Change<SaveOf<Name> | undefined>, work: () => Promise<T>) => Promise<T>;
  /** What else a change brings about, in its transaction. */
  after?: (row: OwnRow, change: Change<SaveOf<Name> | undefined>) => Promise<void>;
}

/** A declaration whose name the types have forgotten. */
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

/** Declares a record. Every property of its filter needs a filter, which the start checks: a page may be no record's. */
export function record<Name extends RecordName>(
  name: Name,
  declaration: Declaration<Name> & { filters?: Filters<FilterOf<Name>> },
): RecordKind {
  // Bodies and filter values were checked against the schemas that the types were made from.
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
