/** Tables of a contract other than its limits: tariffs, agreement policies and rules. */
import type { Generated } from 'kysely';
import type { OptionalTime, Own, Time } from './common.ts';

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

interface RuleTable extends Own {
  contract_id: string;
  rule: string;
  enabled: Generated<boolean>;
  threshold: number | null;
  comment: string | null;
}

interface FindingTable extends Own {
  /** When the finding was acted on. */
  made_time: OptionalTime;
  contract_id: string;
  task_item_id: string;
  task_date: string;
  purpose: 'INCIDENT' | 'CLAIM' | 'RESCHEDULE' | 'NOTIFY';
  rule: string;
  reason: string | null;
  due_date: string;
}

interface RecalcRuleTable extends Own {
  contract_id: string;
  name: string;
  events: string[];
  depth_days: number;
  begin_date: string;
  end_date: string | null;
  comment: string | null;
}

interface TransportationTable extends Own {
  contract_id: string;
  carrier_id: string | null;
  visiting_rule: string;
  visit_rule: string | null;
  sensor_rule: string | null;
  failure_action: string;
  begin_date: string;
  end_date: string | null;
  comment: string | null;
}

interface TalonLinkTable extends Own {
  contract_id: string;
  login: string;
  token: string;
  state: 'CONNECTED' | 'REFUSED' | 'SLOW' | 'GONE';
  check_time: Time;
}

export interface AgreementTables {
  contract_collection_tariffs: TariffTable & { type: string };
  contract_customer_tariffs: TariffTable;
  contract_policies: ContractPolicyTable;
  contract_incident_rules: RuleTable;
  contract_claim_rules: RuleTable & { reason: string; delay_days: Generated<number> };
  contract_rule_findings: FindingTable;
  contract_recalc_rules: RecalcRuleTable;
  contract_talon_links: TalonLinkTable;
  contract_transportations: TransportationTable;
}
