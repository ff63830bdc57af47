/**
 * Points of a group that lie in other groups of the same plan too, so that a stand is not planned twice. A plan is what
 * lies below one folder of the top: plans of other seasons and drafts repeat stands by their nature.
 */
import { sql, type SqlBool } from 'kysely';
import { handlers, instanceHandler } from '../../access/handler.ts';
import { grouped } from '../../core/grouped.ts';
import { notFound } from '../../core/problems.ts';
import type { Root } from '../../database/tables/pointGroups.ts';
import { rootWord } from './places.ts';
import { visibleDirectory, visibleGroup } from './visible.ts';

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
    // A stand has a point for each kind of garbage: two groups may well come for different kinds.
    const points = await scope.db
      .selectFrom('point_group_elements as e')
      .innerJoin('evacuation_points as p', 'p.id', 'e.evacuation_point_id')
      .innerJoin('evacuation_points as q', (join) =>
        join.onRef('q.stand_id', '=', 'p.stand_id').onRef('q.garbage_type', '=', 'p.garbage_type'),
      )
      .where('e.point_group_id', '=', pointGroupId)
      .select(['p.id', 'q.id as other_id'])
      .orderBy('e.position')
      .execute();
    const others = [...new Set(points.map(({ other_id }) => other_id))];
    const folders = group.top
      ? await scope.db
          .selectFrom('point_group_directories as f')
          .select(['f.id', 'f.name', 'f.path', sql<boolean>`${visibleDirectory(account, 'f')}`.as('visible')])
          .where(sql<SqlBool>`f.path @> array[${group.top}]::uuid[]`)
          .execute()
      : [];
    const byId = new Map(folders.map((folder) => [folder.id, folder]));
    const visible = folders.filter((folder) => folder.visible).map(({ id }) => id);
    const elements = await scope.db
      .selectFrom('point_group_elements as o')
      .innerJoin('point_groups as g', 'g.id', 'o.point_group_id')
      .where('g.root', '=', group.root)
      .where('g.owner_id', 'is not distinct from', group.owner_id)
      .where('g.id', '<>', pointGroupId)
      .where(
        group.top
          ? sql<SqlBool>`g.directory_id = any (${[...byId.keys()]}::uuid[])`
          : sql<SqlBool>`g.directory_id is null`,
      )
      .where(visibleGroup(account, 'g', visible))
      .where('o.evacuation_point_id', '=', sql<string>`any(${others}::uuid[])`)
      .select([
        'o.evacuation_point_id as other_id',
        'o.position',
        'g.id',
        'g.name',
        'g.root',
        'g.directory_id',
      ])
      .orderBy(sql`lower(g.name)`)
      .orderBy('g.id')
      .execute();
    const rank = new Map(elements.map((element, at) => [element, at]));
    const byPoint = grouped(elements, (element) => element.other_id);
    const found = [...grouped(points, ({ id }) => id)].flatMap(([id, same]) => {
      // A group that has several points of the stand is named by the same point, or else by its first.
      const other = (element: { other_id: string }) => Number(element.other_id !== id);
      const candidates = same
        .flatMap(({ other_id }) => byPoint.get(other_id) ?? [])
        .sort((a, b) => other(a) - other(b) || a.position - b.position);
      const groups = new Map<string, (typeof elements)[number]>();
      for (const element of candidates) if (!groups.has(element.id)) groups.set(element.id, element);
      const named = [...groups.values()].sort((a, b) => rank.get(a)! - rank.get(b)!).slice(0, MOST_NAMED);
      return groups.size > 0 ? [{ id, named, count: groups.size }] : [];
    });
    const pathText = (root: Root, folder: string | null) => {
      const path = folder === null ? [] : byId.get(folder)!.path;
      return [rootWord(root, translate).caption, ...path.map((id) => byId.get(id)!.name)].join(' / ');
    };
    return found.map(({ id: evacuationPointId, named, count }) => ({
      evacuationPointId,
      groups: named.map(({ id, name, root, directory_id, position: order, other_id }) => ({
        id,
        name,
        pathText: pathText(root, directory_id),
        order,
        samePoint: other_id === evacuationPointId,
      })),
      count,
    }));
  }),
});
