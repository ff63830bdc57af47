/** Instances, accounts and their rights. */
import type { ColumnType, Generated } from 'kysely';
import type { Json, OptionalTime, Own, Time, Versioned } from './common.ts';

export interface InstanceTable extends Versioned {
  id: Generated<string>;
  name: string;
  type: InstanceType;
  owner_customer_id: string | null;
  footer_text: Generated<string>;
  theme: Generated<'light' | 'dark'>;
  time_zone: Generated<string>;
}

export type InstanceType = 'RO' | 'CARRIER' | 'GW_WEIGHER' | 'ECOLOGY' | 'ADMINISTRATION';

export interface AccountTable extends Own {
  login: string;
  password_hash: string;
  first_name: string;
  middle_name: string | null;
  last_name: string;
  system: Generated<boolean>;
  enabled: Generated<boolean>;
  staff_id: string | null;
  password_change_required: Generated<boolean>;
  /** `LIGHT` or `DARK`; null: that of the instance. */
  theme: ColumnType<string | null, string | null | undefined, string | null>;
  /** Values of `eventSeverities`; events of other severities send no immediate notification. */
  notice_severities: Generated<string[]>;
  /** Events before this time no longer appear in the account's preview. */
  event_clear_time: OptionalTime;
}

export interface RoleTable extends Omit<Own, 'instance_id'> {
  /** Null: a role of all instances. */
  instance_id: string | null;
  name: string;
  description: string | null;
  type: Generated<string>;
  system: Generated<boolean>;
}

export interface AuditTable {
  id: Generated<number>;
  instance_id: string | null;
  account_id: string | null;
  account_login: string | null;
  /** Client address of the request; null for the product's own work. */
  address: string | null;
  audit_time: Time;
  entity: string;
  entity_id: string;
  action: string;
  before: Json;
  after: Json;
}

export interface SecurityTable {
  id: Generated<number>;
  event_time: Time;
  event:
    | 'signIn'
    | 'signInFailed'
    | 'signInLimited'
    | 'signOut'
    | 'refused'
    | 'passwordChanged'
    | 'passwordSet'
    | 'passwordRefused'
    | 'sessionEnded'
    | 'viewBegun'
    | 'viewEnded';
  instance_id: string | null;
  account_id: string | null;
  login: string | null;
  address: string;
  user_agent: string | null;
  operation: string | null;
  reason: string | null;
  /** Login of the actor, where another account did it. */
  actor_login: string | null;
}

/** Preference of an account, of a role, or of the whole instance when neither is set. */
export interface PreferenceTable extends Own {
  account_id: string | null;
  role_id: string | null;
  screen: string;
  view: string;
  schema_version: number;
  value: ColumnType<unknown, string, string>;
}

export interface AccessTables {
  instances: InstanceTable;
  host_instances: { host: string; instance_id: string };
  accounts: AccountTable;
  account_districts: { instance_id: string; account_id: string; location_id: string };
  account_divisions: { instance_id: string; account_id: string; division_id: string };
  roles: RoleTable;
  role_permissions: { role_id: string; permission: string };
  account_roles: { account_id: string; role_id: string };
  sessions: {
    token_hash: Buffer;
    account_id: string;
    create_time: Time;
    renew_time: Time;
    expire_time: Date;
    /** Identifies the session but grants no access. */
    id: Generated<string>;
    address: string | null;
    user_agent: string | null;
    /** The account whose rights narrow it ("view as"); not a reference: a deleted account must leave no rights. */
    view_account_id: string | null;
  };
  login_tries: {
    id: Generated<number>;
    login: string;
    address: string;
    try_time: Time;
    device_id: string | null;
    stranger: boolean;
  };
  known_devices: { id: Generated<string>; token_hash: Buffer; account_id: string; use_time: Time };
  security_log: SecurityTable;
  idempotency_keys: {
    account_id: string;
    key: string;
    request_hash: Buffer;
    reply: string | null;
    create_time: Time;
  };
  audit_log: AuditTable;
  preferences: PreferenceTable;
}
