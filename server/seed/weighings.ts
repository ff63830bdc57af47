/** Data of unloading points: cameras, weighers, coupons and weighings; and fuel cards. */
import { sql } from 'kysely';
import { dayFrom, DAY_MS } from './ground.ts';
import { Inserter } from './insert.ts';
import { Random } from '../core/random.ts';
import type { SeedInstance, SeedVehicle } from './types.ts';

const CAMERAS = [
  ['Въезд', 'demo:gate'],
  ['Весовая', 'demo:yard'],
  ['Тело полигона', 'demo:slow'],
  ['Выезд', 'demo:refused'],
  ['Старые ворота', 'demo:gone'],
] as const;
const PAST_DAYS = 40;
const HOUR_MS = 3_600_000;
const PROVIDERS = ['Лукойл Ликард', 'Газпромнефть', 'Роснефть', 'Татнефть'];

export async function weighingsOf(instance: SeedInstance): Promise<void> {
  const { ground } = instance;
  // A separate stream: weighings do not change other data.
  const random = new Random(ground.random.int(1, 1e9));
  const weigherIds = await equipmentOf(instance, random);
  await passagesOf(instance, random, weigherIds);
  await mistakesOf(instance);
  await fuelCardsOf(instance, random);
}

/** Adds mistakes: a mistyped gross that is corrected, or a vehicle weighed twice, the second weighing annulled. */
async function mistakesOf({ ground: { trx, instanceId } }: SeedInstance): Promise<void> {
  await sql`with chosen as (
      select w.id, to_jsonb(w) as before, case when n % 24 = 11 then 'ANNULLED' else 'CORRECTED' end as status,
        case when n % 24 = 11 then 'annul' else 'save' end as action,
        case when n % 24 = 11 then 'Машина взвешена дважды' else 'Брутто списано с табло с ошибкой' end as reason
      from weighings w
      join (select id, row_number() over (order by weigh_time desc, id) as n from weighings
        where instance_id = ${instanceId} and coupon_id is null) o on o.id = w.id
      where n % 24 in (5, 11)
    ), changed as (
      update weighings w set status = c.status, reason = c.reason, version = 2,
        gross = case when c.status = 'CORRECTED' then w.gross - 100 else w.gross end
      from chosen c where w.id = c.id and w.gross - 100 > w.tare
      returning w.id, to_jsonb(w) as after
    )
    insert into audit_log (instance_id, account_id, account_login, audit_time, entity, entity_id, action, before, after)
    select ${instanceId}::uuid, a.id, a.login, least((c.before ->> 'weigh_time')::timestamptz + interval '40 minutes', now()),
      'weighing', c.id, c.action, c.before, n.after
    from changed n join chosen c on c.id = n.id
    left join lateral (select a.id, a.login from accounts a where a.instance_id = ${instanceId}
      and a.login in ('scales', 'manager2', 'weigher') order by a.login limit 1) a on true`.execute(trx);
}

async function equipmentOf(
  { ground, places, ownerCustomer, carriers }: SeedInstance,
  random: Random,
): Promise<Map<string, string>> {
  const cameras = new Inserter(ground.trx, 'cameras');
  const weighers = new Inserter(ground.trx, 'weighers');
  const ids = new Map<string, string>();
  for (const { id: visit_point_id } of places.unloadingPoints) {
    for (const [name, picture_url] of CAMERAS)
      await cameras.add({ ...ground.row(), visit_point_id, name, picture_url });
    const weigher = {
      ...ground.row(),
      visit_point_id,
      name: 'Автомобильные весы № 1',
      serial_number: random.digits(6),
      max_mass: 60_000,
      verified_until: dayFrom(ground.today, random.int(-20, 300)),
    };
    ids.set(visit_point_id, weigher.id);
    await weighers.add(weigher);
  }
  await cameras.flush();
  await weighers.flush();
  await sql`update visit_points p set has_cameras = exists (select from cameras c where c.visit_point_id = p.id),
    owner_customer_id = case when p.type = 'PARKING' then ${ownerCustomer.id}::uuid end
    where p.instance_id = ${ground.instanceId}`.execute(ground.trx);
  for (const [i, { id }] of places.unloadingPoints.entries())
    await ground.trx
      .updateTable('visit_points')
      .set({ owner_customer_id: carriers[i % carriers.length]!.id })
      .where('id', '=', id)
      .execute();
  return ids;
}

interface Passage {
  vehicle: SeedVehicle;
  visitPointId: string;
  days: number;
}

/** Adds coupons and weighings of vehicles; some coupons are still open, some were never used. */
async function passagesOf(
  instance: SeedInstance,
  random: Random,
  weigherIds: Map<string, string>,
): Promise<void> {
  const { ground, fleet, places } = instance;
  const coupons = new Inserter(ground.trx, 'coupons');
  const weighings = new Inserter(ground.trx, 'weighings');
  let number = 0;
  for (let days = -PAST_DAYS; days <= 3; days += 1) {
    for (let i = 0; i < ground.count(24, 3); i += 1) {
      number += 1;
      const passage = {
        vehicle: random.pick(fleet),
        // Spreads the passages over all points.
        visitPointId: places.unloadingPoints[number % places.unloadingPoints.length]!.id,
        days,
      };
      const coupon = couponOf(instance, random, passage, number);
      if (random.chance(0.6)) await coupons.add(coupon);
      if (days > 0 || coupon.status !== 'USED') continue;
      const weighing = weighingOf(instance, random, passage, weigherIds.get(passage.visitPointId));
      if (new Date(weighing.weigh_time) < ground.now) await weighings.add(weighing);
    }
  }
  await coupons.flush();
  await weighings.flush();
  // Scales show steps of ten kilograms; no vehicle exceeds its permitted mass.
  await sql`update weighings w set tare = m.tare,
      gross = m.tare + greatest(200, floor((w.gross - w.tare) / 12000.0 * (v.max_mass - m.tare) / 10) * 10)
    from vehicles v cross join lateral (select round(v.weight / 10) * 10 as tare) m
    where w.instance_id = ${ground.instanceId} and v.id = w.vehicle_id`.execute(ground.trx);
  await sql`update weighings w set coupon_id = c.id, document_type = 'COUPON', document_number = c.number
    from coupons c where w.instance_id = ${ground.instanceId} and c.vehicle_id = w.vehicle_id
      and c.visit_point_id = w.visit_point_id and c.status = 'USED'
      and c.begin_date = (w.weigh_time at time zone 'UTC')::date`.execute(ground.trx);
}

function couponOf(
  { ground, driverIds, carriers }: SeedInstance,
  random: Random,
  passage: Passage,
  number: number,
) {
  const { vehicle, visitPointId: visit_point_id, days } = passage;
  const status =
    days >= 0
      ? 'ISSUED'
      : random.weighted([
          ['USED', 90],
          ['EXPIRED', 6],
          ['CANCELED', 4],
        ] as const);
  const day = dayFrom(ground.today, days);
  return {
    ...ground.row(),
    number: `Т-${String(number).padStart(6, '0')}`,
    type: random.weighted([
      ['SINGLE', 8],
      ['MULTIPLE', 1],
      ['GUARANTEE', 1],
    ] as const),
    status,
    processing_type: random.pick(['AUTOMATIC', 'BY_WEIGHER']),
    visit_point_id,
    vehicle_id: vehicle.id,
    carrier_customer_id: random.pick(carriers).id,
    staff_id: random.pick(driverIds),
    garbage_type: null,
    begin_date: day,
    end_date: day,
    mass_limit: null,
    used_time: status === 'USED' ? `${day}T10:00:00Z` : null,
  };
}

function weighingOf(
  { ground, driverIds, carriers }: SeedInstance,
  random: Random,
  passage: Passage,
  weigher_id?: string,
) {
  const { vehicle, visitPointId: visit_point_id, days } = passage;
  const tare = random.int(90, 150) * 100;
  const time =
    ground.today.getTime() + days * DAY_MS + random.int(4, 18) * HOUR_MS + random.int(0, 3599) * 1000;
  return {
    ...ground.row(),
    visit_point_id,
    weigher_id,
    weigh_time: new Date(time).toISOString(),
    action: random.chance(0.92) ? 'IN' : 'OUT',
    garbage_type: random.weighted([
      ['MSW', 7],
      ['BULKY', 2],
      ['CONSTRUCTION', 1],
    ] as const),
    document_type: 'WAYBILL',
    document_number: random.digits(6),
    vehicle_id: vehicle.id,
    driver_id: random.pick(driverIds),
    carrier_customer_id: random.pick(carriers).id,
    gross: tare + random.int(20, 110) * 100,
    tare,
    tare_mode: random.pick(['WEIGHED', 'STORED', 'STORED', 'ENTERED']),
  };
}

async function fuelCardsOf({ ground, fleet, driverIds }: SeedInstance, random: Random): Promise<void> {
  const cards = new Inserter(ground.trx, 'fuel_cards');
  for (const { id: vehicle_id } of fleet) {
    if (random.chance(0.2)) continue;
    await cards.add({
      ...ground.row(),
      number: `7005${random.digits(12)}`,
      provider: random.pick(PROVIDERS),
      fuel_type: random.weighted([
        ['DIESEL', 9],
        ['GAS', 1],
      ] as const),
      vehicle_id,
      driver_id: random.chance(0.5) ? random.pick(driverIds) : null,
      day_limit: random.int(8, 20) * 10,
      begin_date: dayFrom(ground.today, -random.int(30, 700)),
      end_date: random.chance(0.6) ? dayFrom(ground.today, random.int(30, 700)) : null,
      blocked: random.chance(0.06),
      comment: null,
    });
  }
  await cards.flush();
}
