/**
 * Points of a group that lie in other groups of the same plan too, so that a stand is not planned twice. A plan is what
 * lies below one folder of the top: plans of other seasons and drafts repeat stands by their nature.
 */
import { sql } from 'kysely';
import type { PointGroupOfPoint } from '../../../schemas/generated/api.ts';
import { handlers, instanceHandler } from '../../access/handler.ts';
import { notFound } from '../../core/problems.ts';
import type { Root } from '../../database/tables/pointGroups.ts';
import { rootWord } from './places.ts';
import { visibleGroup } from './visible.ts';

/** Groups at work: the archive is not, and those of hypotheses repeat others by their nature. */
const AT_WORK: readonly Root[] = ['PRIVATE', 'GENERAL'];
/** So many groups of a point are named. */
const MOST_NAMED = 10;

interface Named extends Omit<PointGroupOfPoint, 'pathText'> {
  root: Root;
  names: string[];
}

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
    // A stand has a point for each kind of garbage: two groups may well come for different kinds.
    const others = scope.db
      .selectFrom('point_group_elements as e')
      .innerJoin('evacuation_points as p', 'p.id', 'e.evacuation_point_id')
      .innerJoin('evacuation_points as q', (join) =>
        join.onRef('q.stand_id', '=', 'p.stand_id').onRef('q.garbage_type', '=', 'p.garbage_type'),
      )
      .innerJoin('point_group_elements as o', (join) =>
        join.onRef('o.evacuation_point_id', '=', 'q.id').onRef('o.point_group_id', '<>', 'e.point_group_id'),
      )
      .innerJoin('point_groups as g', 'g.id', 'o.point_group_id')
      .leftJoin('point_group_directories as f', 'f.id', 'g.directory_id')
      .where('e.point_group_id', '=', pointGroupId)
      .where('g.root', '=', group.root)
      .where('g.owner_id', 'is not distinct from', group.owner_id)
      .where(sql`f.path[1]`, 'is not distinct from', group.top)
      .where(visibleGroup(account, 'g') as never);
    // A group that has several points of the stand is named by the same point, or else by its first.
    const once = others
      .distinctOn(['e.position', 'g.id'])
      .select(['e.evacuation_point_id', 'e.position', 'g.id', 'g.name', 'g.root', 'o.position as order'])
      .select(sql<boolean>`q.id = p.id`.as('same'))
      .select(sql<string[]>`coalesce(f.path, '{}')`.as('path'))
      .orderBy('e.position')
      .orderBy('g.id')
      .orderBy(sql`q.id <> p.id`)
      .orderBy('o.position');
    const found = await scope.db
      .selectFrom(once.as('x'))
      .select(['x.evacuation_point_id as evacuationPointId', sql<string>`count(*)`.as('count')])
      .select(
        sql<
          Named[]
        >`to_jsonb((array_agg(jsonb_build_object('id', x.id, 'name', x.name, 'root', x.root, 'order', x.order,
          'samePoint', x.same, 'names', coalesce(array(select a.name from point_group_directories a
            where a.id = any (x.path) order by array_position(x.path, a.id)), '{}'))
          order by lower(x.name), x.id))[:${sql.lit(MOST_NAMED)}])`.as('groups'),
      )
      .groupBy(['x.evacuation_point_id', 'x.position'])
      .orderBy('x.position')
      .execute();
    return found.map(({ evacuationPointId, groups, count }) => ({
      evacuationPointId,
      count: Number(count),
      groups: groups.map(({ root, names, ...named }) => ({
        ...named,
        pathText: [rootWord(root, translate).caption, ...names].join(' / '),
      })),
    }));
  }),
});
