/** Instances, people who sign in, and what they may. */
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
  /** `LIGHT` or `DARK`; empty: that of the instance. */
  theme: ColumnType<string | null, string | null | undefined, string | null>;
  /** Words of `eventSeverities`; events of others are not told at once. */
  notice_severities: Generated<string[]>;
  /** Older events are no longer in the account's preview. */
  event_clear_time: OptionalTime;
}

export interface RoleTable extends Omit<Own, 'instance_id'> {
  /** Empty: of all instances. */
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
  /** Where the request came from; empty for the product's own work. */
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
  /** Who did it to the account, where that was another. */
  actor_login: string | null;
}

/** Of an account, of a role, or of all of the instance when neither is given. */
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
    /** Names the session and opens nothing. */
    id: Generated<string>;
    address: string | null;
    user_agent: string | null;
    /** Whose rights narrow it ("view as"); not a reference, for an account that is gone leaves nothing. */
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
