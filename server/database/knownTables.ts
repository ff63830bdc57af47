/** The tables as the database itself describes them: scopes and records are checked against it. */
import { sql } from 'kysely';
import type { Db } from './connection.ts';

/** A foreign key, without the `instance_id` that most of them include. */
export interface Reference {
  column: string;
  /** SQL type of the column. */
  type: string;
  /** The column is not null. */
  required: boolean;
  table: string;
  /** Referenced column of `table`: `id`, or `code` where dictionary values are rows. */
  key: string;
}

export interface KnownTable {
  columns: ReadonlySet<string>;
  /** Columns that are never null. */
  required: ReadonlySet<string>;
  references: readonly Reference[];
  /** Rows without an instance can be read by all: the comment of `instance_id` is the word "shared". */
  shared: boolean;
  /** The state in which only its own instance sees a row: the comment of its column is `draft: STATE`. */
  draft?: { column: string; state: string };
}

/** Tables by name. In a table with a column `instance_id` each row belongs to one instance. */
export type Tables = ReadonlyMap<string, KnownTable>;

const known = new WeakMap<Db, Promise<Tables>>();

/** Reads the tables once for each database; after a failure the next call reads them again. */
export function readTables(db: Db): Promise<Tables> {
  const reading = known.get(db) ?? read(db);
  known.set(db, reading);
  reading.catch(() => known.delete(db));
  return reading;
}

async function read(db: Db): Promise<Tables> {
  const [columns, references] = await Promise.all([readColumns(db), readReferences(db)]);
  return new Map(
    columns.map(({ table, columns: names, required, shared, draft }) => [
      table,
      {
        columns: new Set(names),
        required: new Set(required),
        references: references.filter(({ from }) => from === table),
        shared,
        ...(draft && { draft }),
      },
    ]),
  );
}

interface Columns {
  table: string;
  columns: string[];
  required: string[];
  shared: boolean;
  draft: { column: string; state: string } | null;
}

async function readColumns(db: Db): Promise<Columns[]> {
  const { rows } = await sql<Columns>`
    select c.relname::text as table, array_agg(a.attname::text) as columns,
      coalesce(array_agg(a.attname::text) filter (where a.attnotnull), '{}') as required,
      coalesce(bool_or(a.attname = 'instance_id' and col_description(c.oid, a.attnum) = 'shared'), false) as shared,
      (array_agg(json_build_object('column', a.attname, 'state', substr(col_description(c.oid, a.attnum), 8)))
        filter (where col_description(c.oid, a.attnum) like 'draft: %'))[1] as draft
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p', 'v') group by 1`.execute(
    db,
  );
  return rows;
}

async function readReferences(db: Db): Promise<(Reference & { from: string })[]> {
  const { rows } = await sql<Reference & { from: string }>`
    select k.from, k.column, k.type, k.required, k.table, k.key from (
      select own.relname as from, a.attname as column, format_type(a.atttypid, a.atttypmod) as type,
        a.attnotnull as required, other.relname as table, b.attname as key, count(*) over (partition by c.oid)
      from pg_constraint c
      cross join unnest(c.conkey, c.confkey) as pair (own, other)
      join pg_class own on own.oid = c.conrelid
      join pg_class other on other.oid = c.confrelid
      join pg_attribute a on a.attrelid = own.oid and a.attnum = pair.own
      join pg_attribute b on b.attrelid = other.oid and b.attnum = pair.other
      where c.contype = 'f' and c.connamespace = current_schema()::regnamespace
        and 'instance_id' not in (a.attname, b.attname)
    ) k where k.count = 1 order by 1, 2`.execute(db);
  return rows;
}

/** Returns a table of the database; throws for a name that the database lacks. */
export function knownTable(tables: Tables, name: string): KnownTable {
  const table = tables.get(name);
  if (!table) throw new Error(`A scoped query names ${name}, which is no table of the database`);
  return table;
}

/** Returns whether each row of a table belongs to one instance, except shared rows. */
export function belongsToInstance(tables: Tables, name: string): boolean {
  return knownTable(tables, name).columns.has('instance_id');
}
