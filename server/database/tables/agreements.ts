/** What belongs to a contract beside its limits: tariffs and agreement policies. */
import type { Generated } from 'kysely';
import type { OptionalTime, Own } from './common.ts';

interface TariffTable extends Own {
  contract_id: string;
  /** The code of a garbage type. */
  garbage_type: string;
  unit: string;
  price: number;
  max_density: number | null;
  excess_rule: string | null;
  begin_date: string;
  end_date: string | null;
  comment: string | null;
}

export interface ContractPolicyTable extends Own {
  contract_id: string;
  name: string;
  terms: string | null;
  effective_date: string;
  expiration_date: string | null;
  consideration_days: number;
  tolerance: Generated<number>;
  reply_days: Generated<number>;
  reply_date: string | null;
  status: Generated<string>;
  send_time: OptionalTime;
  decision_time: OptionalTime;
  decided_by: string | null;
  reject_reason: string | null;
  lapse_time: OptionalTime;
}

export interface AgreementTables {
  contract_collection_tariffs: TariffTable & { type: string };
  contract_customer_tariffs: TariffTable;
  contract_policies: ContractPolicyTable;
}
