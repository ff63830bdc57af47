/**
 * Points of a group that lie in other groups of the same plan too, so that a stand is not planned twice. A plan is what
 * lies below one folder of the top: plans of other seasons and drafts repeat stands by their nature.
 */
import { sql, type SqlBool } from 'kysely';
import type { PointGroupDuplicate } from '../../../schemas/generated/api.ts';
import { handlers, instanceHandler } from '../../access/handler.ts';
import { notFound } from '../../core/problems.ts';
import type { Root } from '../../database/tables/pointGroups.ts';
import { rootWord } from './places.ts';
import { visibleGroup } from './visible.ts';

/** Groups at work: the archive is not, and those of hypotheses repeat others by their nature. */
const AT_WORK: readonly Root[] = ['PRIVATE', 'GENERAL'];
/** So many groups of a point are named. */
const MOST_NAMED = 10;

export const pointGroupDuplicateHandlers = handlers({
  pointGroupDuplicates: instanceHandler<'pointGroupDuplicates'>(async (call) => {
    const { scope, account, parameters, translate } = call;
    const { pointGroupId } = parameters;
    if (pointGroupId === undefined) return [];
    const group = await scope.db
      .selectFrom('point_groups as g')
      .leftJoin('point_group_directories as f', 'f.id', 'g.directory_id')
      .select(['g.root', 'g.owner_id', sql<string | null>`f.path[1]`.as('top')])
      .where('g.id', '=', pointGroupId)
      .where(visibleGroup(account, 'g') as never)
      .executeTakeFirst();
    if (!group) throw notFound();
    if (!AT_WORK.includes(group.root)) return [];
    let mates = scope.db
      .selectFrom('point_groups as g')
      .leftJoin('point_group_directories as f', 'f.id', 'g.directory_id')
      .where('g.root', '=', group.root)
      .where('g.owner_id', 'is not distinct from', group.owner_id)
      .where('g.id', '<>', pointGroupId)
      .where(visibleGroup(account, 'g') as never);
    mates = group.top
      ? mates.where(sql<SqlBool>`f.path @> array[${group.top}]::uuid[]` as never)
      : mates.where('g.directory_id', 'is', null);
    // A stand has a point for each kind of garbage: two groups may well come for different kinds.
    const points = scope.db
      .selectFrom('point_group_elements as e')
      .innerJoin('evacuation_points as p', 'p.id', 'e.evacuation_point_id')
      .innerJoin('evacuation_points as q', (join) =>
        join.onRef('q.stand_id', '=', 'p.stand_id').onRef('q.garbage_type', '=', 'p.garbage_type'),
      )
      .where('e.point_group_id', '=', pointGroupId)
      .select(['e.position', 'p.id', 'q.id as other_id']);
    // A group that has several points of the stand is named by the same point, or else by its first.
    const once = scope.db
      .selectFrom(
        mates.select(['g.id', 'g.name', 'g.root', sql<string[]>`coalesce(f.path, '{}')`.as('path')]).as('m'),
      )
      .innerJoin('point_group_elements as o', 'o.point_group_id', 'm.id')
      .innerJoin(points.as('x'), 'x.other_id', 'o.evacuation_point_id')
      .distinctOn(['x.position', 'm.id'])
      .select(['x.id as evacuation_point_id', 'x.position', 'm.id', 'm.name', 'm.root', 'm.path'])
      .select(['o.position as order', sql<boolean>`x.other_id = x.id`.as('same')])
      .orderBy('x.position')
      .orderBy('m.id')
      .orderBy(sql`x.other_id <> x.id`)
      .orderBy('o.position');
    const ranked = scope.db
      .selectFrom(once.as('y'))
      .selectAll('y')
      .select(sql<number>`count(*) over (partition by y.position)::int`.as('count'))
      .select(
        sql<number>`row_number() over (partition by y.position order by lower(y.name), y.id)`.as('rank'),
      );
    const rows = await scope.db
      .selectFrom(ranked.as('z'))
      .selectAll('z')
      .select(
        sql<string[]>`coalesce(array(select a.name from point_group_directories a
          where a.id = any (z.path) order by array_position(z.path, a.id)), '{}')`.as('names'),
      )
      .where('z.rank', '<=', MOST_NAMED)
      .orderBy('z.position')
      .orderBy('z.rank')
      .execute();
    const found = new Map<string, PointGroupDuplicate>();
    for (const { evacuation_point_id: id, count, names, root, ...row } of rows) {
      const point = found.get(id) ?? { evacuationPointId: id, groups: [], count };
      point.groups.push({
        id: row.id,
        name: row.name,
        pathText: [rootWord(root, translate).caption, ...names].join(' / '),
        order: row.order,
        samePoint: row.same,
      });
      found.set(id, point);
    }
    return [...found.values()];
  }),
});
