-- Cameras, weighers and weighings of visit points, coupons, fuel cards (screens §2, §3; calls §7.9) ------------

-- Visit points of every type in one list.
create index visit_points_name_order on visit_points (instance_id, name, id);
create index visit_points_address_order on visit_points (instance_id, address, id);
create index visit_points_type on visit_points (instance_id, type, id);

create table cameras (
  id uuid primary key default gen_random_uuid(),
  instance_id uuid not null references instances (id),
  visit_point_id uuid not null,
  name text not null,
  -- Where a still picture is fetched from; only the server asks there.
  picture_url text not null,
  version integer not null default 1,
  change_time timestamptz not null default now(),
  unique (instance_id, id),
  foreign key (instance_id, visit_point_id) references visit_points (instance_id, id) on delete cascade
);
create index cameras_visit_point on cameras (visit_point_id, name, id);

-- A weighbridge.
create table weighers (
  id uuid primary key default gen_random_uuid(),
  instance_id uuid not null references instances (id),
  visit_point_id uuid not null,
  name text not null,
  serial_number text,
  max_mass kilograms,
  -- The last day on which its verification holds.
  verified_until date,
  version integer not null default 1,
  change_time timestamptz not null default now(),
  unique (instance_id, id),
  foreign key (instance_id, visit_point_id) references visit_points (instance_id, id) on delete cascade
);
create index weighers_visit_point on weighers (visit_point_id, name, id);

-- Lets a vehicle bring waste to a visit point.
create table coupons (
  id uuid primary key default gen_random_uuid(),
  instance_id uuid not null references instances (id),
  number text not null,
  type text not null,
  status text not null default 'ISSUED' check (status in ('NEW', 'ISSUED', 'USED', 'EXPIRED', 'CANCELED')),
  processing_type text not null,
  visit_point_id uuid not null,
  vehicle_id uuid not null,
  contract_id uuid,
  carrier_customer_id uuid,
  -- Who issued it.
  staff_id uuid,
  garbage_type text,
  -- Days on which it holds, both inclusive.
  begin_date date not null,
  end_date date not null,
  -- The heaviest load that it lets through in all; none: no limit.
  mass_limit kilograms,
  used_time timestamptz,
  comment text,
  version integer not null default 1,
  change_time timestamptz not null default now(),
  unique (instance_id, id),
  unique (instance_id, number),
  foreign key (instance_id, visit_point_id) references visit_points (instance_id, id),
  foreign key (instance_id, vehicle_id) references vehicles (instance_id, id),
  foreign key (instance_id, contract_id) references contracts (instance_id, id),
  foreign key (instance_id, carrier_customer_id) references customers (instance_id, id),
  foreign key (instance_id, staff_id) references staff (instance_id, id),
  foreign key (instance_id, garbage_type) references garbage_types (instance_id, code),
  check (begin_date <= end_date)
);
create index coupons_begin on coupons (instance_id, begin_date, id);
create index coupons_end on coupons (instance_id, end_date, id);
create index coupons_number on coupons (instance_id, number, id);
create index coupons_type on coupons (instance_id, type, id);
create index coupons_status on coupons (instance_id, status, id);
create index coupons_processing_type on coupons (instance_id, processing_type, id);
create index coupons_visit_point on coupons (visit_point_id, begin_date, id);
create index coupons_vehicle on coupons (vehicle_id, begin_date, id);
create index coupons_contract on coupons (contract_id, begin_date, id);
create index coupons_staff on coupons (staff_id, begin_date, id);
create index coupons_carrier on coupons (carrier_customer_id);
create index coupons_search on coupons using gin (number gin_trgm_ops);
insert into transitions (entity, action, from_status, to_status) values
  ('coupon', 'cancel', 'NEW', 'CANCELED'),
  ('coupon', 'cancel', 'ISSUED', 'CANCELED');

create table weighings (
  id uuid primary key default gen_random_uuid(),
  instance_id uuid not null references instances (id),
  visit_point_id uuid not null,
  weigher_id uuid,
  weigh_time timestamptz not null,
  action text not null check (action in ('IN', 'OUT')),
  garbage_type text not null,
  document_type text not null,
  document_number text,
  vehicle_id uuid not null,
  driver_id uuid,
  carrier_customer_id uuid,
  gross kilograms not null,
  tare kilograms not null,
  tare_mode text not null,
  net numeric(12, 3) generated always as (gross - tare) stored,
  coupon_id uuid,
  comment text,
  version integer not null default 1,
  change_time timestamptz not null default now(),
  unique (instance_id, id),
  foreign key (instance_id, visit_point_id) references visit_points (instance_id, id),
  foreign key (instance_id, weigher_id) references weighers (instance_id, id),
  foreign key (instance_id, garbage_type) references garbage_types (instance_id, code),
  foreign key (instance_id, vehicle_id) references vehicles (instance_id, id),
  foreign key (instance_id, driver_id) references staff (instance_id, id),
  foreign key (instance_id, carrier_customer_id) references customers (instance_id, id),
  foreign key (instance_id, coupon_id) references coupons (instance_id, id),
  check (gross > tare)
);
create index weighings_time on weighings (instance_id, weigh_time, id);
create index weighings_action on weighings (instance_id, action, weigh_time, id);
create index weighings_garbage_type on weighings (instance_id, garbage_type, weigh_time, id);
create index weighings_net on weighings (instance_id, net, id);
create index weighings_visit_point on weighings (visit_point_id, weigh_time, id);
create index weighings_visit_point_net on weighings (visit_point_id, net, id);
create index weighings_vehicle on weighings (vehicle_id, weigh_time, id);
create index weighings_coupon on weighings (coupon_id);
create index weighings_driver on weighings (driver_id);
create index weighings_carrier on weighings (carrier_customer_id);
create index weighings_weigher on weighings (weigher_id);

create table fuel_cards (
  id uuid primary key default gen_random_uuid(),
  instance_id uuid not null references instances (id),
  number text not null,
  provider text not null,
  fuel_type text not null,
  vehicle_id uuid,
  driver_id uuid,
  -- In a day; none: no limit.
  day_limit litres,
  begin_date date not null,
  end_date date,
  blocked boolean not null default false,
  comment text,
  version integer not null default 1,
  change_time timestamptz not null default now(),
  unique (instance_id, id),
  foreign key (instance_id, vehicle_id) references vehicles (instance_id, id),
  foreign key (instance_id, driver_id) references staff (instance_id, id),
  check (begin_date <= end_date)
);
create unique index fuel_cards_number on fuel_cards (instance_id, number);
create index fuel_cards_provider on fuel_cards (instance_id, provider, id);
create index fuel_cards_fuel_type on fuel_cards (instance_id, fuel_type, id);
create index fuel_cards_begin on fuel_cards (instance_id, begin_date, id);
create index fuel_cards_end on fuel_cards (instance_id, end_date, id);
create index fuel_cards_end_down on fuel_cards (instance_id, end_date desc nulls last, id desc);
create index fuel_cards_blocked on fuel_cards (instance_id, blocked, number, id);
create index fuel_cards_vehicle on fuel_cards (vehicle_id);
create index fuel_cards_driver on fuel_cards (driver_id);
create index fuel_cards_search on fuel_cards using gin (number gin_trgm_ops, provider gin_trgm_ops);

insert into event_metas (name, severity, caption_ru, caption_en) values
  ('VEHICLE_OVERLOADED', 'WARNING', 'ТС {{regNumber}} перегружено: {{gross}} кг при полной массе {{limit}} кг',
    'Vehicle {{regNumber}} is overloaded: {{gross}} kg, its maximum mass is {{limit}} kg');
