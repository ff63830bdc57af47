/** Results and claims agreed between operator and carriers, and the calendar that their deadlines are counted by. */
import type { Generated } from 'kysely';
import type { OptionalTime, Own, Time, Versioned } from './common.ts';

export type CsoriState = 'NEW' | 'AGREEMENT' | 'APPROVED' | 'CLAIM' | 'CORRECTION';
export type ClaimState =
  | 'NEW'
  | 'UNDER_CONSIDERATION'
  | 'SPECIFIED'
  | 'DISCARDED'
  | 'APPROVED'
  | 'CHANGED'
  | 'CANCELED';

export interface CsoriTable extends Own {
  csori_date: string;
  stand_id: string;
  contract_id: string;
  carrier_id: string;
  customer_id: string;
  container_type: string;
  container_action: string;
  garbage_type: string;
  address: string;
  ordered_count: number;
  ordered_volume: number;
  billed_count: number | null;
  billed_volume: number | null;
  first_count: number | null;
  first_volume: number | null;
  approved_count: number | null;
  approved_volume: number | null;
  price: number | null;
  status: Generated<CsoriState>;
  confirm_mode: string | null;
  control_date: string | null;
  decision: string | null;
  decided_by: string | null;
  decision_time: OptionalTime;
  comment: string | null;
}

export interface ClaimTable extends Own {
  number: Generated<string>;
  csori_id: string;
  shown_to_id: string;
  carrier_id: string;
  customer_id: string;
  stand_id: string;
  claim_date: string;
  csori_date: string;
  address: string;
  container_type: string;
  container_action: string;
  input: 'MANUAL' | 'RULE';
  rule: string | null;
  reason: string;
  basis: string | null;
  ordered_count: number;
  ordered_volume: number;
  billed_count: number;
  billed_volume: number;
  price: number | null;
  expected_count: number | null;
  expected_volume: number | null;
  approved_count: number | null;
  approved_volume: number | null;
  status: Generated<ClaimState>;
  control_date: string | null;
  appealed: Generated<boolean>;
  closed: Generated<boolean>;
  comment: string | null;
  discard_reason: string | null;
  author: string | null;
  responsible: string | null;
}

interface ClaimMessageTable extends Own {
  claim_id: string;
  message_time: Time;
  party: 'RO' | 'CARRIER' | 'SYSTEM';
  author: string;
  action: string | null;
  text: string | null;
}

interface ClaimFindingTable extends Versioned {
  finding_id: string;
  instance_id: string;
  claim_id: string | null;
  outcome: 'SUBMITTED' | 'DRAFT' | 'JOINED' | 'NOTHING_BILLED' | 'DECIDED' | 'LATE';
}

export interface CarrierResultTables {
  csoris: CsoriTable;
  carrier_claims: ClaimTable;
  carrier_claim_messages: ClaimMessageTable;
  carrier_claim_findings: ClaimFindingTable;
  federal_days: { day: string; working: boolean; name: string };
  working_days: Own & { day: string; working: Generated<boolean>; name: string };
}
