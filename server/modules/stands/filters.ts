/** Filters of stands, shared by the list, the map and the selection of an inventory; the stand is aliased `t`. */
import { sql, type Expression, type RawBuilder, type SqlBool } from 'kysely';
import type { StandFilter } from '../../../schemas/generated/api.ts';
import type { Account } from '../../access/accounts.ts';
import { anyOf, contains } from '../../database/paging.ts';
import { condition, oneOf, type Filter } from '../../records/filters.ts';
import { todayOf } from '../../records/today.ts';
import { filledTo } from './shown.ts';

const TODAY = todayOf(sql.ref('t.instance_id'));

/** The stand is in one of the districts, or in a place within them. */
export const inDistricts = (codes: readonly string[]): RawBuilder<SqlBool> => sql<SqlBool>`t.id in (
  select p.id from visit_points p
  join locations l on l.instance_id = p.instance_id and l.id = p.location_id
  left join locations u on u.instance_id = l.instance_id and u.id = l.parent_id
  where l.code = ${anyOf([...codes], 'text')} or u.code = ${anyOf([...codes], 'text')})`;

/** The stand has at least one of the signs. */
const withSigns = (codes: readonly string[]) => sql<SqlBool>`t.signs && ${[...codes]}::text[]`;

/** The number or the address contains the text; the array lets the address use its index. */
const standsNamed = (text: string) =>
  sql<SqlBool>`(${contains(sql.ref('t.number'), text)} or t.id = any(array(select p.id from visit_points p
    where p.type = 'STAND' and ${contains(sql.ref('p.address'), text)})))`;

export const STAND_FILTERS: { [Key in keyof Required<StandFilter>]: Filter<NonNullable<StandFilter[Key]>> } =
  {
    statuses: oneOf('status'),
    residentials: oneOf('residential'),
    sectors: oneOf('sector'),
    responsibles: oneOf('responsible'),
    kinds: oneOf('kind'),
    signs: condition<string[]>(['signs'], withSigns),
    garbageTypes: condition<string[]>(
      ['id'],
      (codes) => sql<SqlBool>`exists (select from evacuation_points e
        where e.stand_id = t.id and e.garbage_type = ${anyOf(codes, 'text')})`,
    ),
    districts: condition<string[]>(['id'], inDistricts),
    fills: condition<string[]>(['fill_level'], filledTo),
    text: condition<string>(['number'], (text) => (text.trim() ? standsNamed(text.trim()) : undefined)),
    failedToday: condition<boolean>(['id'], (wanted) =>
      wanted
        ? sql<SqlBool>`t.id in (select v.visit_point_id from visits v
            where v.instance_id = t.instance_id and v.status = 'FAILED' and v.visit_date = ${TODAY})`
        : undefined,
    ),
  };

/** Returns the conditions of a filter. */
export function standsWhere(filter: StandFilter, account: Account): Expression<SqlBool>[] {
  return Object.entries(filter).flatMap(([name, value]) => {
    if (value === undefined || (Array.isArray(value) && value.length === 0)) return [];
    const one = STAND_FILTERS[name as keyof StandFilter] as Filter;
    return one.where(value, account, filter as Record<string, unknown>) ?? [];
  });
}
