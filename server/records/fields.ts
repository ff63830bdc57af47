/**
 * Kinds of fields: how a property of the API is read from columns, written to them, sorted and searched. A column of
 * the record's own table is named plainly (`share`), one of a joined table with the join's name (`vehicle.reg_number`).
 */
import { sql, type Expression, type SqlBool } from 'kysely';
import { anyOf, contains, rankOf } from '../database/paging.ts';
import type { Captions } from './captions.ts';
import { columnRef, columnOf, dynamic, type Columns, type OwnRow, type Row } from './rows.ts';
import type { Change } from './change.ts';
import type { ScopedDb, ScopedTransaction } from '../access/scope.ts';
import type { InstanceType } from '../database/schema.ts';

/** A joined table: the column `on` refers to its `id`, or to its `code` in the same instance. */
export interface Join {
  table: string;
  on: string;
  key?: 'id' | 'code';
}

/**
 * The properties of an account that a computed value may depend on: accounts of the same reach and rights share
 * compiled queries.
 */
export interface Reader {
  instance: { id: string; type: InstanceType };
  permissions: readonly string[];
}

/** How a record reads, sorts, searches and writes a property. */
export interface Field {
  /** Columns that the value is made of. */
  columns: string[];
  /** SQL of a value without a column, selected under the field's own name; may depend on the reading account. */
  computed?: (reader: Reader) => Expression<unknown>;
  dictionaries?: string[];
  joins?: Record<string, Join>;
  show(row: Row, captions: Captions): unknown;
  order?: ((captions: Captions) => Expression<unknown>) | undefined;
  /** Where the order is that of dictionary values: these values in ascending order. */
  ranks?: ((captions: Captions) => readonly string[]) | undefined;
  /** The column that `order` uses; an index on it makes pages fast. */
  orderedBy?: string | undefined;
  search?(text: string, captions: Captions, db: ScopedDb): Expression<SqlBool>;
  write?: ((value: unknown, change: Change) => Columns | Promise<Columns>) | undefined;
  /** Writes rows of another table, after the record's own row is written. */
  keep?(value: unknown, row: OwnRow, change: Change): Promise<void>;
  /** The value is in rows of another table that `write` changes: the audit log stores it with the row's own columns. */
  logged?: boolean;
  /** The table whose codes the column contains: the history shows the current names of its rows. */
  codesOf?: string;
  /** Removes the rows of another table, after the record's row is deleted. */
  removed?(trx: ScopedTransaction, row: OwnRow): Promise<void>;
}

/** Makes the field of a property. */
export type FieldMaker = (property: string) => Field;
/** The name of a column, or a maker. */
export type FieldSpec = string | FieldMaker;

/** Returns the field of a property; without a spec, the column of the same name. */
export function fieldOf(property: string, spec: FieldSpec = columnOf(property)): Field {
  return typeof spec === 'string' ? column(spec)(property) : spec(property);
}

const own = (name: string) => !name.includes('.');

interface ColumnOptions {
  /** Converts a search text to the stored form. */
  normalize?: (text: string) => string;
  /** Writes a save to columns; by default to the column itself. */
  write?: Field['write'];
}

/** A value stored in a column unchanged; timestamps become ISO 8601. */
export function column(name: string, { normalize = (text) => text, write }: ColumnOptions = {}): FieldMaker {
  return () => ({
    columns: [name],
    show: (row) => plain(row[name]),
    order: () => columnRef(name),
    orderedBy: name,
    search: (text) => contains(columnRef(name), normalize(text)),
    write: write ?? (own(name) ? (value) => ({ [name]: value ?? null }) : undefined),
  });
}

function plain(value: unknown): unknown {
  return value instanceof Date ? value.toISOString() : (value ?? null);
}

/** A dictionary value, shown as {name, caption}; sorted and searched by its caption. */
export function word(dictionary: string, name?: string): FieldMaker {
  return (property) => {
    const at = name ?? columnOf(property);
    return {
      columns: [at],
      dictionaries: [dictionary],
      show: (row, captions) => captions.optional(dictionary, (row[at] as string | null | undefined) ?? null),
      order: (captions) => rankOf(captions.sorted(dictionary), columnRef(at)),
      ranks: (captions) => captions.sorted(dictionary),
      orderedBy: at,
      search: (text, captions) => {
        const wanted = text.trim().toLowerCase();
        const names = captions.all(dictionary).filter((each) => each.caption.toLowerCase().includes(wanted));
        return sql<SqlBool>`${columnRef(at)} = ${anyOf(
          names.map((each) => each.name),
          'text',
        )}`;
      },
      write: own(at)
        ? (value) => ({ [at]: (value as { name: string } | null | undefined)?.name ?? null })
        : undefined,
    };
  };
}

/** A dictionary value, shown as its bare code; sorted in the order of the dictionary. */
export function code(dictionary: string): FieldMaker {
  return (property) => {
    const at = columnOf(property);
    return {
      ...fieldOf(property, at),
      dictionaries: [dictionary],
      order: (captions) =>
        rankOf(
          captions.all(dictionary).map((each) => each.name),
          columnRef(at),
        ),
    };
  };
}

/** Another record, shown by some of its columns: property of the shown object → column, including `id`. */
export interface Shown {
  [property: string]: string;
  id: string;
}

/** A reference: column `PROPERTY_id` unless given, shown as an object, sorted and searched by the column `label`. */
export function ref(table: string, shown: Shown, label: string, column?: string): FieldMaker {
  return (property) => {
    const on = column ?? `${columnOf(property)}_id`;
    return {
      columns: [on, ...Object.values(shown).map((name) => `${property}.${name}`)],
      joins: { [property]: { table, on } },
      show: (row) =>
        row[on] === null || row[on] === undefined
          ? null
          : Object.fromEntries(
              Object.entries(shown).map(([key, name]) => [key, plain(row[`${property}.${name}`])]),
            ),
      order: () => columnRef(`${property}.${label}`),
      orderedBy: `${property}.${label}`,
      // With an array, the query can use the index of the reference together with those of other columns.
      search: (text, _captions, db) => {
        const found = dynamic(db)
          .selectFrom(table)
          .select('id')
          .where(contains(sql.ref(label), text));
        return sql<SqlBool>`${columnRef(on)} = any(array(${found}))`;
      },
      write: (value) => ({ [on]: idOf(value) }),
    };
  };
}

/** Returns the id of a referenced record, given as an id or as an object with it. */
export function idOf(value: unknown): string | null {
  if (typeof value === 'string') return value;
  return (value as { id: string } | null | undefined)?.id ?? null;
}

/** An object of several fields, such as a status with its reason; sorted by the first of them. */
export function nested(members: Record<string, FieldSpec>): FieldMaker {
  return () => {
    const fields = Object.entries(members).map(([key, spec]) => [key, fieldOf(key, spec)] as const);
    return {
      columns: fields.flatMap(([, field]) => field.columns),
      dictionaries: fields.flatMap(([, field]) => field.dictionaries ?? []),
      show: (row, captions) =>
        Object.fromEntries(fields.map(([key, field]) => [key, field.show(row, captions)])),
      order: fields[0]?.[1].order,
      ranks: fields[0]?.[1].ranks,
      orderedBy: fields[0]?.[1].orderedBy,
    };
  };
}

/** A value that SQL computes from the row, whose table is aliased as `t`; it is not saved. */
export function computed(expression: Expression<unknown>): FieldMaker {
  return (property) => ({ columns: [], computed: () => expression, show: (row) => plain(row[property]) });
}
