/**
 * Points of a group that also are in other groups of the same plan, so that a stand is not planned twice. A plan is
 * everything below one top-level folder: plans of other seasons and drafts naturally repeat stands.
 */
import { sql, type SqlBool } from 'kysely';
import type { Account } from '../../access/accounts.ts';
import { handlers, instanceHandler } from '../../access/handler.ts';
import type { ScopedDb } from '../../access/scope.ts';
import { grouped } from '../../core/grouped.ts';
import { notFound } from '../../core/problems.ts';
import type { Root } from '../../database/tables/pointGroups.ts';
import { rootWord } from './places.ts';
import { visibleDirectory, visibleGroup } from './visible.ts';

/** Roots to check: not the archive, and not hypotheses, whose groups naturally repeat others. */
const AT_WORK: readonly Root[] = ['PRIVATE', 'GENERAL'];
/** Most groups named per point. */
const MOST_NAMED = 10;

export const pointGroupDuplicateHandlers = handlers({
  pointGroupDuplicates: instanceHandler<'pointGroupDuplicates'>(async (call) => {
    const { scope, account, parameters, translate } = call;
    const { pointGroupId } = parameters;
    if (pointGroupId === undefined) return [];
    const group = await groupOf(scope.db, account, pointGroupId);
    if (!AT_WORK.includes(group.root)) return [];
    const points = await pointsOfStands(scope.db, pointGroupId);
    const folders = await foldersBelow(scope.db, account, group.top);
    const elements = await elementsElsewhere(scope.db, account, group, folders, points);
    const byId = new Map(folders.map((folder) => [folder.id, folder]));
    const pathText = ({ root, directory_id }: ElementRow) => {
      const path = directory_id === null ? [] : byId.get(directory_id)!.path;
      return [rootWord(root, translate).caption, ...path.map((id) => byId.get(id)!.name)].join(' / ');
    };
    return namedByPoint(points, elements).map(({ id: evacuationPointId, named, count }) => ({
      evacuationPointId,
      groups: named.map((element) => ({
        id: element.id,
        name: element.name,
        pathText: pathText(element),
        order: element.position,
        samePoint: element.other_id === evacuationPointId,
      })),
      count,
    }));
  }),
});

type GroupRow = Awaited<ReturnType<typeof groupOf>>;

async function groupOf(db: ScopedDb, account: Account, id: string) {
  const group = await db
    .selectFrom('point_groups as g')
    .leftJoin('point_group_directories as f', 'f.id', 'g.directory_id')
    .select(['g.id', 'g.root', 'g.owner_id', sql<string | null>`f.path[1]`.as('top')])
    .where('g.id', '=', id)
    .where(visibleGroup(account, 'g'))
    .executeTakeFirst();
  if (!group) throw notFound();
  return group;
}

/** A point of the group, and a point of the same stand and garbage: the same or another one. */
interface PointRow {
  id: string;
  other_id: string;
}

/** Reads the pairs. A stand has a point for each kind of garbage, and two groups may serve different kinds. */
function pointsOfStands(db: ScopedDb, groupId: string): Promise<PointRow[]> {
  return db
    .selectFrom('point_group_elements as e')
    .innerJoin('evacuation_points as p', 'p.id', 'e.evacuation_point_id')
    .innerJoin('evacuation_points as q', (join) =>
      join.onRef('q.stand_id', '=', 'p.stand_id').onRef('q.garbage_type', '=', 'p.garbage_type'),
    )
    .where('e.point_group_id', '=', groupId)
    .select(['p.id', 'q.id as other_id'])
    .orderBy('e.position')
    .execute();
}

type FolderRow = Awaited<ReturnType<typeof foldersBelow>>[number];

/** Reads the folders of a plan, including its top, and whether the account may see them. */
async function foldersBelow(db: ScopedDb, account: Account, top: string | null) {
  if (top === null) return [];
  return db
    .selectFrom('point_group_directories as f')
    .select(['f.id', 'f.name', 'f.path', sql<boolean>`${visibleDirectory(account, 'f')}`.as('visible')])
    .where(sql<SqlBool>`f.path @> array[${top}]::uuid[]`)
    .execute();
}

type ElementRow = Awaited<ReturnType<typeof elementsElsewhere>>[number];

/** Reads elements of other groups of the plan that have one of the points, ordered by the name of the group. */
function elementsElsewhere(
  db: ScopedDb,
  account: Account,
  group: GroupRow,
  folders: readonly FolderRow[],
  points: readonly PointRow[],
) {
  const others = [...new Set(points.map(({ other_id }) => other_id))];
  const visible = folders.filter((folder) => folder.visible).map(({ id }) => id);
  return db
    .selectFrom('point_group_elements as o')
    .innerJoin('point_groups as g', 'g.id', 'o.point_group_id')
    .where('g.root', '=', group.root)
    .where('g.owner_id', 'is not distinct from', group.owner_id)
    .where('g.id', '<>', group.id)
    .where(
      group.top
        ? sql<SqlBool>`g.directory_id = any (${folders.map(({ id }) => id)}::uuid[])`
        : sql<SqlBool>`g.directory_id is null`,
    )
    .where(visibleGroup(account, 'g', visible))
    .where('o.evacuation_point_id', '=', sql<string>`any(${others}::uuid[])`)
    .select(['o.evacuation_point_id as other_id', 'o.position', 'g.id', 'g.name', 'g.root', 'g.directory_id'])
    .orderBy(sql`lower(g.name)`)
    .orderBy('g.id')
    .execute();
}

/** Returns, for each point also elsewhere, how many groups have it or its stand, and the first of them by name. */
function namedByPoint(points: readonly PointRow[], elements: readonly ElementRow[]) {
  const rank = new Map(elements.map((element, at) => [element, at]));
  const byPoint = grouped(elements, (element) => element.other_id);
  return [...grouped(points, ({ id }) => id)].flatMap(([id, same]) => {
    // A group with several points of the stand is represented by the same point, or else by its first.
    const other = (element: ElementRow) => Number(element.other_id !== id);
    const candidates = same
      .flatMap(({ other_id }) => byPoint.get(other_id) ?? [])
      .sort((a, b) => other(a) - other(b) || a.position - b.position);
    const groups = new Map<string, ElementRow>();
    for (const element of candidates) if (!groups.has(element.id)) groups.set(element.id, element);
    const named = [...groups.values()].sort((a, b) => rank.get(a)! - rank.get(b)!).slice(0, MOST_NAMED);
    return groups.size > 0 ? [{ id, named, count: groups.size }] : [];
  });
}
