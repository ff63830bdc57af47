-- How full a stand was on its latest analysed photo: read by map and list, written as photos come, are analysed and go.
alter table stands
  add column fill_percent percent,
  add column fill_level text check (fill_level in ('FREE', 'HALF', 'FULL', 'OVERFULL')),
  -- When the photo was taken.
  add column fill_time timestamptz,
  add check ((fill_percent is null) = (fill_level is null) and (fill_percent is null) = (fill_time is null));

-- Waste beside full containers is more than they hold; a percentage cannot tell.
create function level_of_fill(fill double precision, seen text[]) returns text language sql immutable as $$
  select case when fill < 35 then 'FREE' when fill < 75 then 'HALF' when 'SPILLAGE' = any (seen) then 'OVERFULL'
    else 'FULL' end
$$;

-- A photo of which the analysis is not sure tells nothing. One that is analysed again keeps what was seen before until then.
create function measure_stands(measured uuid[]) returns void language plpgsql as $$
begin
  -- Locked in one order, so that two transactions do not wait for each other; measured after, by what is there then.
  perform from stands where id = any (measured) order by id for no key update;
  update stands s set fill_percent = f.fill, fill_level = f.level, fill_time = f.photo_time
  from stands t left join lateral (
    select p.fill, level_of_fill(p.fill, p.seen) as level, p.photo_time
    from visits v join visit_photos p on p.visit_id = v.id and p.instance_id = v.instance_id
    where v.visit_point_id = t.id and v.instance_id = t.instance_id and p.fill is not null and p.confidence >= 50
    order by p.photo_time desc, p.id limit 1) f on true
  where s.id = t.id and t.id = any (measured)
    and (s.fill_percent, s.fill_level, s.fill_time) is distinct from (f.fill, f.level, f.photo_time);
end $$;

create function measure_after_photos() returns trigger language plpgsql as $$
begin
  perform measure_stands(array(select distinct v.visit_point_id from changed c join visits v on v.id = c.visit_id
    where c.fill is not null));
  return null;
end $$;
create function measure_after_analysis() returns trigger language plpgsql as $$
begin
  perform measure_stands(array(select distinct v.visit_point_id
    from changed c join before b on b.id = c.id join visits v on v.id = c.visit_id
    where (c.fill, c.seen, c.confidence, c.photo_time) is distinct from (b.fill, b.seen, b.confidence, b.photo_time)));
  return null;
end $$;
-- Old photos are forgotten by the thousand, and say nothing of a stand that has a newer one.
create function measure_without_photos() returns trigger language plpgsql as $$
begin
  perform measure_stands(array(select distinct v.visit_point_id from changed c join visits v on v.id = c.visit_id
    join stands s on s.id = v.visit_point_id where c.fill is not null and c.photo_time >= s.fill_time));
  return null;
end $$;
create trigger visit_photos_added after insert on visit_photos
  referencing new table as changed for each statement execute function measure_after_photos();
create trigger visit_photos_analysed after update on visit_photos
  referencing old table as before new table as changed for each statement execute function measure_after_analysis();
create trigger visit_photos_removed after delete on visit_photos
  referencing old table as changed for each statement execute function measure_without_photos();
