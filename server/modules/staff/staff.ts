/** Staff and drivers: lists for selection, and the places where a driver has been. */
import { sql } from 'kysely';
import { handlers, instanceHandler } from '../../access/handler.ts';
import type { ScopedDb } from '../../access/scope.ts';
import { readList } from '../../database/list.ts';
import { anyOf, containing } from '../../database/paging.ts';
import { notFound } from '../../core/problems.ts';
import { loadCaptions } from '../../records/captions.ts';
import { isEmployed } from '../../records/today.ts';
import { fullNameOf } from './person.ts';

const NAMES = ['last_name', 'first_name', 'middle_name'] as const;
/** Most places listed for a driver. */
const MOST = 50;

/** Staff whose names contain every word of the text; `s` is the table. */
function people(db: ScopedDb, text = '') {
  const words = text.split(/\s+/).filter(Boolean);
  return words.reduce(
    (rows, each) =>
      rows.where((eb) => eb.or(NAMES.map((name) => eb(`s.${name}`, 'ilike', containing(each))))),
    db.selectFrom('staff as s'),
  );
}

const SORTS = {
  lastName: { by: sql`s.last_name` },
  firstName: { by: sql`s.first_name` },
  middleName: { by: sql`s.middle_name`, nullable: true },
  personnelNumber: { by: sql`s.personnel_number`, nullable: true },
};

type Named = { id: string; last_name: string; first_name: string; middle_name: string | null };

const named = (row: Named) => ({
  id: row.id,
  lastName: row.last_name,
  firstName: row.first_name,
  middleName: row.middle_name,
  fullName: fullNameOf(row),
});
const driver = (row: Named) => ({ ...named(row), role: 'DRIVER' as const });

const count = sql<number>`count(*)`;

/** Successful visits of a driver. */
const visitsOf = (db: ScopedDb, driverId: string) =>
  db
    .selectFrom('visits as v')
    .innerJoin('units as u', 'u.id', 'v.unit_id')
    .where('u.driver_id', '=', driverId)
    .where('v.status', '=', 'SUCCESS');

export const staffHandlers = handlers({
  staffPaging: instanceHandler<'staffPaging'>(
    async (call) => {
      const { parameters, locale } = call;
      const { db } = call.scope;
      const captions = await loadCaptions(db, locale);
      const { roles, withAccount } = parameters.filter ?? {};
      let found = people(db, parameters.query);
      if (roles) found = found.where('s.role', '=', anyOf(roles, 'text'));
      if (withAccount !== undefined)
        found = found.where(
          sql<boolean>`exists (select from accounts a where a.staff_id = s.id) = ${withAccount}`,
        );
      const shown = found
        .leftJoin('divisions as d', 'd.id', 's.division_id')
        .select([
          's.id',
          's.last_name',
          's.first_name',
          's.middle_name',
          's.role',
          's.personnel_number',
          's.phone',
        ])
        .select(['d.id as division_id', 'd.name as division'])
        .select(
          sql<string | null>`(select min(a.login) from accounts a where a.staff_id = s.id)`.as('login'),
        );
      const order = parameters.order ?? '-lastName';
      const list = { rows: found, shown, order, sorts: SORTS, id: sql.ref('s.id') };
      return readList(db, call, list, (row) => ({
        ...named(row),
        role: captions.value('staffRoles', row.role),
        personnelNumber: row.personnel_number,
        phone: row.phone,
        division: row.division_id ? { id: row.division_id, name: row.division ?? '' } : null,
        login: row.login,
      }));
    },
    ['lastName', 'personnelNumber'],
  ),

  driverPaging: instanceHandler<'driverPaging'>(
    async (call) => {
      const { parameters } = call;
      const { db } = call.scope;
      const found = people(db, parameters.query)
        .where('s.role', '=', parameters.role ?? 'DRIVER')
        .where(isEmployed('s'));
      const shown = found.select(['s.id', 's.last_name', 's.first_name', 's.middle_name']);
      const order = parameters.order ?? '-lastName';
      return readList(db, call, { rows: found, shown, order, sorts: SORTS, id: sql.ref('s.id') }, driver);
    },
    ['lastName', 'firstName', 'middleName'],
  ),

  driverGet: instanceHandler<'driverGet'>(async ({ scope, parameters }) => {
    return driver(await driverOf(scope.db, parameters.driverId));
  }),

  driverExperience: instanceHandler<'driverExperience'>(async ({ scope: { db }, parameters }) => {
    const row = await driverOf(db, parameters.driverId);
    const sum = await visitsOf(db, row.id)
      .select([count.as('visits'), sql<string | null>`max(v.visit_date)`.as('last')])
      .executeTakeFirstOrThrow();
    const { shifts } = await db
      .selectFrom('units')
      .select(count.as('shifts'))
      .where('driver_id', '=', row.id)
      .where('begin_time', '<', sql<Date>`now()`)
      .executeTakeFirstOrThrow();
    return {
      driverId: row.id,
      fullName: fullNameOf(row),
      visitCount: sum.visits,
      shiftCount: shifts,
      lastVisitDate: sum.last,
    };
  }),

  driverPlaces: instanceHandler<'driverPlaces'>(async ({ scope: { db }, parameters }) => {
    const row = await driverOf(db, parameters.driverId);
    const places = await visitsOf(db, row.id)
      .innerJoin('visit_points as p', 'p.id', 'v.visit_point_id')
      .select(['p.id', 'p.name', 'p.address', count.as('visits'), sql<string>`max(v.visit_date)`.as('last')])
      .groupBy(['p.id', 'p.name', 'p.address'])
      .orderBy('visits', 'desc')
      .orderBy('p.id')
      .limit(MOST)
      .execute();
    return places.map(({ id, name, address, visits, last }) => ({
      id,
      name,
      address,
      visitCount: visits,
      lastVisitDate: last,
    }));
  }),
});

async function driverOf(db: ScopedDb, id: string) {
  const row = await people(db)
    .select(['s.id', 's.last_name', 's.first_name', 's.middle_name'])
    .where('s.id', '=', id)
    .where('s.role', '=', 'DRIVER')
    .executeTakeFirst();
  if (!row) throw notFound();
  return row;
}
