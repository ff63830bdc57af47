/** Activity at visit points: cameras, weighers, weighings, coupons; and fuel cards. */
import type { Generated, GeneratedAlways } from 'kysely';
import type { OptionalTime, Own } from './common.ts';

interface CouponTable extends Own {
  number: string;
  type: string;
  status: Generated<'NEW' | 'ISSUED' | 'USED' | 'EXPIRED' | 'CANCELED'>;
  processing_type: string;
  visit_point_id: string;
  vehicle_id: string;
  contract_id: string | null;
  carrier_customer_id: string | null;
  staff_id: string | null;
  garbage_type: string | null;
  begin_date: string;
  end_date: string;
  mass_limit: number | null;
  used_time: OptionalTime;
  comment: string | null;
}

interface WeighingTable extends Own {
  visit_point_id: string;
  weigher_id: string | null;
  weigh_time: Date;
  action: 'IN' | 'OUT';
  garbage_type: string;
  document_type: string;
  document_number: string | null;
  vehicle_id: string;
  driver_id: string | null;
  carrier_customer_id: string | null;
  gross: number;
  tare: number;
  tare_mode: string;
  net: GeneratedAlways<number>;
  coupon_id: string | null;
  comment: string | null;
  status: Generated<'VALID' | 'CORRECTED' | 'ANNULLED'>;
  reason: string | null;
}

interface FuelCardTable extends Own {
  number: string;
  provider: string;
  fuel_type: string;
  vehicle_id: string | null;
  driver_id: string | null;
  day_limit: number | null;
  begin_date: string;
  end_date: string | null;
  blocked: Generated<boolean>;
  comment: string | null;
}

export interface WeighingTables {
  cameras: Own & { visit_point_id: string; name: string; picture_url: string };
  weighers: Own & {
    visit_point_id: string;
    name: string;
    serial_number: string | null;
    max_mass: number | null;
    verified_until: string | null;
  };
  coupons: CouponTable;
  weighings: WeighingTable;
  fuel_cards: FuelCardTable;
}
