/** A member of the staff as a reference in other records: {id, fullName}. */
import { sql } from 'kysely';
import { containing } from '../../database/paging.ts';
import { idOf, type FieldMaker } from '../../records/fields.ts';
import { columnOf, columnRef, dynamic, type Row } from '../../records/rows.ts';

const NAMES = ['last_name', 'first_name', 'middle_name'];

/** Returns last, first and middle name of a row; `prefix` precedes its columns. */
export function fullNameOf(row: Row, prefix = ''): string {
  return NAMES.map((name) => row[prefix + name])
    .filter(Boolean)
    .join(' ');
}

/** A reference to the staff in the column `PROPERTY_id`; ordered by last name, searched by any name. */
export function person(): FieldMaker {
  return (property) => {
    const on = `${columnOf(property)}_id`;
    return {
      columns: [on, ...NAMES.map((name) => `${property}.${name}`)],
      joins: { [property]: { table: 'staff', on } },
      show: (row) => (row[on] ? { id: row[on], fullName: fullNameOf(row, `${property}.`) } : null),
      order: () => columnRef(`${property}.last_name`),
      orderedBy: `${property}.last_name`,
      search: (text, _captions, db) => {
        const found = dynamic(db).selectFrom('staff').select('id');
        const named = found.where((eb) => eb.or(NAMES.map((name) => eb(name, 'ilike', containing(text)))));
        return sql<boolean>`${columnRef(on)} = any(array(${named}))`;
      },
      write: (value) => ({ [on]: idOf(value) }),
    };
  };
}
