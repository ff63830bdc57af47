/** An instance's own days of the production calendar; they take precedence over the federal ones. */
import { sql, type SqlBool } from 'kysely';
import { condition } from '../../records/filters.ts';
import { record } from '../../records/record.ts';

export const workingDays = record('workingDay', {
  table: 'working_days',
  title: ['name', 'day'],
  search: ['name'],
  filters: {
    year: condition<number>(
      ['day'],
      (year) => sql<SqlBool>`t.day between make_date(${year}::int, 1, 1) and make_date(${year}::int, 12, 31)`,
    ),
  },
  order: '-day',
  unique: { working_days_day: 'day' },
});
