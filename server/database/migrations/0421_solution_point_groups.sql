-- Point groups that were saved of the routes of a solution; a solution has a group once (V-067).
create table solution_point_groups (
  id uuid primary key default gen_random_uuid(),
  instance_id uuid not null references instances (id),
  solution_id uuid not null,
  v_route_id uuid not null,
  point_group_id uuid not null,
  version integer not null default 1,
  change_time timestamptz not null default now(),
  unique (instance_id, id),
  unique (solution_id, point_group_id),
  unique (v_route_id),
  foreign key (instance_id, solution_id) references solutions (instance_id, id) on delete cascade,
  foreign key (instance_id, v_route_id) references v_routes (instance_id, id) on delete cascade,
  foreign key (instance_id, point_group_id) references point_groups (instance_id, id) on delete cascade
);
create index solution_point_groups_group on solution_point_groups (point_group_id);
