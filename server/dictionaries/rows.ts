/**
 * Dictionaries of rows: which rows, the properties of an item, the columns that are searched. The rows are those of the
 * account's instance; the API file declares who may read them.
 */
import { sql, type AliasableExpression, type Expression, type SelectQueryBuilder } from 'kysely';
import type { Scope } from '../access/scope.ts';
import type { Database } from '../database/schema.ts';
import { isEmployed } from '../records/today.ts';
import { plateOf } from './plate.ts';

/** A query over the rows, with the alias `r`. */
export type Rows = SelectQueryBuilder<Database, keyof Database, object>;

export interface RowDictionary {
  from: (scope: Scope) => Rows;
  /** Condition for rows that are offered; the others only provide captions for values chosen earlier. */
  offered?: Expression<boolean>;
  /** Properties of an item and their expressions. */
  item: Record<string, AliasableExpression<unknown>>;
  /** Columns to sort by and to search. */
  order: readonly string[];
  search: readonly string[];
  /** Converts the searched text to a second spelling. */
  text?: (text: string) => string;
}

const column = (name: string) => sql.ref(`r.${name}`);
const named = { id: column('id'), name: column('name') };
const byName = { item: named, order: ['name'], search: ['name'] };
const coded = { item: { name: column('code'), caption: column('name') }, order: ['name'], search: ['name'] };
const place = { item: named, order: ['name'], search: ['name', 'address'] };
const person = {
  item: {
    id: column('id'),
    fullName: sql`concat_ws(' ', ${column('last_name')}, ${column('first_name')}, ${column('middle_name')})`,
  },
  order: ['last_name', 'first_name', 'middle_name'],
  search: ['last_name', 'first_name', 'middle_name'],
  offered: isEmployed('r'),
};
const vehicle = {
  item: { id: column('id'), regNumber: column('reg_number'), model: column('model') },
  order: ['reg_number'],
  search: ['reg_number', 'model'],
  // Plates are often typed with Latin letters that look like the Cyrillic ones.
  text: plateOf,
  offered: sql<boolean>`${column('status')} = 'ACTIVE'`,
};
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
  offered: isEmployed('r'),
};

/** Types the query as the declarations use it; they do not depend on its joins. */
const rows = (query: unknown) => query as Rows;

export const ROW_DICTIONARIES: Readonly<Record<string, RowDictionary>> = {
  // The carriers of the instance, according to its contracts.
  agreementCarriers: {
    ...customer,
    from: ({ db }) =>
      rows(
        db
          .selectFrom('customers as r')
          .where((eb) =>
            eb.exists(
              eb
                .selectFrom('contracts as k')
                .select('k.id')
                .whereRef('k.supplier_id', '=', 'r.id')
                .where('k.type', '=', 'COLLECTION'),
            ),
          ),
      ),
  },
  garbageTypes: { ...coded, from: ({ db }) => rows(db.selectFrom('garbage_types as r')) },
  containerTypes: { ...coded, from: ({ db }) => rows(db.selectFrom('container_types as r')) },
  roles: {
    item: { name: sql`${column('id')}::text`, caption: column('name') },
    order: ['name'],
    search: ['name'],
    from: ({ db }) => rows(db.selectFrom('roles as r')),
  },
  reportRoles: {
    item: { name: sql`${column('id')}::text`, caption: column('name') },
    order: ['name'],
    search: ['name'],
    // An administration reaches the roles of all instances; a report is shown to those of its own instance.
    from: (scope) =>
      rows(scope.db.selectFrom('roles as r').where('r.instance_id', '=', scope.account.instance.id)),
  },
  reportInstances: {
    ...byName,
    from: ({ db, instanceId, account }) => {
      const all = db.selectFrom('instances as r');
      const others = all.where('r.id', '<>', account.instance.id);
      return rows(instanceId === undefined ? others : all.where('r.id', '=', instanceId));
    },
  },
  districts: {
    ...coded,
    from: ({ db }) => rows(db.selectFrom('locations as r').where('r.kind', '=', 'DISTRICT')),
  },
  divisions: { ...byName, from: ({ db }) => rows(db.selectFrom('divisions as r')) },
  // Only an administration sees other instances.
  instances: {
    ...byName,
    from: ({ db, instanceId }) => {
      const all = db.selectFrom('instances as r');
      return rows(instanceId === undefined ? all : all.where('r.id', '=', instanceId));
    },
  },
  visitPoints: { ...place, from: ({ db }) => rows(db.selectFrom('visit_points as r')) },
  loadingPoints: {
    ...place,
    from: ({ db }) =>
      rows(db.selectFrom('visit_points as r').where('r.type', 'in', ['LOADING', 'STAND', 'WASH'])),
  },
  evacuationPoints: {
    item: {
      id: column('id'),
      name: sql`concat_ws(', ', ${column('stand')}, ${column('name')}, ${column('address')})`,
    },
    order: ['stand', 'name'],
    search: ['stand', 'name', 'address'],
    from: ({ db }) =>
      rows(
        db.selectFrom((eb) =>
          eb
            .selectFrom('evacuation_points as p')
            .innerJoin('stands as s', 's.id', 'p.stand_id')
            .innerJoin('visit_points as v', 'v.id', 'p.stand_id')
            .select(['p.id', 'p.instance_id', 'p.name', 's.number as stand', 'v.address'])
            .as('r'),
        ),
      ),
  },
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
  accountLogins: {
    item: { id: column('id'), login: column('login') },
    order: ['login'],
    search: ['login'],
    from: ({ db }) => rows(db.selectFrom('accounts as r').where('r.system', '=', false)),
    offered: sql<boolean>`${column('enabled')}`,
  },
  accountStaff: { ...people, from: ({ db }) => rows(db.selectFrom('staff as r')) },
  staff: { ...person, from: ({ db }) => rows(db.selectFrom('staff as r')) },
  vehicles: { ...vehicle, from: ({ db }) => rows(db.selectFrom('vehicles as r')) },
  trailers: {
    ...vehicle,
    from: ({ db }) => rows(db.selectFrom('vehicles as r').where('r.type', '=', 'TRAILER')),
  },
  staffWithAccount: {
    ...person,
    from: ({ db }) =>
      rows(
        db
          .selectFrom('staff as r')
          .where((eb) =>
            eb.exists(eb.selectFrom('accounts as a').select('a.id').whereRef('a.staff_id', '=', 'r.id')),
          ),
      ),
  },
  weighers: { ...byName, from: ({ db }) => rows(db.selectFrom('weighers as r')) },
  couponContracts: {
    item: { id: column('id'), number: column('number') },
    order: ['number'],
    search: ['number', 'name'],
    from: ({ db }) => rows(db.selectFrom('contracts as r')),
    offered: sql<boolean>`${column('status')} = 'ACTIVE'`,
  },
  couponStaff: { ...person, from: ({ db }) => rows(db.selectFrom('staff as r')) },
  couponVehicles: { ...vehicle, from: ({ db }) => rows(db.selectFrom('vehicles as r')) },
  pointOwners: {
    item: { id: column('id'), shortName: column('short_name') },
    order: ['short_name'],
    search: ['short_name', 'name', 'tin'],
    from: ({ db }) =>
      rows(
        db
          .selectFrom('customers as r')
          .where((eb) =>
            eb.exists(
              eb.selectFrom('visit_points as p').select('p.id').whereRef('p.owner_customer_id', '=', 'r.id'),
            ),
          ),
      ),
  },
  customersForPoints: {
    item: { id: column('id'), shortName: column('short_name') },
    order: ['short_name'],
    search: ['short_name', 'name', 'tin'],
    from: ({ db }) => rows(db.selectFrom('customers as r')),
  },
  customersForVehicles: {
    item: { id: column('id'), shortName: column('short_name') },
    order: ['short_name'],
    search: ['short_name', 'name', 'tin'],
    from: ({ db }) => rows(db.selectFrom('customers as r')),
    offered: sql<boolean>`${column('status')} = 'ACTIVE'`,
  },
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

/** Locations are returned as a tree; as rows they are only used to check values. */
const LOCATIONS: RowDictionary = { ...byName, from: ({ db }) => rows(db.selectFrom('locations as r')) };

/** Returns the rows of a dictionary; undefined for one of plain values. */
export function rowsBehind(dictionary: string): RowDictionary | undefined {
  return dictionary === 'locations' ? LOCATIONS : ROW_DICTIONARIES[dictionary];
}
