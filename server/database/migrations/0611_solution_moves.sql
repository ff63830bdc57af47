-- Stops that were moved by hand --------------------------------------------------------------------------------

alter table solution_unplanned_items add column by_hand boolean not null default false;

-- The moves of a solution of type MANUAL, in their order; the last one is taken back first.
create table solution_moves (
  id uuid primary key default gen_random_uuid(),
  instance_id uuid not null references instances (id),
  solution_id uuid not null,
  number integer not null check (number > 0),
  author text not null,
  create_time timestamptz not null default now(),
  -- Rows of routes, runs, stops and left-out tasks that the move replaced.
  replaced jsonb not null,
  version integer not null default 1,
  change_time timestamptz not null default now(),
  unique (instance_id, id),
  unique (solution_id, number),
  foreign key (instance_id, solution_id) references solutions (instance_id, id) on delete cascade
);
