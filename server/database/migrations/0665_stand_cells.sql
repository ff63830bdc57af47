-- How many stands lie where, in squares of some sizes: a map of a whole region is clustered from these, and not from each
-- stand. A square of level n is 360 / 2^n degrees wide and high; they are numbered from 0°, 0°.
create table stand_cells (
  instance_id uuid not null references instances (id),
  level smallint not null,
  x integer not null,
  y integer not null,
  stands integer not null,
  -- Sums in millionths of a degree: whole numbers stay exact, however often stands come and go.
  longitudes bigint not null,
  latitudes bigint not null,
  primary key (instance_id, level, x, y)
);

-- Adds (or, with a sign of -1, takes away) places of stands. Squares are written in one order, so that none waits for another.
create function count_stand_places(owners uuid[], longitudes double precision[], latitudes double precision[], sign integer)
returns void language sql as $$
  insert into stand_cells as c (instance_id, level, x, y, stands, longitudes, latitudes)
  select owner, level, floor(longitude * 2 ^ level / 360), floor(latitude * 2 ^ level / 360), sign * count(*),
    sign * sum(round(longitude * 1000000)), sign * sum(round(latitude * 1000000))
  from unnest(owners, longitudes, latitudes) as p (owner, longitude, latitude), unnest(array[9, 11, 13, 15, 17, 19]) level
  group by 1, 2, 3, 4 order by 1, 2, 3, 4
  on conflict (instance_id, level, x, y) do update set stands = c.stands + excluded.stands,
    longitudes = c.longitudes + excluded.longitudes, latitudes = c.latitudes + excluded.latitudes
$$;

create function count_stands() returns trigger language plpgsql as $$
begin
  perform count_stand_places(array_agg(p.instance_id), array_agg(p.longitude), array_agg(p.latitude),
    case tg_op when 'INSERT' then 1 else -1 end)
  from changed s join visit_points p on p.id = s.id having count(*) > 0;
  return null;
end $$;
create trigger stands_counted after insert on stands referencing new table as changed
  for each statement execute function count_stands();
create trigger stands_discounted after delete on stands referencing old table as changed
  for each statement execute function count_stands();

create function move_stands() returns trigger language plpgsql as $$
begin
  if (old.longitude, old.latitude) is distinct from (new.longitude, new.latitude)
      and exists (select from stands s where s.id = new.id) then
    perform count_stand_places(array[old.instance_id], array[old.longitude], array[old.latitude], -1);
    perform count_stand_places(array[new.instance_id], array[new.longitude], array[new.latitude], 1);
  end if;
  return null;
end $$;
create trigger visit_points_moved after update of longitude, latitude on visit_points
  for each row execute function move_stands();

-- No stand comes, goes or moves before this is committed: the triggers hold both tables.
select count_stand_places(array_agg(p.instance_id), array_agg(p.longitude), array_agg(p.latitude), 1)
from stands s join visit_points p on p.id = s.id having count(*) > 0;
