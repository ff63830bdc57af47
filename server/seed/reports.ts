/** Reports of the demo, in the format of the editor, and requests of their users. */
import { sql } from 'kysely';
import type { Db } from '../database/connection.ts';
import type { ReportDefinition, ReportParameter } from '../reports/definition.ts';
import { TIME_ZONE } from './ground.ts';

const CATEGORIES = ['Вывоз отходов', 'Транспорт', 'Полигоны и взвешивания', 'Площадки и контейнеры'] as const;

const period: ReportParameter = {
  name: 'period',
  alias: 'Период',
  type: 'DATE_INTERVAL',
  required: true,
  default: 'today-30..today',
};
const districts: ReportParameter = {
  name: 'districts',
  alias: 'Районы',
  type: 'DICTIONARY',
  dictionary: 'districts',
  multi: true,
  sortable: true,
};

/** Captions of a dictionary by code; grouped, because an administration sees the values of all instances. */
const captions = (name: string, dictionary: string) => `${name} as (
  select name, max(caption) as caption from words where dictionary = '${dictionary}' group by name
)`;

interface SeedReport extends Omit<ReportDefinition, 'categoryIds' | 'type' | 'formats'> {
  code: string;
  category: (typeof CATEGORIES)[number];
}

/** Kilometres between two places in a straight line, multiplied by 1.35 for roads. */
const KILOMETRES = `case when before_latitude is null then 0 else 6371 * 2 * asin(least(1, sqrt(
      power(sin(radians(latitude - before_latitude) / 2), 2)
      + cos(radians(before_latitude)) * cos(radians(latitude)) * power(sin(radians(longitude - before_longitude) / 2), 2)
    ))) * 1.35 end`;

/** Each is compared with independent sums in tests/server/reports. */
export const SEED_REPORTS: readonly SeedReport[] = [
  {
    code: 'performed-volume',
    category: 'Вывоз отходов',
    name: 'Вывезенный объём по перевозчикам и договорам',
    description: 'Сколько контейнеров и кубометров вывезено за период, с долей выполнения плана.',
    fileName: 'Вывезенный объём {{period}}',
    parameters: [period, districts],
    dataSets: [
      {
        name: 'volume',
        query: `select
  coalesce(carrier, '(машина не назначена)') as carrier,
  contract,
  customer,
  sum(planned_count) as planned_count,
  sum(coalesce(done_count, 0)) as done_count,
  sum(planned_volume) as planned_volume,
  sum(coalesce(done_volume, 0)) as done_volume,
  round(100 * sum(coalesce(done_volume, 0)) / nullif(sum(planned_volume), 0), 1) as done_percent
from tasks
where task_date between :period_from and :period_to
  and (:districts is null or location_code = any(:districts))
group by carrier, contract, customer
order by carrier, contract`,
      },
    ],
    landscape: true,
    columns: [
      { name: 'carrier', title: 'Перевозчик', width: 32, group: true },
      { name: 'contract', title: 'Договор', width: 16 },
      { name: 'customer', title: 'Заказчик', width: 32 },
      { name: 'planned_count', title: 'План, контейнеров', format: 'INTEGER', total: true },
      { name: 'done_count', title: 'Факт, контейнеров', format: 'INTEGER', total: true },
      { name: 'planned_volume', title: 'План, м³', format: 'DECIMAL2', total: true },
      { name: 'done_volume', title: 'Факт, м³', format: 'DECIMAL2', total: true },
      { name: 'done_percent', title: 'Выполнено', format: 'PERCENT' },
    ],
    chartKind: 'bar',
    chartCategory: 'carrier',
    chartValue: 'done_volume',
  },
  {
    code: 'missed-collections',
    category: 'Вывоз отходов',
    name: 'Невывозы по площадкам',
    description: 'Задания прошедших дней, по которым вывезено меньше запланированного.',
    fileName: 'Невывозы {{period}}',
    parameters: [
      period,
      districts,
      { name: 'least', alias: 'Не меньше случаев', type: 'INTEGER', min: '1', max: '1000', default: '1' },
    ],
    dataSets: [
      {
        name: 'missed',
        query: `select
  stand,
  address,
  location,
  count(*) as cases,
  sum(planned_count - coalesce(done_count, 0)) as missed_count,
  sum(planned_volume - coalesce(done_volume, 0)) as missed_volume,
  max(task_date) as last_date
from tasks
where task_date between :period_from and :period_to
  and task_date < current_date
  and coalesce(done_count, 0) < planned_count
  and (:districts is null or location_code = any(:districts))
group by stand, address, location
having count(*) >= coalesce(:least, 1)
order by missed_volume desc, stand`,
      },
    ],
    landscape: true,
    columns: [
      { name: 'stand', title: 'Площадка', width: 14 },
      { name: 'address', title: 'Адрес', width: 40 },
      { name: 'location', title: 'Район', width: 22 },
      { name: 'cases', title: 'Случаев', format: 'INTEGER', total: true },
      { name: 'missed_count', title: 'Не вывезено контейнеров', format: 'INTEGER', total: true },
      { name: 'missed_volume', title: 'Не вывезено, м³', format: 'DECIMAL2', total: true },
      { name: 'last_date', title: 'Последний случай', format: 'DATE' },
    ],
    chartKind: 'bar',
    chartCategory: 'location',
    chartValue: 'missed_volume',
  },
  {
    code: 'mileage-and-fill',
    category: 'Транспорт',
    name: 'Пробег и загрузка машин',
    description:
      'Пробег считается по точкам заездов: по прямой с поправкой 1,35 на дороги. Загрузка — вывезенный объём к вместимости кузова с уплотнением за смены.',
    fileName: 'Пробег и загрузка {{period}}',
    parameters: [period],
    dataSets: [
      {
        name: 'vehicles',
        query: `with legs as (
  select shift_id, vehicle_id, latitude, longitude,
    lag(latitude) over w as before_latitude,
    lag(longitude) over w as before_longitude
  from visits
  where visit_date between :period_from and :period_to
    and status = 'SUCCESS' and latitude is not null
  window w as (partition by shift_id order by position)
), driven as (
  select vehicle_id, count(*) as visits, count(distinct shift_id) as shifts,
    sum(${KILOMETRES}) as kilometres
  from legs
  group by vehicle_id
), taken as (
  select vehicle_id, sum(done_volume) as volume
  from tasks
  where task_date between :period_from and :period_to and vehicle_id is not null
  group by vehicle_id
)
select v.number, v.model, v.carrier, d.shifts, d.visits,
  round(coalesce(d.kilometres, 0)::numeric, 1) as kilometres,
  coalesce(t.volume, 0) as volume,
  round(100 * t.volume / nullif(v.body_volume * coalesce(v.compaction, 1) * d.shifts, 0), 1) as fill
from driven d
join vehicles v on v.id = d.vehicle_id
left join taken t on t.vehicle_id = d.vehicle_id
order by v.number`,
      },
    ],
    landscape: true,
    columns: [
      { name: 'number', title: 'Госномер', width: 14 },
      { name: 'model', title: 'Модель', width: 24 },
      { name: 'carrier', title: 'Перевозчик', width: 30 },
      { name: 'shifts', title: 'Смен', format: 'INTEGER', total: true },
      { name: 'visits', title: 'Заездов', format: 'INTEGER', total: true },
      { name: 'kilometres', title: 'Пробег, км', format: 'DECIMAL1', total: true },
      { name: 'volume', title: 'Вывезено, м³', format: 'DECIMAL2', total: true },
      { name: 'fill', title: 'Загрузка', format: 'PERCENT' },
    ],
    chartKind: 'bar',
    chartCategory: 'number',
    chartValue: 'kilometres',
  },
  {
    code: 'weighings-by-polygon',
    category: 'Полигоны и взвешивания',
    name: 'Взвешивания по полигонам',
    description: 'Число рейсов и масса нетто по полигонам, видам отходов и шагу времени.',
    fileName: 'Взвешивания {{period}}',
    parameters: [
      period,
      { name: 'step', alias: 'Шаг', type: 'RESOLUTION', required: true, default: 'week' },
      {
        name: 'garbage',
        alias: 'Виды отходов',
        type: 'DICTIONARY',
        dictionary: 'garbageTypes',
        multi: true,
        sortable: true,
      },
    ],
    dataSets: [
      {
        name: 'weighings',
        query: `select
  date_trunc(:step, weigh_date)::date as period,
  point,
  garbage,
  count(*) as runs,
  round(sum(net) / 1000, 3) as tonnes
from weighings
where weigh_date between :period_from and :period_to
  and (:garbage is null or garbage_code = any(:garbage))
group by 1, point, garbage
order by 1, point, garbage`,
      },
    ],
    columns: [
      { name: 'period', title: 'Начало периода', format: 'DATE' },
      { name: 'point', title: 'Полигон', width: 36 },
      { name: 'garbage', title: 'Вид отходов', width: 30 },
      { name: 'runs', title: 'Рейсов', format: 'INTEGER', total: true },
      { name: 'tonnes', title: 'Нетто, т', format: 'DECIMAL3', total: true },
    ],
    chartKind: 'line',
    chartCategory: 'period',
    chartValue: 'tonnes',
  },
  {
    code: 'coupons-used',
    category: 'Полигоны и взвешивания',
    name: 'Использованные талоны',
    description: 'Талоны, по которым отходы приняты за период, с массой взвешиваний.',
    fileName: 'Талоны {{period}}',
    parameters: [
      period,
      { name: 'types', alias: 'Типы талонов', type: 'DICTIONARY', dictionary: 'couponTypes', multi: true },
    ],
    dataSets: [
      {
        name: 'coupons',
        query: `select c.number, c.used_date, c.point, c.carrier, c.vehicle, c.contract, c.garbage,
  c.mass_limit, coalesce(sum(w.net), 0) as net
from coupons c
left join weighings w on w.coupon_id = c.id
where c.status = 'USED'
  and c.used_date between :period_from and :period_to
  and (:types is null or c.type = any(:types))
group by c.id, c.number, c.used_date, c.point, c.carrier, c.vehicle, c.contract, c.garbage, c.mass_limit
order by c.point, c.used_date, c.number`,
      },
    ],
    landscape: true,
    columns: [
      { name: 'number', title: 'Талон', width: 16 },
      { name: 'used_date', title: 'Использован', format: 'DATE' },
      { name: 'point', title: 'Полигон', width: 30, group: true },
      { name: 'carrier', title: 'Перевозчик', width: 28 },
      { name: 'vehicle', title: 'Госномер' },
      { name: 'contract', title: 'Договор' },
      { name: 'garbage', title: 'Вид отходов', width: 26 },
      { name: 'mass_limit', title: 'Лимит, кг', format: 'INTEGER' },
      { name: 'net', title: 'Принято, кг', format: 'INTEGER', total: true },
    ],
    chartKind: 'pie',
    chartCategory: 'point',
    chartValue: 'net',
  },
  {
    code: 'claims-and-amounts',
    category: 'Вывоз отходов',
    name: 'Претензии перевозчикам и суммы',
    description:
      'Претензии по результатам вывоза за период: сколько предъявлено, сколько ожидалось, что согласовано и сколько снято. Суммы — по тарифу за кубометр; где тариф другой, суммы нет. Черновики не входят, пока их статус не выбран.',
    fileName: 'Претензии {{period}}',
    parameters: [
      period,
      districts,
      {
        name: 'reasons',
        alias: 'Причины',
        type: 'DICTIONARY',
        dictionary: 'carrierClaimReasons',
        multi: true,
        sortable: true,
      },
      {
        name: 'statuses',
        alias: 'Статусы',
        type: 'DICTIONARY',
        dictionary: 'carrierClaimStatuses',
        multi: true,
      },
    ],
    dataSets: [
      {
        name: 'claims',
        query: `with ${captions('reasons', 'carrierClaimReasons')}, ${captions('statuses', 'carrierClaimStatuses')}
select c.carrier, c.number, c.result_date, c.address,
  coalesce(r.caption, c.reason) as reason,
  coalesce(s.caption, c.status) as status,
  c.billed_volume, c.expected_volume, c.approved_volume,
  c.billed_sum, c.expected_sum, c.approved_sum,
  c.billed_sum - c.approved_sum as reduced_sum
from claims c
left join reasons r on r.name = c.reason
left join statuses s on s.name = c.status
where c.result_date between :period_from and :period_to
  and (:districts is null or c.location_code = any(:districts))
  and (:reasons is null or c.reason = any(:reasons))
  and (c.status = any(:statuses) or :statuses is null and c.status <> 'NEW')
order by c.carrier, c.result_date, c.number`,
      },
    ],
    landscape: true,
    columns: [
      { name: 'carrier', title: 'Перевозчик', width: 26, group: true },
      { name: 'number', title: 'Претензия', width: 13 },
      { name: 'result_date', title: 'День вывоза', format: 'DATE' },
      { name: 'address', title: 'Адрес', width: 34 },
      { name: 'reason', title: 'Причина', width: 22 },
      { name: 'status', title: 'Статус', width: 18 },
      { name: 'billed_volume', title: 'Предъявлено, м³', format: 'DECIMAL2', total: true },
      { name: 'expected_volume', title: 'Ожидается, м³', format: 'DECIMAL2', total: true },
      { name: 'approved_volume', title: 'Согласовано, м³', format: 'DECIMAL2', total: true },
      { name: 'billed_sum', title: 'Предъявлено, ₽', format: 'MONEY', total: true },
      { name: 'expected_sum', title: 'Ожидается, ₽', format: 'MONEY', total: true },
      { name: 'approved_sum', title: 'Согласовано, ₽', format: 'MONEY', total: true },
      { name: 'reduced_sum', title: 'Снято, ₽', format: 'MONEY', total: true },
    ],
    chartKind: 'bar',
    chartCategory: 'carrier',
    chartValue: 'billed_sum',
  },
  {
    code: 'inventory-differences',
    category: 'Площадки и контейнеры',
    name: 'Расхождения инвентаризаций',
    description:
      'Чем найденное на площадках отличается от учёта и что по этому решено. Период — дни проверки площадок; входят завершённые инвентаризации.',
    fileName: 'Расхождения инвентаризаций {{period}}',
    parameters: [
      // Inventories take place once or twice a year.
      { ...period, default: 'today-365..today' },
      districts,
      {
        name: 'kinds',
        alias: 'Виды расхождений',
        type: 'DICTIONARY',
        dictionary: 'differenceKinds',
        multi: true,
      },
      {
        name: 'decisions',
        alias: 'Решения',
        type: 'DICTIONARY',
        dictionary: 'differenceStatuses',
        multi: true,
      },
    ],
    dataSets: [
      {
        name: 'differences',
        query: `with ${captions('kinds', 'differenceKinds')}, ${captions('decisions', 'differenceStatuses')},
${captions('conditions', 'standConditions')}
select d.inventory, d.stand, d.address, d.location, d.check_date,
  coalesce(k.caption, d.kind) as kind,
  d.container, d.expected_count, d.counted_count, d.difference,
  d.difference * d.container_volume as difference_volume,
  d.distance,
  coalesce(c.caption, d.condition) as condition,
  coalesce(s.caption, d.decision) as decision,
  d.decision_reason
from inventory_differences d
left join kinds k on k.name = d.kind
left join decisions s on s.name = d.decision
left join conditions c on c.name = d.condition
where d.check_date between :period_from and :period_to
  and (:districts is null or d.location_code = any(:districts))
  and (:kinds is null or d.kind = any(:kinds))
  and (:decisions is null or d.decision = any(:decisions))
order by d.inventory, d.stand, d.kind, d.container`,
      },
    ],
    landscape: true,
    columns: [
      { name: 'inventory', title: 'Инвентаризация', width: 30, group: true },
      { name: 'stand', title: 'Площадка', width: 13 },
      { name: 'address', title: 'Адрес', width: 34 },
      { name: 'location', title: 'Район', width: 18 },
      { name: 'check_date', title: 'Проверена', format: 'DATE' },
      { name: 'kind', title: 'Расхождение', width: 22 },
      { name: 'container', title: 'Тип контейнера', width: 22 },
      { name: 'expected_count', title: 'На учёте', format: 'INTEGER', total: true },
      { name: 'counted_count', title: 'Найдено', format: 'INTEGER', total: true },
      { name: 'difference', title: 'Разница', format: 'INTEGER', total: true },
      { name: 'difference_volume', title: 'Разница, м³', format: 'DECIMAL2', total: true },
      { name: 'distance', title: 'Сдвиг, м', format: 'INTEGER' },
      { name: 'condition', title: 'Состояние', width: 18 },
      { name: 'decision', title: 'Решение', width: 14 },
      { name: 'decision_reason', title: 'Почему отклонено', width: 28 },
    ],
    chartKind: 'bar',
    chartCategory: 'location',
    chartValue: 'difference',
  },
];

/** A report that is not published yet. */
const DRAFT = {
  code: 'vehicles-by-carrier',
  name: 'Парк машин по перевозчикам (черновик)',
  query: `select carrier, type, count(*) as vehicles
from vehicles
where status = 'ACTIVE'
group by carrier, type
order by carrier, type`,
};

/** Id of a report, different in every instance. */
const idOf = (code: string) => sql<string>`md5(i.id::text || ${code})::uuid`;

export async function seedReports(db: Db, today: Date): Promise<void> {
  const now = sql`(${today.toISOString().slice(0, 10)}::date + time '09:00') at time zone ${TIME_ZONE}`;
  await sql`insert into report_categories (instance_id, name, change_time)
    select i.id, c.name, ${now} - interval '90 days'
    from instances i cross join unnest(${[...CATEGORIES]}::text[]) with ordinality as c (name, nth)
    order by i.type, i.name, c.nth`.execute(db);
  for (const { category, code, ...rest } of SEED_REPORTS) {
    const definition = JSON.stringify({ ...rest, type: 'TABLE', formats: ['XLSX', 'PDF', 'CSV'] });
    const withCategory = sql`${definition}::jsonb || jsonb_build_object('categoryIds', jsonb_build_array(c.id))`;
    await sql`insert into reports (id, instance_id, code, draft, published, published_version, publish_time, published_by,
        changed_by, change_time)
      select ${idOf(code)}, i.id, ${code}, ${withCategory}, ${withCategory} || '{"personal": false}', 1,
        ${now} - interval '60 days', 'Сводный И. Р.', 'Сводный И. Р.', ${now} - interval '60 days'
      from instances i join report_categories c on c.instance_id = i.id and c.name = ${category}`.execute(db);
  }
  const draft = JSON.stringify({
    name: DRAFT.name,
    type: 'TABLE',
    categoryIds: [],
    formats: ['XLSX'],
    parameters: [],
    dataSets: [{ name: 'main', query: DRAFT.query }],
    columns: [{ name: 'vehicles', title: 'Машин', total: true }],
  });
  await sql`insert into reports (id, instance_id, code, draft, changed_by, change_time)
    select ${idOf(DRAFT.code)}, i.id, ${DRAFT.code}, ${draft}::jsonb, 'Сводный И. Р.', ${now} - interval '2 days'
    from instances i`.execute(db);
  // One report was changed after it was published.
  await sql`update reports set version = 2, change_time = ${now} - interval '1 day',
      draft = draft || '{"description": "Взвешивания по полигонам; добавляется разбивка по сменам."}'
    where code = 'weighings-by-polygon'`.execute(db);
  await sql`insert into report_versions (id, instance_id, report_id, number, definition, publish_time, published_by)
    select md5(r.id::text || 'version')::uuid, r.instance_id, r.id, 1, r.published, r.publish_time, r.published_by
    from reports r where r.published is not null`.execute(db);
  await sql`insert into report_roles (instance_id, report_id, role_id)
    select r.instance_id, r.id, p.role_id from reports r
    join roles o on o.instance_id = r.instance_id
    join role_permissions p on p.role_id = o.id and p.permission = 'REPORTS_VIEW'
    where r.published is not null`.execute(db);
  // A report of the administration is shared with an operator.
  await sql`insert into report_instances (instance_id, report_id, shown_to)
    select r.instance_id, r.id, o.id from reports r
    join instances i on i.id = r.instance_id and i.type = 'ADMINISTRATION'
    join instances o on o.name = 'Чистый край'
    where r.code = 'performed-volume'`.execute(db);
  await sql`insert into report_options (id, instance_id, most_rows, most_seconds, days_kept, requests_at_once, change_time)
    select md5(i.id::text || 'options')::uuid, i.id, 200000, 120, 14, 3, ${now} - interval '90 days'
    from instances i where i.type = 'RO'`.execute(db);
  await seedRequests(db, now);
}

/** Adds requests of the last weeks; their files have been deleted. */
async function seedRequests(db: Db, now: ReturnType<typeof sql>): Promise<void> {
  await sql`insert into report_requests (id, instance_id, account_id, report_code, name, format, definition, parameters,
      settings, locale, status, row_count, error_key, error_detail, create_time, start_time, end_time, change_time)
    select md5(a.id::text || n || r.code)::uuid, a.instance_id, a.id, r.code, r.published ->> 'name',
      (array['XLSX', 'PDF', 'CSV', 'XLSX'])[1 + n % 4], r.published,
      jsonb_build_object('period_from', d.day - 30, 'period_to', d.day)
        || case when r.code = 'weighings-by-polygon' then '{"step": "week"}'::jsonb else '{}' end,
      jsonb_build_object('landscape', false, 'hideParams', false, 'showColumnNums', false, 'bound', '{}'::jsonb,
        'marks', '{}'::jsonb, 'mostRows', 200000, 'mostSeconds', 120, 'dataSets', jsonb_build_array(r.published -> 'dataSets' -> 0 -> 'name'),
        'shown', jsonb_build_array(jsonb_build_array('Период', to_char(d.day - 30, 'DD.MM.YYYY') || ' – ' || to_char(d.day, 'DD.MM.YYYY')))),
      'ru', s.status, case when s.status = 'DONE' then 40 + n * 17 end,
      case when s.status = 'ERROR' then 'report.tooLong' end, null,
      d.time, case when s.status <> 'CANCELED' then d.time + interval '3 seconds' end,
      d.time + (8 + n * 5) * interval '1 second', d.time
    from accounts a
    cross join generate_series(1, 12) n
    cross join lateral (select ${now} - n * interval '2 days' - n * interval '17 minutes' as time) t
    cross join lateral (select t.time, t.time::date as day) d
    cross join lateral (select case when n % 6 = 4 then 'ERROR' when n % 6 = 5 then 'CANCELED' else 'DONE' end as status) s
    join reports r on r.instance_id = a.instance_id
      and r.code = (array['performed-volume', 'missed-collections', 'mileage-and-fill', 'weighings-by-polygon', 'coupons-used'])[1 + n % 5]
    where a.login in ('admin', 'reports', 'analyst', 'chief')`.execute(db);
}
