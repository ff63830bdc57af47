/** The account behind a session, with everything that access decisions need. */
import { sql } from 'kysely';
import type { Db } from '../database/connection.ts';
import type { InstanceType } from '../database/schema.ts';

export interface CustomerRef {
  id: string;
  name: string;
  shortName: string;
}

export interface AccountInstance {
  id: string;
  name: string;
  type: InstanceType;
  ownerCustomer: CustomerRef | null;
  footerText: string;
  theme: 'light' | 'dark';
  timeZone: string;
}

export interface Account {
  id: string;
  login: string;
  firstName: string;
  middleName: string | null;
  lastName: string;
  system: boolean;
  /** The theme that the user has chosen; null: that of the instance. */
  theme: 'light' | 'dark' | null;
  permissions: string[];
  /** An administrator has set the password: the account can do nothing else until its owner changes it. */
  passwordChangeRequired: boolean;
  /** Client address of the request that acts for the account. */
  address?: string;
  staff: { lastName: string; firstName: string; middleName: string | null } | null;
  instance: AccountInstance;
  /** Customers that represent the account's instance, with the instances whose customers they are. */
  links: { customerId: string; instanceId: string }[];
  /** Locations (each with all below it) and divisions that narrow what the account sees; empty: no narrowing. */
  districts: string[];
  divisions: string[];
  /** The ADMIN who owns the session while it views as another account: then it can only read (viewAs.ts). */
  viewer?: Account;
  /** The account being viewed as; absent when it no longer exists or may no longer be viewed. */
  viewed?: Account;
}

/** Reads an enabled account by its id. */
export async function readAccount(db: Db, id: string): Promise<Account | undefined> {
  const row = await accountRows(db).where('a.id', '=', id).executeTakeFirst();
  return row && accountOfRow(row);
}

/** Query for enabled accounts, aliased `a`, with all columns of an `Account`. */
export const accountRows = (db: Db) =>
  db
    .selectFrom('accounts as a')
    .innerJoin('instances as i', 'i.id', 'a.instance_id')
    .leftJoin('staff as s', 's.id', 'a.staff_id')
    .leftJoin('customers as c', 'c.id', 'i.owner_customer_id')
    .where('a.enabled', '=', true)
    .select([
      'a.id',
      'a.login',
      'a.first_name',
      'a.middle_name',
      'a.last_name',
      'a.system',
      'a.theme as own_theme',
      'a.password_change_required',
      's.id as staff_id',
      's.last_name as staff_last_name',
      's.first_name as staff_first_name',
      's.middle_name as staff_middle_name',
      'i.id as instance_id',
      'i.name as instance_name',
      'i.type as instance_type',
      'i.footer_text',
      'i.theme',
      'i.time_zone',
      'c.id as owner_id',
      'c.name as owner_name',
      'c.short_name as owner_short_name',
      sql<string[]>`array(
        select distinct p.permission from account_roles r
        join role_permissions p on p.role_id = r.role_id
        where r.account_id = a.id order by 1)`.as('permissions'),
      sql<Account['links']>`(
        select coalesce(json_agg(json_build_object('customerId', l.id, 'instanceId', l.instance_id)), '[]')
        from customers l where l.linked_instance_id = i.id)`.as('links'),
      sql<string[]>`array(
        select distinct l.id::text from account_districts d
        join locations l on l.instance_id = d.instance_id and l.path @> array[d.location_id]
        where d.account_id = a.id)`.as('districts'),
      sql<string[]>`array(
        select d.division_id::text from account_divisions d where d.account_id = a.id)`.as('divisions'),
    ]);

type AccountRow = Awaited<ReturnType<ReturnType<typeof accountRows>['execute']>>[number];

export function accountOfRow(row: AccountRow): Account {
  return {
    id: row.id,
    login: row.login,
    firstName: row.first_name,
    middleName: row.middle_name,
    lastName: row.last_name,
    system: row.system,
    theme: (row.own_theme?.toLowerCase() ?? null) as Account['theme'],
    permissions: row.permissions,
    passwordChangeRequired: row.password_change_required,
    staff: row.staff_id
      ? {
          lastName: row.staff_last_name ?? '',
          firstName: row.staff_first_name ?? '',
          middleName: row.staff_middle_name,
        }
      : null,
    instance: {
      id: row.instance_id,
      name: row.instance_name,
      type: row.instance_type,
      ownerCustomer: row.owner_id
        ? { id: row.owner_id, name: row.owner_name ?? '', shortName: row.owner_short_name ?? '' }
        : null,
      footerText: row.footer_text,
      theme: row.theme,
      timeZone: row.time_zone,
    },
    links: row.links,
    districts: row.districts,
    divisions: row.divisions,
  };
}

/** Returns "Фамилия И. О.", the form of names in records. */
export function shortNameOf(account: Pick<Account, 'lastName' | 'firstName' | 'middleName'>): string {
  const initials = [account.firstName, account.middleName].filter(Boolean).map((name) => `${name?.[0]}.`);
  return [account.lastName, ...initials].join(' ');
}
