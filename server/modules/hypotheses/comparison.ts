/** A solution compared with another one, or with the actual shifts of its days. */
import { sql } from 'kysely';
import { handlers, instanceHandler } from '../../access/handler.ts';
import type { ScopedDb } from '../../access/scope.ts';
import type { Indicators } from './actual.ts';
import { requireSolution } from './routes.ts';

/** Indicators in the order of the table, with their units. */
const INDICATORS: readonly { name: keyof Indicators; unit: string | null; better: 'less' | 'more' }[] = [
  { name: 'vehicles', unit: null, better: 'less' },
  { name: 'runs', unit: null, better: 'less' },
  { name: 'kilometres', unit: 'km', better: 'less' },
  { name: 'hours', unit: 'hours', better: 'less' },
  { name: 'volume', unit: 'volume', better: 'more' },
  { name: 'fill', unit: 'percent', better: 'more' },
  { name: 'unplanned', unit: null, better: 'less' },
  { name: 'overtime', unit: 'hours', better: 'less' },
  { name: 'roubles', unit: 'roubles', better: 'less' },
];

const rounded = (value: number) => Math.round(value * 100) / 100;

export const comparisonHandlers = handlers({
  solutionComparison: instanceHandler<'solutionComparison'>(
    async ({ scope: { db }, parameters, translate }) => {
      const { solutionId, baseId } = parameters;
      const solution = await requireSolution(db, solutionId);
      const own = await indicatorsOf(db, solution.id, solution.unplanned_count);
      let base: Indicators | null = solution.actual as Indicators | null;
      if (baseId) {
        const other = await requireSolution(db, baseId);
        base = await indicatorsOf(db, other.id, other.unplanned_count);
      }
      return INDICATORS.map(({ name, unit, better }) => {
        const [before, after] = [base?.[name] ?? null, own[name]];
        const isBetter = before === null || before === after ? null : before > after === (better === 'less');
        return {
          indicator: name,
          caption: translate(`server.indicator.${name}`),
          unit: unit && translate(`server.unit.${unit}`),
          base: before,
          solution: after,
          delta: before ? rounded(((after - before) / before) * 100) : null,
          better: isBetter,
        };
      });
    },
  ),
});

/** Returns figures of the routes; overtime is the time of a route beyond its virtual unit. */
async function indicatorsOf(db: ScopedDb, id: string, unplanned: number | null): Promise<Indicators> {
  const sums = await db
    .selectFrom('v_routes as r')
    .leftJoin('v_units as u', 'u.id', 'r.v_unit_id')
    .leftJoin('vehicles as v', 'v.id', 'r.vehicle_id')
    .select([
      sql<number>`count(*)::integer`.as('vehicles'),
      sql<number>`coalesce(sum(x.runs), 0)::integer`.as('runs'),
      sql<number>`coalesce(sum(r.distance), 0)::float8`.as('kilometres'),
      sql<number>`coalesce(sum(extract(epoch from r.finish_time - r.start_time)) / 3600, 0)::float8`.as(
        'hours',
      ),
      sql<number>`coalesce(sum(r.volume), 0)::float8`.as('volume'),
      sql<number>`coalesce(sum(r.volume) / nullif(sum(x.runs * v.body_volume * coalesce(v.compaction, 1)), 0) * 100, 0)::float8`.as(
        'fill',
      ),
      sql<number>`coalesce(sum(greatest(0, extract(epoch from r.finish_time - u.end_time))) / 3600, 0)::float8`.as(
        'overtime',
      ),
      sql<number>`coalesce(sum(r.cost), 0)::float8`.as('roubles'),
    ])
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('v_runs as n')
          .whereRef('n.v_route_id', '=', 'r.id')
          .select(sql<number>`count(*)::integer`.as('runs'))
          .as('x'),
      (join) => join.onTrue(),
    )
    .where('r.solution_id', '=', id)
    .executeTakeFirstOrThrow();
  const { kilometres, hours, volume, fill, overtime, roubles } = sums;
  return {
    vehicles: sums.vehicles,
    runs: sums.runs,
    kilometres: rounded(kilometres),
    hours: rounded(hours),
    volume: rounded(volume),
    fill: rounded(fill),
    unplanned: unplanned ?? 0,
    overtime: rounded(overtime),
    roubles: rounded(roubles),
  };
}
