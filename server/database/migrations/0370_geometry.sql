-- Lines and areas are GeoJSON: {"type": "LineString", "coordinates": [[longitude, latitude], …]} or
-- {"type": "Polygon", "coordinates": [ring]}, one ring without holes. The rules are those of server/geometry/shapes.ts.

-- The vertices in order; null where it is no such GeoJSON.
create function geo_points(shape jsonb) returns point[]
language plpgsql immutable strict parallel safe as $$
declare
  positions jsonb := shape -> 'coordinates';
  position jsonb;
  points point[] := '{}';
begin
  if shape ->> 'type' = 'Polygon' then
    if jsonb_typeof(positions) <> 'array' or jsonb_array_length(positions) <> 1 then return null; end if;
    positions := positions -> 0;
  elsif shape ->> 'type' is distinct from 'LineString' then
    return null;
  end if;
  if jsonb_typeof(positions) is distinct from 'array' then return null; end if;
  for position in select * from jsonb_array_elements(positions) loop
    if jsonb_typeof(position) <> 'array' or jsonb_array_length(position) <> 2
      or jsonb_typeof(position -> 0) <> 'number' or jsonb_typeof(position -> 1) <> 'number' then
      return null;
    end if;
    points := points || point((position ->> 0)::double precision, (position ->> 1)::double precision);
  end loop;
  return points;
end $$;

create function geo_box(shape jsonb) returns box
language sql immutable strict parallel safe as $$
  select box(point(max(p[0]), max(p[1])), point(min(p[0]), min(p[1]))) from unnest(geo_points(shape)) as p
$$;

-- Whether point c, on the straight line through a and b, lies between them.
create function geo_between(c point, a point, b point) returns boolean
language sql immutable strict parallel safe as $$
  select c[0] between least(a[0], b[0]) and greatest(a[0], b[0])
    and c[1] between least(a[1], b[1]) and greatest(a[1], b[1])
$$;

-- 1: c lies to the left of the way from a to b; -1: to the right; 0: on it.
create function geo_turn(a point, b point, c point) returns integer
language sql immutable strict parallel safe as $$
  select sign((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]))::integer
$$;

-- Whether the sides of a ring from vertices i and j meet anywhere but at the vertex that neighbours share.
create function geo_sides_meet(ring point[], i integer, j integer) returns boolean
language plpgsql immutable strict parallel safe as $$
declare
  a point := ring[i];
  b point := ring[i + 1];
  c point := ring[j];
  d point := ring[j + 1];
  t1 integer := geo_turn(a, b, c);
  t2 integer := geo_turn(a, b, d);
  t3 integer := geo_turn(c, d, a);
  t4 integer := geo_turn(c, d, b);
begin
  if j = i + 1 then return t2 = 0 and geo_between(d, a, b); end if;
  if i = 1 and j = cardinality(ring) - 1 then
    return t4 = 0 and (geo_between(b, c, d) or geo_between(c, a, b));
  end if;
  return (t1 * t2 < 0 and t3 * t4 < 0)
    or (t1 = 0 and geo_between(c, a, b)) or (t2 = 0 and geo_between(d, a, b))
    or (t3 = 0 and geo_between(a, c, d)) or (t4 = 0 and geo_between(b, c, d));
end $$;

-- Whether two sides of a ring meet; only those whose boxes do are looked at closer.
create function geo_crosses_itself(ring point[]) returns boolean
language sql immutable strict parallel safe as $$
  with sides as (
    select i, box(ring[i], ring[i + 1]) as bounds from generate_series(1, cardinality(ring) - 1) as i
  )
  select exists (
    select from sides one join sides other on other.i > one.i and one.bounds && other.bounds
    where geo_sides_meet(ring, one.i, other.i)
  )
$$;

create function geo_valid(shape jsonb) returns boolean
language plpgsql immutable parallel safe as $$
declare
  points point[] := geo_points(shape);
  closed boolean := shape ->> 'type' = 'Polygon';
  fewest integer := case when shape ->> 'type' = 'Polygon' then 3 else 2 end;
  different integer;
  before point;
  vertex point;
begin
  if shape is null then return true; end if;
  if points is null or cardinality(points) > 1000 then return false; end if;
  select count(distinct array[p[0], p[1]]) into different from unnest(points) as p;
  if different < fewest then return false; end if;
  -- Points compare with a tolerance, their numbers exactly.
  foreach vertex in array points loop
    if abs(vertex[0]) > 180 or abs(vertex[1]) > 90 then return false; end if;
    if vertex[0] = before[0] and vertex[1] = before[1] then return false; end if;
    before := vertex;
  end loop;
  if not closed then return true; end if;
  vertex := points[1];
  return vertex[0] = before[0] and vertex[1] = before[1] and not geo_crosses_itself(points);
end $$;

create domain geo_shape as jsonb check (geo_valid(value));
