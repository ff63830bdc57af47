/**
 * Dictionaries of rows: which rows, what an item holds, where its text is searched. The rows are those of the
 * asker's instance; who may ask is said in the API file.
 */
import { sql, type AliasableExpression, type Expression, type SelectQueryBuilder } from 'kysely';
import type { Scope } from '../access/scope.ts';
import type { Database } from '../database/schema.ts';

/** A query over the rows, which it calls `r`. */
export type Rows = SelectQueryBuilder<Database, keyof Database, object>;

export interface RowDictionary {
  from: (scope: Scope) => Rows;
  /** What is offered of them; the rest only gives a caption to what was chosen earlier. */
  offered?: Expression<boolean>;
  /** Property of an item and where it comes from. */
  item: Record<string, AliasableExpression<unknown>>;
  /** Columns to order by and to search. */
  order: readonly string[];
  search: readonly string[];
}

const column = (name: string) => sql.ref(`r.${name}`);
const named = { id: column('id'), name: column('name') };
const byName = { item: named, order: ['name'], search: ['name'] };
const coded = { item: { name: column('code'), caption: column('name') }, order: ['name'], search: ['name'] };
const place = { item: named, order: ['name'], search: ['name', 'address'] };
const customer = {
  item: { ...named, shortName: column('short_name') },
  order: ['short_name'],
  search: ['short_name', 'name', 'tin'],
};

const people = {
  item: {
    id: column('id'),
    name: sql`concat_ws(' ', ${column('last_name')}, ${column('first_name')}, ${column('middle_name')})`,
  },
  order: ['last_name', 'first_name', 'middle_name'],
  search: ['last_name', 'first_name', 'middle_name'],
  offered: sql<boolean>`coalesce(${column('end_date')} >= current_date, true)`,
};

/** The query as the declarations see it; what it joins is no matter to them. */
const rows = (query: unknown) => query as Rows;

export const ROW_DICTIONARIES: Readonly<Record<string, RowDictionary>> = {
  garbageTypes: { ...coded, from: ({ db }) => rows(db.selectFrom('garbage_types as r')) },
  containerTypes: { ...coded, from: ({ db }) => rows(db.selectFrom('container_types as r')) },
  roles: {
    item: { name: sql`${column('id')}::text`, caption: column('name') },
    order: ['name'],
    search: ['name'],
    from: ({ db }) => rows(db.selectFrom('roles as r')),
  },
  divisions: { ...byName, from: ({ db }) => rows(db.selectFrom('divisions as r')) },
  // Other instances are named to an administration only.
  instances: {
    ...byName,
    from: ({ db, instanceId }) => {
      const all = db.selectFrom('instances as r');
      return rows(instanceId === undefined ? all : all.where('r.id', '=', instanceId));
    },
  },
  visitPoints: { ...place, from: ({ db }) => rows(db.selectFrom('visit_points as r')) },
  parkings: {
    ...place,
    from: ({ db }) => rows(db.selectFrom('visit_points as r').innerJoin('parkings as p', 'p.id', 'r.id')),
  },
  places: {
    ...place,
    from: ({ db }) =>
      rows(db.selectFrom('visit_points as r').innerJoin('unloading_points as p', 'p.id', 'r.id')),
  },
  inventoryResponsible: { ...people, from: ({ db }) => rows(db.selectFrom('staff as r')) },
  staff: { ...people, from: ({ db }) => rows(db.selectFrom('staff as r')) },
  customersOfVehicles: {
    ...customer,
    from: ({ db }) =>
      rows(
        db
          .selectFrom('customers as r')
          .where((eb) =>
            eb.exists(
              eb.selectFrom('vehicles as v').select('v.id').whereRef('v.owner_customer_id', '=', 'r.id'),
            ),
          ),
      ),
  },
  transportationCompanies: {
    ...customer,
    from: ({ db }) =>
      rows(
        db
          .selectFrom('customers as r')
          .where((eb) =>
            eb.or([
              eb.exists(
                eb.selectFrom('vehicles as v').select('v.id').whereRef('v.carrier_customer_id', '=', 'r.id'),
              ),
              eb.exists(
                eb
                  .selectFrom('contracts as k')
                  .select('k.id')
                  .whereRef('k.supplier_id', '=', 'r.id')
                  .where('k.type', '=', 'COLLECTION')
                  .where('k.status', '<>', 'REMOVED'),
              ),
            ]),
          ),
      ),
  },
};

/** Locations answer as a tree; as rows they are only asked whether a value is one of them. */
const LOCATIONS: RowDictionary = { ...byName, from: ({ db }) => rows(db.selectFrom('locations as r')) };

/** The rows behind a dictionary; undefined for one of words. */
export function rowsBehind(dictionary: string): RowDictionary | undefined {
  return dictionary === 'locations' ? LOCATIONS : ROW_DICTIONARIES[dictionary];
}
