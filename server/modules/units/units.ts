/** Units: a driver and a vehicle for a shift. */
import { sql } from 'kysely';
import { plateOf } from '../../dictionaries/plate.ts';
import { handlers, instanceHandler } from '../../access/handler.ts';
import { readList } from '../../database/list.ts';
import { anyOf, containing } from '../../database/paging.ts';
import { loadCaptions } from '../../records/captions.ts';
import { jsonList } from '../../records/ties.ts';
import { isEmployed } from '../../records/today.ts';
import { fullNameOf } from '../staff/person.ts';
import { unitClone } from './clone.ts';

const SORTS = {
  beginTime: { by: sql`u.begin_time` },
  driver: { by: sql`s.last_name` },
  vehicle: { by: sql`v.reg_number` },
};

const UNLOADING = sql<{ id: string; name: string }[]>`${jsonList(sql`select p.id, p.name
  from unit_unloading_points x join visit_points p on p.id = x.unloading_point_id
  where x.instance_id = u.instance_id and x.unit_id = u.id order by x.position`)}`;

/** Condition: a driver's name, a plate or an unloading point contains the text. */
function named(text: string) {
  const [pattern, plate] = [containing(text), containing(plateOf(text))];
  return sql<boolean>`(concat_ws(' ', s.last_name, s.first_name, s.middle_name) ilike ${pattern}
    or v.reg_number ilike ${plate} or exists (select from unit_unloading_points x
      join visit_points p on p.id = x.unloading_point_id
      where x.instance_id = u.instance_id and x.unit_id = u.id and p.name ilike ${pattern}))`;
}

export const unitHandlers = handlers({
  unitClone,
  unitPaging: instanceHandler<'unitPaging'>(
    async (call) => {
      const { account, parameters, locale } = call;
      const { db } = call.scope;
      const { date, statuses, query, filter = {} } = parameters;
      const captions = await loadCaptions(db, locale);
      const { timeZone } = account.instance;
      let found = db
        .selectFrom('units as u')
        .innerJoin('vehicles as v', 'v.id', 'u.vehicle_id')
        .innerJoin('staff as s', 's.id', 'u.driver_id')
        .where(sql<boolean>`u.begin_time >= (${date}::date)::timestamp at time zone ${timeZone}`)
        .where(sql<boolean>`u.begin_time < (${date}::date + 1)::timestamp at time zone ${timeZone}`);
      if (statuses) found = found.where(sql<boolean>`u.status = ${anyOf(statuses, 'text')}`);
      if (query?.trim()) found = found.where(named(query));
      if (filter.vehicleGroup) found = found.where('v.vehicle_group', '=', filter.vehicleGroup);
      if (filter.vehicleType) found = found.where('v.type', '=', filter.vehicleType);
      if (filter.vehicleAttributes)
        found = found.where(sql<boolean>`v.attributes @> ${filter.vehicleAttributes}::text[]`);
      const shown = found
        .select(['u.id', 'u.begin_time', 'u.end_time', 'u.status', 'u.vehicle_id', 'u.driver_id'])
        .select(['v.reg_number', 'v.model', 's.last_name', 's.first_name', 's.middle_name'])
        .select(UNLOADING.as('unloading'))
        .select(sql<boolean>`v.status = 'ACTIVE' and ${isEmployed('s')}`.as('selectable'));
      const order = parameters.order ?? '-beginTime';
      const list = { rows: found, shown, order, sorts: SORTS, id: sql.ref('u.id') };
      return readList(db, call, list, (row) => ({
        id: row.id,
        driver: { id: row.driver_id, fullName: fullNameOf(row) },
        vehicle: { id: row.vehicle_id, regNumber: row.reg_number, model: row.model },
        beginTime: row.begin_time.toISOString(),
        endTime: row.end_time.toISOString(),
        unloadingPoints: row.unloading,
        isSelectable: row.selectable,
        status: captions.value('unitStatusTypes', row.status),
      }));
    },
    ['beginTime', 'driver', 'vehicle'],
  ),
});
