/** The tables as the query builder sees them. */
import type { ColumnType, Generated } from 'kysely';

type Time = ColumnType<Date, Date | string | undefined, Date | string>;
type Json = ColumnType<unknown, string | null, never>;

interface Versioned {
  version: Generated<number>;
  change_time: Time;
}

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

export interface StaffTable extends Versioned {
  id: Generated<string>;
  instance_id: string;
  last_name: string;
  first_name: string;
  middle_name: string | null;
}

export interface AccountTable extends Versioned {
  id: Generated<string>;
  instance_id: string;
  login: string;
  password_hash: string;
  first_name: string;
  middle_name: string | null;
  last_name: string;
  system: Generated<boolean>;
  enabled: Generated<boolean>;
  staff_id: string | null;
}

export interface RoleTable extends Versioned {
  id: Generated<string>;
  instance_id: string;
  name: string;
  description: string | null;
  type: Generated<string>;
  system: Generated<boolean>;
}

export interface CustomerTable extends Versioned {
  id: Generated<string>;
  instance_id: string;
  kind: string;
  name: string;
  short_name: string;
  tin: string | null;
  registration_code: string | null;
  registration_number: string | null;
  code: string | null;
  uuid_agreed: Generated<boolean>;
  vip: Generated<boolean>;
  actual_address: string | null;
  legal_address: string | null;
  phone: string | null;
  mail: string | null;
  site: string | null;
  person_last_name: string | null;
  person_first_name: string | null;
  person_middle_name: string | null;
  days_kind: string;
  claim_submission_days: number;
  claim_consideration_days: number;
  status: Generated<string>;
  status_account: string | null;
  status_reason: string | null;
}

export interface ContractTable extends Versioned {
  id: Generated<string>;
  instance_id: string;
  number: string;
  name: string;
  code_1c: string | null;
  type: string;
  customer_id: string;
  supplier_id: string;
  segment: string | null;
  effective_date: string;
  expiration_date: string | null;
  auto_renewal: boolean;
  responsible: string | null;
  contact_phone: string | null;
  comment: string | null;
  status: Generated<string>;
  status_reason: string | null;
  changed_by: string | null;
}

export interface ContractLimitTable extends Versioned {
  id: Generated<string>;
  instance_id: string;
  contract_id: string;
  type: string;
  unit: string;
  value: number;
  period: string;
  effective_date: string | null;
  expiration_date: string | null;
  balance: number | null;
  balance_time: ColumnType<Date | null, Date | null, Date | null>;
  comment: string | null;
}

export interface ContractLimitUsageTable extends Versioned {
  limit_id: string;
  instance_id: string;
  usage_date: string;
  amount: number;
}

export interface ContractDistrictTable extends Versioned {
  id: Generated<string>;
  instance_id: string;
  contract_id: string;
  district: string;
  share: number;
  effective_date: string;
  comment: string | null;
}

export interface VehicleTable extends Versioned {
  id: Generated<string>;
  instance_id: string;
  reg_number: string;
  model: string;
  type: string;
}

export interface ContractVehicleTable extends Versioned {
  id: Generated<string>;
  instance_id: string;
  contract_id: string;
  vehicle_id: string;
  begin_date: string;
  end_date: string | null;
  is_primary: boolean;
}

export interface AuditTable {
  id: Generated<number>;
  instance_id: string | null;
  account_id: string | null;
  account_login: string | null;
  audit_time: Time;
  entity: string;
  entity_id: string;
  action: string;
  before: Json;
  after: Json;
}

export interface Database {
  instances: InstanceTable;
  host_instances: { host: string; instance_id: string };
  staff: StaffTable;
  accounts: AccountTable;
  roles: RoleTable;
  role_permissions: { role_id: string; permission: string };
  account_roles: { account_id: string; role_id: string };
  sessions: {
    token_hash: Buffer;
    account_id: string;
    create_time: Time;
    renew_time: Time;
    expire_time: Date;
  };
  login_tries: { id: Generated<number>; login: string; address: string; try_time: Time };
  app_properties: Versioned & {
    id: Generated<number>;
    instance_id: string | null;
    name: string;
    value: string | null;
    type: string;
  };
  classifiers: { dictionary: string; name: string; caption_ru: string; caption_en: string; position: number };
  transitions: { entity: string; action: string; from_status: string; to_status: string };
  audit_log: AuditTable;
  customers: CustomerTable;
  contracts: ContractTable;
  contract_limits: ContractLimitTable;
  contract_limit_usage: ContractLimitUsageTable;
  contract_districts: ContractDistrictTable;
  vehicles: VehicleTable;
  contract_vehicles: ContractVehicleTable;
}

/** Tables whose rows belong to one instance each. */
export const INSTANCE_TABLES: ReadonlySet<string> = new Set<keyof Database>([
  'staff',
  'accounts',
  'roles',
  'audit_log',
  'customers',
  'contracts',
  'contract_limits',
  'contract_limit_usage',
  'contract_districts',
  'vehicles',
  'contract_vehicles',
]);
