/** A database with very many stands of one operator, and one hypothesis that plans all of them for some days. */
import type pg from 'pg';
import { dropIndexes } from './fill.ts';

export const HYPOTHESIS = 'Все площадки региона';

const instance = `(select instance_id from accounts where login = 'planner')`;

/** Returns the writable columns of a table. */
async function columnsOf(client: pg.Client, table: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select column_name as name from information_schema.columns
     where table_name = $1 and table_schema = current_schema() and is_generated = 'NEVER'`,
    [table],
  );
  return rows.map(({ name }) => name);
}

/** Inserts copies: each row `s` of a query with the given differences, by column. */
async function copy(
  client: pg.Client,
  table: string,
  from: string,
  set: Record<string, string>,
): Promise<void> {
  const names = await columnsOf(client, table);
  const values = { id: 'gen_random_uuid()', ...set } as Record<string, string>;
  await client.query(
    `insert into ${table} (${names.join(', ')}) select ${names.map((name) => values[name] ?? `s.${name}`).join(', ')}
     from ${from}`,
  );
}

/** Adds copies of the operator's stands with their plans and results; all or nothing. */
export async function fillStands(client: pg.Client, stands: number, days: number): Promise<void> {
  await client.query('begin');
  // Keys and triggers were checked when the original rows were created.
  await client.query(
    `set local session_replication_role = replica; set local maintenance_work_mem = '512MB'`,
  );
  await client.query(
    `create temporary table made on commit drop as
     select id as source_id, gen_random_uuid() as id, gen_random_uuid() as point_id, gen_random_uuid() as unit_id, n,
       random() as x, random() as y, random() as far
     from (select *, count(*) over () as size from stands where instance_id = ${instance}) s
     cross join lateral generate_series(1, ceil($1::numeric / s.size)::integer) n limit $1`,
    [stands],
  );
  const placed = (table: string) => `${table} s join made m on m.source_id = s.id`;
  // Most are in a town, the others around it; a street has as many houses as needed.
  await copy(client, 'visit_points', placed('visit_points'), {
    id: 'm.id',
    address: `regexp_replace(s.address, '(, д\\..*)?$', ', д. ' || m.n)`,
    name: `s.name || ' ' || m.n`,
    latitude: `s.latitude + (m.y - 0.5) * case when m.far < 0.7 then 0.2 else 1.5 end`,
    longitude: `s.longitude + (m.x - 0.5) * case when m.far < 0.7 then 0.4 else 3 end`,
  });
  await copy(client, 'stands', placed('stands'), {
    id: 'm.id',
    number: `s.number || '-' || m.n`,
  });
  await copy(
    client,
    'evacuation_points',
    `(select distinct on (stand_id) * from evacuation_points order by stand_id, name) s join made m on m.source_id = s.stand_id`,
    { id: 'm.point_id', stand_id: 'm.id' },
  );
  await copy(
    client,
    'task_items',
    `(select distinct on (e.stand_id) e.stand_id, i.* from task_items i join evacuation_points e on e.id = i.evacuation_point_id
      where i.task_date = current_date order by e.stand_id) s join made m on m.source_id = s.stand_id`,
    { evacuation_point_id: 'm.point_id', visit_id: 'null' },
  );
  await copy(
    client,
    'visits',
    `(select distinct on (visit_point_id, visit_date) * from visits where visit_date between current_date - 2 and current_date
      order by visit_point_id, visit_date, position desc) s join made m on m.source_id = s.visit_point_id`,
    {
      visit_point_id: 'm.id',
      unit_id: 'm.unit_id',
      status: `case when s.visit_date = current_date and m.n % 50 = 0 then 'FAILED' else s.status end`,
    },
  );
  const { rows } = await client.query<{ id: string; instance: string }>(
    `insert into hypotheses (${await listOf(client, 'hypotheses')})
     select ${await listOf(client, 'hypotheses', {
       id: 'gen_random_uuid()',
       name: `'${HYPOTHESIS}'`,
       status: `'DRAFT'`,
       begin_date: 'current_date',
       task_count: `${stands * days}`,
       end_date: `current_date + ${days - 1}`,
     })}
     from hypotheses where instance_id = ${instance} limit 1 returning id, instance_id as instance`,
  );
  const { id, instance: owner } = rows[0]!;
  await client.query(
    `insert into v_days (instance_id, hypothesis_id, day)
     select $1, $2, current_date + n from generate_series(0, $3 - 1) n`,
    [owner, id, days],
  );
  const indexes = await dropIndexes(client, 'v_task_items');
  await client.query(
    `insert into v_task_items (instance_id, hypothesis_id, v_day_id, evacuation_point_id, container_type, container_action, count,
       volume)
     select $1, $2, d.id, m.point_id, types.all[1 + m.n % types.size], 'EMPTY', 1 + m.n % 5, (1 + m.n % 5) * 0.75
     from v_days d cross join made m
     cross join (select array_agg(code) as all, count(*)::integer as size from container_types where instance_id = $1) types
     where d.hypothesis_id = $2`,
    [owner, id],
  );
  for (const index of indexes) await client.query(index);
  await client.query(
    `insert into v_task_groups (instance_id, hypothesis_id, v_day_id, garbage_type, container_type, tasks)
     select i.instance_id, i.hypothesis_id, i.v_day_id, e.garbage_type, i.container_type, count(*)
     from v_task_items i join evacuation_points e on e.id = i.evacuation_point_id
     where i.hypothesis_id = $1 group by 1, 2, 3, 4, 5`,
    [id],
  );
  await client.query(`select count_stand_places(array_agg(p.instance_id), array_agg(p.longitude), array_agg(p.latitude), 1)
    from made m join visit_points p on p.id = m.id`);
  await client.query('commit');
  await client.query('vacuum analyze');
}

/** Returns the columns of a table, some replaced by the given expressions. */
async function listOf(client: pg.Client, table: string, set: Record<string, string> = {}): Promise<string> {
  return (await columnsOf(client, table)).map((name) => set[name] ?? name).join(', ');
}
