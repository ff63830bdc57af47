/** More kinds of fields: codes of rows, several dictionary values, times of day, files, child rows. */
import { sql } from 'kysely';
import { claimFiles, removeFiles } from './fileClaims.ts';
import { contains } from '../database/paging.ts';
import type { Change } from './change.ts';
import { fieldOf, type FieldMaker, type FieldSpec } from './fields.ts';
import { tieOf } from './read.ts';
import { columnOf, columnRef, dynamic, type Columns, type Row } from './rows.ts';

interface Named {
  name: string;
}

const AS_WORD = sql`jsonb_build_object('name', r.code, 'caption', r.name)`;
const bare = (code: unknown) => (code === null || code === undefined ? null : { name: code, caption: code });
const codesOf = (value: unknown) => ((value ?? []) as Named[]).map(({ name }) => name);

/**
 * A row of a reference list (`garbage_types`), stored by its code, shown as {name, caption}; sorted and searched by
 * name.
 */
export function coded(table: string): FieldMaker {
  return (property) => {
    const at = columnOf(property);
    const caption = `${property}.name`;
    return {
      columns: [at, caption],
      joins: { [property]: { table, on: at, key: 'code' } },
      show: (row) => (row[at] ? { name: row[at], caption: row[caption] ?? row[at] } : null),
      order: () => columnRef(caption),
      orderedBy: caption,
      search: (text) => contains(columnRef(caption), text),
      write: (value) => ({ [at]: (value as Named | null | undefined)?.name ?? null }),
    };
  };
}

/** Several codes of rows of a reference list, sorted by their names. */
export function codedList(table: string): FieldMaker {
  return (property) => {
    const at = columnOf(property);
    return {
      columns: [at],
      computed:
        () => sql`(select coalesce(jsonb_agg(${AS_WORD} order by r.name), '[]') from ${sql.id(table)} r
        where r.instance_id = t.instance_id and r.code = any (${columnRef(at)}))`,
      codesOf: table,
      show: (row) => row[property] ?? ((row[at] ?? []) as string[]).map(bare),
      write: (value) => ({ [at]: codesOf(value) }),
    };
  };
}

/** Several dictionary values, shown as a list of {name, caption}. */
export function words(dictionary: string): FieldMaker {
  return (property) => {
    const at = columnOf(property);
    return {
      columns: [at],
      dictionaries: [dictionary],
      show: (row, captions) => ((row[at] ?? []) as string[]).map((name) => captions.value(dictionary, name)),
      write: (value) => ({ [at]: codesOf(value) }),
    };
  };
}

/** A time of day, shown without seconds. */
export const time: FieldMaker = (property) => {
  const at = columnOf(property);
  return {
    columns: [at],
    show: (row) => (row[at] as string | null | undefined)?.slice(0, 5) ?? null,
    order: () => columnRef(at),
    orderedBy: at,
    write: (value) => ({ [at]: value ?? null }),
  };
};

/** The files of a record's field; saved and deleted with the record. */
export function files(entity: string): FieldMaker {
  return (field) => ({
    columns: [],
    computed: () => sql`(select coalesce(jsonb_agg(jsonb_build_object('id', f.id, 'date', f.date, 'fileInfo',
        jsonb_build_object('id', f.id, 'name', f.name, 'mediaType', f.media_type, 'size', f.size,
          'width', f.width, 'height', f.height, 'rotation', f.rotation)) order by f.claim_time, f.id), '[]')
      from files f where f.instance_id = t.instance_id and f.entity = ${entity} and f.field = ${field}
        and f.entity_id = t.id::text and f.sha256 is not null)`,
    show: (row) => row[field] ?? [],
    write: () => ({}),
    keep: (value, { id, instance_id: instanceId }, { trx, account }) => {
      const fileIds = ((value ?? []) as { id: string }[]).map((file) => file.id.toLowerCase());
      return claimFiles(trx, account, { instanceId, entity, entityId: id, field, fileIds });
    },
    removed: (trx, { id }) => removeFiles(trx, entity, id),
  });
}

/** Child rows in a separate table, which refer to the record by the column `by`; a save replaces them all. */
export function rowsOf(
  table: string,
  by: string,
  members: Record<string, FieldSpec>,
  order: string,
): FieldMaker {
  const fields = Object.entries(members).map(([key, spec]) => [key, fieldOf(key, spec)] as const);
  return (property) => ({
    columns: [],
    dictionaries: fields.flatMap(([, field]) => field.dictionaries ?? []),
    // The child is aliased as `t` for its fields; the parent record as `o`.
    computed: (reader) => {
      const worked = fields.flatMap(([key, field]) => [
        ...(field.computed ? [sql`jsonb_build_object(${key}::text, ${field.computed(reader)})`] : []),
        ...field.columns
          .filter((name) => name.includes('.'))
          .map((name) => sql`jsonb_build_object(${name}::text, ${columnRef(name)})`),
      ]);
      const tied = fields.flatMap(([, field]) =>
        Object.entries(field.joins ?? {}).map(
          ([name, join]) => sql`left join ${sql.id(join.table)} as ${sql.id(name)} on ${tieOf(name, join)}`,
        ),
      );
      return sql`(select coalesce(jsonb_agg(${sql.join([sql`to_jsonb(t)`, ...worked], sql` || `)}
          order by t.${sql.id(order)}), '[]')
        from (select t.id as owner, t.instance_id as home) o
        join ${sql.id(table)} t on t.${sql.id(by)} = o.owner and t.instance_id = o.home
        ${sql.join(tied, sql` `)})`;
    },
    show: (row, captions) =>
      ((row[property] ?? []) as Row[]).map((child) =>
        Object.fromEntries(fields.map(([key, field]) => [key, field.show(child, captions)])),
      ),
    write: () => ({}),
    keep: async (value, { id, instance_id }, change) => {
      await dynamic(change.trx).deleteFrom(table).where(by, '=', id).execute();
      for (const child of (value ?? []) as Record<string, unknown>[]) {
        const columns = await columnsOf(child, change);
        await dynamic(change.trx)
          .insertInto(table)
          .values({ ...columns, instance_id, [by]: id })
          .execute();
      }
    },
  });

  async function columnsOf(child: Record<string, unknown>, change: Change): Promise<Columns> {
    const written = fields.map(([key, field]) => field.write!(child[key], change));
    return Object.assign({}, ...(await Promise.all(written))) as Columns;
  }
}
