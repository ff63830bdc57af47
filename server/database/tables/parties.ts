/** Customers and contracts with their parts. */
import type { Generated } from 'kysely';
import type { OptionalTime, Own, Versioned } from './common.ts';

export interface CustomerTable extends Own {
  kind: string;
  name: string;
  short_name: string;
  tin: string | null;
  registration_code: string | null;
  registration_number: string | null;
  code: string | null;
  uuid_agreed: Generated<boolean>;
  linked_instance_id: string | null;
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
  extra_identifier: string | null;
  tariff_kind: string | null;
  confirmation_mode: string | null;
}

export interface CustomerContainerPolicyTable {
  instance_id: string;
  customer_id: string;
  container_type: string;
  policy: string;
}

export interface ContractTable extends Own {
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
  published_version: number | null;
  publish_time: OptionalTime;
  parts_changed: Generated<boolean>;
  transfer_enabled: Generated<boolean>;
  automatic_coupons: Generated<string[]>;
  management_locked: Generated<boolean>;
  old_effective_date: string | null;
  old_expiration_date: string | null;
  sign_status: string | null;
  report_mode: string | null;
  failure_action: string | null;
  vehicle_manage_type: string | null;
  coupon_processing: string | null;
}

export interface ContractLimitTable extends Own {
  contract_id: string;
  type: string;
  unit: string;
  value: number;
  period: string;
  effective_date: string | null;
  expiration_date: string | null;
  balance: number | null;
  balance_time: OptionalTime;
  comment: string | null;
}

export interface ContractLimitUsageTable extends Versioned {
  limit_id: string;
  instance_id: string;
  usage_date: string;
  amount: number;
}

export interface ContractDistrictTable extends Own {
  contract_id: string;
  /** The code of a location. */
  district: string;
  share: number;
  effective_date: string;
  comment: string | null;
}

export interface ContractVehicleTable extends Own {
  contract_id: string;
  vehicle_id: string;
  begin_date: string;
  end_date: string | null;
  is_primary: boolean;
}

export interface ContractPlanTable extends Own {
  contract_id: string;
  evacuation_point_id: string;
  schedule_id: string;
  container_action: string;
  begin_date: string;
  end_date: string | null;
  comment: string | null;
}

export interface PartyTables {
  customers: CustomerTable;
  customer_container_policies: CustomerContainerPolicyTable;
  contracts: ContractTable;
  contract_limits: ContractLimitTable;
  contract_limit_usage: ContractLimitUsageTable;
  contract_districts: ContractDistrictTable;
  contract_vehicles: ContractVehicleTable;
  contract_plans: ContractPlanTable;
}
