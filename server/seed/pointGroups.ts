/** Folders and groups of points as planners of a region use them: by district and day, private drafts, an archive. */
import { sql } from 'kysely';
import type { Db } from '../database/connection.ts';

/** Most points of a group. */
const POINTS = 24;

const COLOURS = sql`array['#E53935', '#1E88E5', '#43A047', '#FB8C00', '#8E24AA', '#00ACC1', '#6D4C41', '#808080']`;

/** An id that is the same in each seed: the points of a group, and the order of groups of one name, depend on it. */
const idOf = (owner: string, part: string) => sql.raw(`md5('points ' || ${owner} || ' ' || ${part})::uuid`);

/** Seeds the folders of instances that plan routes; accounts and stands must exist. */
export async function seedPointGroups(db: Db): Promise<void> {
  await seedDivisions(db);
  const planners = sql`(select distinct on (i.id) i.id as instance_id, a.id as account_id from instances i
    join accounts a on a.instance_id = i.id join account_roles r on r.account_id = a.id
    join role_permissions p on p.role_id = r.role_id and p.permission = 'ROUTE_GROUP_REGISTER_EDITOR'
    where i.type in ('RO', 'CARRIER') order by i.id, (a.login = 'planner') desc, a.login)`;
  const folder = (root: string, names: string, visibility: string | null, owned = false) => sql`
    insert into point_group_directories (id, instance_id, root, name, owner_id, author_id, visibility)
    select ${idOf('p.instance_id', 'n.name')}, p.instance_id, ${root}, n.name, ${owned ? sql`p.account_id` : sql`null`}, p.account_id, ${visibility}
    from ${planners} p cross join unnest(string_to_array(${names}, '|')) n (name)`;
  await folder('GENERAL', 'Зимний план|Летний план', 'ALL').execute(db);
  await folder('GENERAL', 'Черновики плана', 'NOBODY').execute(db);
  await folder('GENERAL', 'Участки подразделений', 'ALL').execute(db);
  await folder('PRIVATE', 'Мои черновики', null, true).execute(db);
  await folder('ARCHIVE', 'План прошлого года', null).execute(db);
  await sql`update point_group_directories set archived_root = 'GENERAL' where root = 'ARCHIVE'`.execute(db);
  // A folder for each district of the plan, one for each division, and its visibility to the division.
  await sql`insert into point_group_directories (id, instance_id, root, parent_id, name, author_id)
    select ${idOf('d.id', 'l.id')}, d.instance_id, d.root, d.id, l.name, d.author_id from point_group_directories d
    join locations l on l.instance_id = d.instance_id and l.kind = 'DISTRICT'
    where d.name = 'Зимний план'`.execute(db);
  await sql`insert into point_group_directories (id, instance_id, root, parent_id, name, author_id, visibility)
    select ${idOf('d.id', 'v.id')}, d.instance_id, d.root, d.id, v.name, d.author_id, 'DIVISIONS' from point_group_directories d
    join divisions v on v.instance_id = d.instance_id where d.name = 'Участки подразделений'`.execute(db);
  await sql`insert into point_group_directory_divisions (instance_id, directory_id, division_id)
    select d.instance_id, d.id, v.id from point_group_directories d
    join divisions v on v.instance_id = d.instance_id and v.name = d.name
    where d.visibility = 'DIVISIONS'`.execute(db);
  await seedGroups(db);
  await seedHistory(db);
}

/** Adds three groups per folder; a point is in one group of a folder, with one exception. */
async function seedGroups(db: Db): Promise<void> {
  await sql`insert into point_groups (id, instance_id, root, directory_id, owner_id, author_id, name, colour, vehicle_type,
      strict_sequence, cluster, comment)
    select ${idOf('d.id', 'k')}, d.instance_id, d.root, d.id, d.owner_id, d.author_id, n.name || ' № ' || k, (${COLOURS})[1 + (k + r) % 8],
      (array['REAR_LOADER', 'SIDE_LOADER', 'SKIP_LOADER'])[1 + k % 3], k = 1, 'Участок ' || k,
      case when k = 1 then 'Начинать до 07:30: узкие проезды' end
    from (select x.*, row_number() over (partition by x.instance_id order by x.root, x.name, x.id) as r
        from point_group_directories x) d
    cross join generate_series(1, 3) k
    cross join lateral (select case d.root when 'PRIVATE' then 'Проба' else 'Маршрут' end as name) n
    where d.name <> 'Участки подразделений'`.execute(db);
  await sql`insert into point_group_elements (instance_id, point_group_id, evacuation_point_id, position)
    select g.instance_id, g.id, p.id, row_number() over (partition by g.id order by p.nth)
    from (select x.*, row_number() over (partition by x.instance_id order by x.name, x.id) as nth
        from point_groups x) g
    join (select e.instance_id, e.id, row_number() over (partition by e.instance_id
          order by v.longitude, v.latitude, e.id) as nth,
        count(*) over (partition by e.instance_id) as many
        from evacuation_points e join visit_points v on v.id = e.stand_id) p
      on p.instance_id = g.instance_id
        and (p.nth + g.nth * 7) % greatest(p.many, 1) < least(${POINTS}, greatest(p.many / 2, 1))`.execute(
    db,
  );
  // A deliberate mistake in the summer plan: one point is in two of its groups, which the editor of both reports.
  await sql`insert into point_group_elements (instance_id, point_group_id, evacuation_point_id, position)
    select g.instance_id, g.id, e.evacuation_point_id,
      (select max(x.position) + 1 from point_group_elements x where x.point_group_id = g.id)
    from point_group_directories d
    join point_groups one on one.directory_id = d.id and one.name = 'Маршрут № 1'
    join point_groups g on g.directory_id = d.id and g.name = 'Маршрут № 2'
    join point_group_elements e on e.point_group_id = one.id and e.position = 1
    where d.name = 'Летний план' and d.root = 'GENERAL' and not exists (
      select from point_group_elements x
      where x.point_group_id = g.id and x.evacuation_point_id = e.evacuation_point_id)`.execute(db);
}

/** Adds log entries: creation of folders and groups, and changes of visibility, two months and one month ago. */
async function seedHistory(db: Db): Promise<void> {
  const entries = (
    days: number,
    entity: string,
    table: string,
    action: string,
    before: string,
    condition: string,
  ) => sql`
    insert into audit_log (instance_id, account_id, account_login, audit_time, entity, entity_id, action, before, after)
    select t.instance_id, a.id, a.login,
      now() - make_interval(days => ${days}) + row_number() over (order by t.name, t.id) * interval '25 minutes',
      ${entity}, t.id, ${action}, ${sql.raw(before)}, to_jsonb(t)
    from ${sql.table(table)} t join accounts a on a.id = t.author_id where ${sql.raw(condition)}`;
  await entries(
    60,
    'pointGroupDirectory',
    'point_group_directories',
    'create',
    'null::jsonb',
    'true',
  ).execute(db);
  await entries(59, 'pointGroup', 'point_groups', 'create', 'null::jsonb', 'true').execute(db);
  await entries(
    30,
    'pointGroupDirectory',
    'point_group_directories',
    'visibility',
    `to_jsonb(t) || '{"visibility": null}'`,
    't.visibility is not null',
  ).execute(db);
}

/** Assigns two accounts to divisions; they see only the folders of their division. */
async function seedDivisions(db: Db): Promise<void> {
  await sql`insert into account_divisions (account_id, division_id, instance_id)
    select a.id, v.id, a.instance_id from accounts a
    join lateral (select d.id, row_number() over (order by d.name) as nth from divisions d
      where d.instance_id = a.instance_id) v on v.nth = case a.login when 'logist' then 1 else 2 end
    where a.login in ('logist', 'logist2')`.execute(db);
}
