/** Visit points: places where vehicles stop. */
import { sql } from 'kysely';
import { computed, ref, word } from '../../records/fields.ts';
import { equals, oneOf } from '../../records/filters.ts';
import { record } from '../../records/record.ts';

/** Time of day in hours and minutes. */
const clock = (column: string) => sql`to_char(t.${sql.ref(column)}, 'HH24:MI')`;

export const visitPoints = record('visitPoint', {
  table: 'visit_points',
  fields: {
    pointType: word('visitPointTypes', 'type'),
    owner: ref('customers', { id: 'id', shortName: 'short_name' }, 'short_name', 'owner_customer_id'),
    hours: computed(sql`${clock('time_from')} || ' – ' || ${clock('time_to')}`),
  },
  search: ['name', 'address'],
  filters: { pointTypes: oneOf('type'), ownerId: equals('owner_customer_id') },
  order: '-name',
});
