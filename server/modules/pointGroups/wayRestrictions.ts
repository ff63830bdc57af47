/** Way restrictions: roads and areas that vehicles of a type may not use, on days and in hours. */
import { sql, type SqlBool } from 'kysely';
import { requireShape } from '../../geometry/require.ts';
import type { Shape } from '../../geometry/shapes.ts';
import { column, word, type FieldMaker } from '../../records/fields.ts';
import { condition, oneOf } from '../../records/filters.ts';
import { record } from '../../records/record.ts';
import { time, words } from '../../records/rowFields.ts';

/** A line or an area as GeoJSON; invalid ones are refused at the field. */
export const geometry: FieldMaker = column('geometry', {
  write: (value) => {
    requireShape('geometry', value as Shape);
    return { geometry: JSON.stringify(value) };
  },
});

export const wayRestrictions = record('wayRestriction', {
  table: 'way_restrictions',
  fields: {
    transportType: word('wayRestrictionTransportTypes'),
    geometry,
    weekDays: words('weekDays'),
    timeFrom: time,
    timeTo: time,
  },
  search: ['name'],
  order: '-name',
  filters: {
    transportTypes: oneOf('transport_type'),
    onDate: condition(
      ['begin_date'],
      (day) => sql<SqlBool>`(t.begin_date <= ${day} and coalesce(t.end_date >= ${day}, true))`,
    ),
  },
});
