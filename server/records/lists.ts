/** A field that holds a row of a list of the trade by its code. */
import { sql, type SqlBool } from 'kysely';
import { containing } from '../http/paging.ts';
import type { FieldMaker } from './fields.ts';
import { columnOf, columnRef } from './rows.ts';

/** A row of a list of the trade (`garbage_types`), kept by its code and shown as {name, caption}. */
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
      search: (text) => sql<SqlBool>`${columnRef(caption)} ilike ${containing(text)}`,
      write: (value) => ({ [at]: (value as { name: string } | null | undefined)?.name ?? null }),
    };
  };
}
