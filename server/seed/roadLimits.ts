/** Way restrictions and road closures on the streets of the demo's towns. */
import { sql } from 'kysely';
import type { Db } from '../database/connection.ts';
import type { Position, Shape } from '../geometry/shapes.ts';
import type { Place } from '../roads/plane.ts';
import { townNear } from '../roads/towns.ts';
import { snapTo } from '../travel/snap.ts';

/** Stretches of real streets next to the first stands of an instance, numbered. */
interface Stretch {
  instance_id: string;
  nth: number;
  shape: Shape;
  street: string;
}

const STRETCHES = 12;
/** Edges of the street on each side of the one at the stand. */
const AROUND = 2;

/** Returns stretches for instances that plan routes; each street occurs once. */
async function stretchesOf(db: Db): Promise<Stretch[]> {
  const { rows } = await sql<Place & { instance: string }>`select i.id as instance, v.latitude, v.longitude
    from instances i join lateral (select p.* from visit_points p where p.instance_id = i.id and p.type = 'STAND'
      order by p.address, p.id limit 400) v on true
    where i.type in ('RO', 'CARRIER') order by i.id, v.address, v.id`.execute(db);
  const found: Stretch[] = [];
  for (const { instance: instance_id, ...place } of rows) {
    const own = found.filter((one) => one.instance_id === instance_id);
    if (own.length === STRETCHES) continue;
    const stretch = streetBeside(place);
    if (stretch && !own.some(({ street }) => street === stretch.street))
      found.push({ instance_id, nth: own.length + 1, ...stretch });
  }
  return found;
}

/** Returns some consecutive edges of the named street nearest to a place. */
function streetBeside(place: Place): Pick<Stretch, 'shape' | 'street'> | undefined {
  const town = townNear(place);
  if (!town) return undefined;
  const { graph, plane, ways, streets } = town;
  const snap = snapTo(graph, plane.toMetres(place), (edge) => ways[graph.edgeWay[edge]!]!.street >= 0, 400);
  if (!snap) return undefined;
  const way = graph.edgeWay[snap.edge]!;
  let [first, last] = [snap.edge, snap.edge];
  while (snap.edge - first < AROUND && follows(first - 1, first)) first -= 1;
  while (last - snap.edge < AROUND && follows(last, last + 1)) last += 1;
  const nodes = [graph.edgeFrom[first]!];
  for (let edge = first; edge <= last; edge += 1) nodes.push(graph.edgeTo[edge]!);
  const vertices = nodes.map((node): Position => {
    const { latitude, longitude } = plane.toDegrees([graph.nodeX[node]!, graph.nodeY[node]!]);
    return [Number(longitude.toFixed(6)), Number(latitude.toFixed(6))];
  });
  // Drops repeated vertices, where two nodes have the same position.
  const coordinates = vertices.filter(
    ([x, y], i) => x !== vertices[i - 1]?.[0] || y !== vertices[i - 1]?.[1],
  );
  if (coordinates.length < 2) return undefined;
  return { shape: { type: 'LineString', coordinates }, street: streets[ways[way]!.street]!.name };

  function follows(one: number, other: number): boolean {
    const isSame = graph.edgeWay[one] === way && graph.edgeWay[other] === way;
    return isSame && graph.edgeTo[one] === graph.edgeFrom[other];
  }
}

/** `today` is the day around which the data are generated. */
export async function seedRoadLimits(db: Db, today: Date): Promise<void> {
  const day = sql`${today.toISOString().slice(0, 10)}::date`;
  const lines = sql`(select l.*, i.time_zone from json_to_recordset(${JSON.stringify(await stretchesOf(db))}::json)
    as l (instance_id uuid, nth integer, shape jsonb, street text) join instances i on i.id = l.instance_id)`;
  await sql`insert into way_restrictions (instance_id, name, transport_type, geometry, begin_date, end_date, week_days,
      time_from, time_to, comment)
    select l.instance_id, n.name || l.street, n.type, l.shape, ${day} - 200 + n.k * 20,
      case n.k when 2 then ${day} + 30 when 4 then ${day} - 10 end, n.days, n.begin::time, n.finish::time, n.comment
    from ${lines} l join (values
      (1, 'Запрет грузовых: ', 'TRUCK', '{}'::text[], null, null, 'Знак 3.4'),
      (2, 'Час пик: ', 'HEAVY_TRUCK', '{MONDAY,TUESDAY,WEDNESDAY,THURSDAY,FRIDAY}', '07:00', '10:00', 'Кроме выходных'),
      (3, 'Низкие арки: ', 'TRAILER', '{}', null, null, 'Высота 3,2 м'),
      (4, 'Весенняя просушка: ', 'HEAVY_TRUCK', '{}', null, null, 'Нагрузка на ось до 6 т')
    ) n (k, name, type, days, begin, finish, comment) on n.k = l.nth`.execute(db);
  await sql`insert into road_closures (instance_id, reason, geometry, begin_time, end_time, mark, failure, tries,
      next_try_time, service_number)
    select l.instance_id, n.reason || ' – ' || l.street, l.shape,
      (${day} + n.begin) at time zone l.time_zone, (${day} + n.finish) at time zone l.time_zone, n.mark, n.failure,
      n.tries, now() + interval '1 year', n.number
    from ${lines} l join (values
      (5, 'Ремонт теплотрассы', -5, 20, 'CONFIRMED', null, 0, 'ПД-10000001'),
      (6, 'Замена асфальта', 2, 12, 'NEW', null, 0, null),
      (7, 'Городской праздник', 1, 2, 'TO_ADD', null, 0, null),
      (8, 'Авария на водопроводе', 0, 3, 'TO_ADD', 'SLOW', 3, null),
      (9, 'Вырубка деревьев', -1, 4, 'SENT', null, 0, 'ПД-10000002'),
      (10, 'Съёмки фильма', -3, 1, 'TO_DELETE', null, 0, 'ПД-10000003'),
      (11, 'Ярмарка', -9, 1, 'SENT_TO_DELETION', null, 0, 'ПД-10000004')
    ) n (k, reason, begin, finish, mark, failure, tries, number) on n.k = l.nth`.execute(db);
  await sql`insert into app_properties (instance_id, name, value, type)
    select id, 'roadClosure.service', 'demo:accepts', 'String' from instances where type in ('RO', 'CARRIER')`.execute(
    db,
  );
}
