-- Trees ---------------------------------------------------------------------------------------------------------
-- A table of a tree has `parent_id` (null at the top) and `path`, the ids from the top down to the row itself. Two
-- triggers keep the path, refuse cycles, and, when they are given the name of a column, keep that column equal in a
-- whole tree: the root to which everything below belongs.

-- Turns for writers of one tree; who only adds rows shares it.
create function tree_lock(tree regclass, instance uuid, moves boolean) returns void language plpgsql as $$
begin
  if moves then
    perform pg_advisory_xact_lock(hashtext(tree::text), hashtext(instance::text));
  else
    perform pg_advisory_xact_lock_shared(hashtext(tree::text), hashtext(instance::text));
  end if;
end $$;

create function tree_place() returns trigger language plpgsql as $$
declare
  above jsonb;
  ids uuid[];
begin
  if new.parent_id is null then
    new.path := array[new.id];
    return new;
  end if;
  perform tree_lock(tg_relid, new.instance_id, tg_op = 'UPDATE');
  execute format('select to_jsonb(t) from %s t where id = $1 and instance_id = $2', tg_relid::regclass)
    into above using new.parent_id, new.instance_id;
  -- A parent that is not there is refused by the key.
  ids := array(select jsonb_array_elements_text(coalesce(above -> 'path', '[]'))::uuid);
  if new.id = any (ids) then
    raise exception 'A row of % cannot be below itself', tg_table_name
      using errcode = 'WS409', constraint = 'treeCycle', column = 'parent_id';
  end if;
  if cardinality(ids) >= 32 then
    raise exception 'A row of % would be too deep', tg_table_name
      using errcode = 'WS409', constraint = 'treeDepth', column = 'parent_id';
  end if;
  new.path := ids || new.id;
  if tg_nargs > 0 then
    new := jsonb_populate_record(new, jsonb_build_object(tg_argv[0], above -> tg_argv[0]));
  end if;
  return new;
end $$;

-- What is below a row that moved moves along; its own version stays what it is.
create function tree_follow() returns trigger language plpgsql as $$
declare
  root text := case when tg_nargs > 0 then format(', %I = ($4).%1$I', tg_argv[0]) else '' end;
  deepest integer;
begin
  execute format(
    'with moved as (
       update %1$s t set path = $1 || t.path[$2 + 1:]%2$s
       where t.instance_id = $5 and t.path @> array[$3] and t.id <> $3
       returning cardinality(t.path) as depth)
     select max(depth) from moved', tg_relid::regclass, root)
    into deepest using new.path, cardinality(old.path), new.id, new, new.instance_id;
  if deepest > 32 then
    raise exception 'Rows of % would be too deep', tg_table_name
      using errcode = 'WS409', constraint = 'treeDepth', column = 'parent_id';
  end if;
  return null;
end $$;

-- Locations are the first tree.
drop trigger locations_no_cycle on locations;
drop function refuse_cycle;
alter table locations add column path uuid[];
with recursive place (id, path) as (
  select id, array[id] from locations where parent_id is null
  union all select l.id, p.path || l.id from locations l join place p on p.id = l.parent_id
) update locations l set path = p.path from place p where p.id = l.id;
alter table locations alter column path set not null;
create trigger tree_place before insert or update of parent_id on locations
  for each row execute function tree_place();
create trigger tree_follow after update of parent_id on locations
  for each row when (old.path <> new.path) execute function tree_follow();
