/** Lists of a record stored in a separate table: plain values (`permissions`), or other records (`roles`). */
import { sql, type RawBuilder } from 'kysely';
import { unknownValue } from '../core/problems.ts';
import type { Change } from './change.ts';
import type { FieldMaker } from './fields.ts';
import { dynamic, type OwnRow, type Row } from './rows.ts';

interface Links {
  table: string;
  /** Column of the record, and column of the value or of the other record. */
  own: string;
  other: string;
  /** Table of the other records, shown by id and name; without it the items are plain values. */
  to?: string;
  /** They are shown as dictionary values: the name is the id, the caption is the name. */
  asWords?: boolean;
  /** The rows of `table` have an `instance_id`: that of the record. */
  instance?: boolean;
}

/** A list of values as texts, or of records as `{id, name}` or `{name, caption}`. A save sets the whole list. */
export function links(spec: Links): FieldMaker {
  return (property) => ({
    columns: [],
    computed: () => (spec.to === undefined ? wordsOf(spec) : recordsOf(spec, spec.to)),
    show: (row) => row[property],
    write: () => ({}),
    keep: (value, row, change) => keep(spec, property, valuesOf(value, spec), row, change),
  });
}

function wordsOf({ table, own, other }: Links): RawBuilder<unknown> {
  return sql`array(select l.${sql.ref(other)} from ${sql.table(table)} l
    where l.${sql.ref(own)} = t.id order by 1)`;
}

function recordsOf({ table, own, other, asWords }: Links, to: string): RawBuilder<unknown> {
  const shown = asWords ? sql`'name', o.id, 'caption', o.name` : sql`'id', o.id, 'name', o.name`;
  return sql`(select coalesce(json_agg(json_build_object(${shown}) order by o.name), '[]')
    from ${sql.table(table)} l join ${sql.table(to)} o on o.id = l.${sql.ref(other)}
    where l.${sql.ref(own)} = t.id)`;
}

/** Returns the values, or the ids of the records. */
function valuesOf(value: unknown, { asWords }: Links): string[] {
  const list = (value ?? []) as (string | Record<'id' | 'name', string>)[];
  const values = list.map((one) =>
    typeof one === 'string' ? one : one[asWords ? 'name' : 'id'].toLowerCase(),
  );
  return [...new Set(values)];
}

async function keep(
  { table, own, other, to, instance }: Links,
  property: string,
  values: string[],
  row: OwnRow,
  { trx }: Change,
): Promise<void> {
  const rows = await dynamic(trx).selectFrom(table).select(other).where(own, '=', row.id).execute();
  const before = new Set(rows.map((each) => String(each[other])));
  const added = values.filter((value) => !before.has(value));
  const removed = [...before].filter((value) => !values.includes(value));
  if (to !== undefined) await requireBeside(trx, to, property, added, row);
  if (removed.length > 0)
    await dynamic(trx).deleteFrom(table).where(own, '=', row.id).where(other, 'in', removed).execute();
  if (added.length === 0) return;
  const instanceColumn: Row = instance ? { instance_id: row.instance_id } : {};
  await dynamic(trx)
    .insertInto(table)
    .values(added.map((value) => ({ ...instanceColumn, [own]: row.id, [other]: value })))
    .execute();
}

/** Throws unless the records belong to the same instance, or to all instances. */
async function requireBeside(
  trx: Change['trx'],
  to: string,
  property: string,
  ids: readonly string[],
  row: OwnRow,
): Promise<void> {
  if (ids.length === 0) return;
  const found = await dynamic(trx)
    .selectFrom(to)
    .select('id')
    .where('id', 'in', [...ids])
    .where((eb) => eb.or([eb('instance_id', '=', row.instance_id), eb('instance_id', 'is', null)]))
    .execute();
  if (found.length < ids.length) throw unknownValue(property);
}
