/** Folders and point groups as lists, trees and places on the map. */
import { sql, type SqlBool } from 'kysely';
import type { PointGroupDirectory, PointGroupDirectoryNode } from '../../../schemas/generated/api.ts';
import { handlers, instanceHandler, type InstanceCall } from '../../access/handler.ts';
import type { Account } from '../../access/accounts.ts';
import type { ScopedDb } from '../../access/scope.ts';
import { notFound, Problem } from '../../core/problems.ts';
import { readList } from '../../database/list.ts';
import { containing, ordered, readPage, type Sorts } from '../../database/paging.ts';
import type { Root } from '../../database/tables/pointGroups.ts';
import { loadCaptions } from '../../records/captions.ts';
import { POINTS } from './elements.ts';
import { isRoot, isTaken, personOf, placeOf, ROOTS, rootWord, withinPlace, type Place } from './places.ts';
import { visibleDirectory, visibleGroup, type Moment } from './visible.ts';

/** Folders visible to the account, as `d`. */
const directories = (db: ScopedDb, account: Account, moment?: Moment) =>
  db
    .selectFrom('point_group_directories as d')
    .where(visibleDirectory(account, 'd', moment) as never)
    .where('d.instance_id', '=', account.instance.id);
/** Groups visible to the account, as `g`, with their folder as `f`. */
const groups = (db: ScopedDb, account: Account) =>
  db
    .selectFrom('point_groups as g')
    .leftJoin('point_group_directories as f', 'f.id', 'g.directory_id')
    .where(visibleGroup(account, 'g') as never)
    .where('g.instance_id', '=', account.instance.id);

const none = <Type>() => sql<Type | null>`null`;

interface PointSearch {
  place: Place | undefined;
  /** Search text; the search covers all levels (V-080). */
  text: string | undefined;
}

function elementsOf(
  { scope: { db }, account }: Pick<InstanceCall, 'scope' | 'account'>,
  { place, text }: PointSearch,
) {
  let folders = directories(db, account);
  let inside = groups(db, account);
  if (text) {
    folders = folders.where('d.name', 'ilike', containing(text));
    inside = inside.where('g.name', 'ilike', containing(text));
    if (place) {
      folders = folders.where(withinPlace('d', place) as never);
      if (place.directoryId) folders = folders.where('d.id', '<>', place.directoryId);
      inside = inside.where(
        (place.directoryId ? withinPlace('f', place) : sql<SqlBool>`g.root = ${place.root}`) as never,
      );
    }
  } else if (place) {
    folders = folders
      .where('d.root', '=', place.root)
      .where('d.parent_id', 'is not distinct from', place.directoryId);
    inside = inside
      .where('g.root', '=', place.root)
      .where('g.directory_id', 'is not distinct from', place.directoryId);
  }
  const names = (path: string) => sql<string[]>`coalesce(array(select a.name from point_group_directories a
    where a.id = any (${sql.ref(path)}) order by array_position(${sql.ref(path)}, a.id)), '{}')`;
  const ids = sql<string[]>`d.path[:cardinality(d.path) - 1]`;
  const all = folders
    .select([
      sql<string>`'DIRECTORY'`.as('kind'),
      'd.id',
      'd.version',
      'd.name',
      'd.root',
      'd.owner_id',
      'd.change_time',
      'd.archived_root',
      'd.visibility',
      ids.as('path'),
      sql<
        string[]
      >`coalesce(array(select a.name from point_group_directories a where a.id = any (d.path) and a.id <> d.id
        order by array_position(d.path, a.id)), '{}')`.as('names'),
      sql<string | null>`coalesce(${personOf('d.owner_id')}, ${personOf('d.author_id')})`.as('person'),
      sql<number>`(select count(*) from point_group_directories c where c.parent_id = d.id)
        + (select count(*) from point_groups c where c.directory_id = d.id)`.as('content'),
      none<string>().as('colour'),
      none<string>().as('vehicle_type'),
    ])
    .unionAll(
      inside.select([
        sql<string>`'POINT_GROUP'`.as('kind'),
        'g.id',
        'g.version',
        'g.name',
        'g.root',
        'g.owner_id',
        'g.change_time',
        'g.archived_root',
        none<'NOBODY' | 'ALL' | 'DIVISIONS'>().as('visibility'),
        sql<string[]>`coalesce(f.path, '{}')`.as('path'),
        names('f.path').as('names'),
        sql<string | null>`coalesce(${personOf('g.owner_id')}, ${personOf('g.author_id')})`.as('person'),
        sql<number>`(select count(*) from point_group_elements c where c.point_group_id = g.id)`.as(
          'content',
        ),
        'g.colour',
        'g.vehicle_type',
      ]),
    );
  return db.selectFrom(all.as('e'));
}

/** Folders precede groups when sorted by name in either direction. */
const SORTS: Sorts = {
  name: { by: sql`(case e.kind when 'DIRECTORY' then '0' else '1' end || lower(e.name))` },
  changeTime: { by: sql`e.change_time` },
};

const none4 = {
  version: null,
  changeTime: null,
  content: null,
  colour: null,
  vehicleType: null,
  visibility: null,
};

/** Returns the roots as rows of the list. */
const rootRows = ({ translate }: Pick<InstanceCall, 'translate'>) =>
  ROOTS.map((root) => ({
    ...none4,
    elementType: 'DIRECTORY' as const,
    id: root,
    name: translate(`server.pointGroups.root.${root}`),
    path: [],
    pathText: '',
    type: rootWord(root, translate),
    rootId: null,
    account: null,
    own: false,
    restorable: false,
  }));

const rootDirectory = (root: Root, { translate }: Pick<InstanceCall, 'translate'>): PointGroupDirectory => ({
  id: root,
  version: null,
  name: translate(`server.pointGroups.root.${root}`),
  type: rootWord(root, translate),
  account: null,
  ownerId: null,
  rootId: null,
  parentId: null,
  path: [],
  visibility: null,
  createTime: null,
  changeTime: null,
});

async function shownDirectories(
  call: Pick<InstanceCall, 'scope' | 'account' | 'translate' | 'locale'>,
  ids: readonly string[] | undefined,
  moment?: Moment,
) {
  const { scope, account, translate, locale } = call;
  const captions = await loadCaptions(scope.db, locale);
  let rows = directories(scope.db, account, moment);
  if (ids)
    rows = rows.where('d.id', 'in', ids.length > 0 ? [...ids] : ['00000000-0000-0000-0000-000000000000']);
  const found = await rows.selectAll('d').orderBy('d.name').limit(5_000).execute();
  // Names of ancestors and authors are read in one query each instead of by subqueries of every row.
  const above = await scope.db
    .selectFrom('point_group_directories as a')
    .select(['a.id', 'a.name'])
    .where('a.id', '=', sql<string>`any(${[...new Set(found.flatMap(({ path }) => path))]}::uuid[])`)
    .execute();
  const byId = new Map(above.map((folder) => [folder.id, folder]));
  const makerOf = (row: (typeof found)[number]) => row.owner_id ?? row.author_id;
  const makers = new Set(found.map(makerOf).filter((id) => id !== null));
  const people = await scope.db
    .selectFrom('accounts as w')
    .select(['w.id', personOf('w.id').as('name')])
    .where('w.id', '=', sql<string>`any(${[...makers]}::uuid[])`)
    .execute();
  const nameOf = new Map(people.map(({ id, name }) => [id, name]));
  return found.map((row): PointGroupDirectory => ({
    id: row.id,
    version: row.version,
    name: row.name,
    type: rootWord(row.root, translate),
    account: nameOf.get(makerOf(row) ?? '') ?? null,
    ownerId: row.owner_id,
    rootId: row.root,
    parentId: row.parent_id,
    path: row.path.map((id) => byId.get(id)!),
    visibility: captions.optional('directoryVisibilities', row.visibility),
    createTime: row.create_time.toISOString(),
    changeTime: row.change_time.toISOString(),
  }));
}

export const pointGroupListHandlers = handlers({
  pointGroupPaging: instanceHandler<'pointGroupPaging'>(
    async (call) => {
      const { scope, account, parameters, translate, locale } = call;
      const { directoryId, query, filter = {} } = parameters;
      const text = query?.trim() || undefined;
      if (directoryId === undefined && text === undefined) {
        const list = rootRows(call);
        const page = { list: parameters.count === 0 || parameters.page ? [] : list, size: list.length };
        // An export pages by key; the four roots fit into one page, so there is no next key.
        return call.walk ? { ...page, next: null } : page;
      }
      const place = directoryId === undefined ? undefined : await placeOf(scope.db, account, directoryId);
      let rows = elementsOf(call, { place, text });
      if (filter.elementTypes?.length) rows = rows.where('e.kind', 'in', filter.elementTypes);
      const captions = await loadCaptions(scope.db, locale);
      const order = parameters.order ?? '-name';
      const shown = rows.selectAll('e');
      const item = (row: Awaited<ReturnType<typeof shown.execute>>[number]) => ({
        elementType: row.kind as 'DIRECTORY',
        id: row.id,
        version: row.version,
        name: row.name,
        path: [row.root, ...row.path],
        pathText: [translate(`server.pointGroups.root.${row.root}`), ...row.names].join(' / '),
        type: rootWord(row.root, translate),
        rootId: row.root,
        account: row.person,
        own: row.owner_id === account.id,
        changeTime: row.change_time.toISOString(),
        content: Number(row.content),
        colour: row.colour,
        vehicleType: captions.optional('vehicleTypes', row.vehicle_type),
        visibility: captions.optional('directoryVisibilities', row.visibility),
        restorable: row.archived_root !== null && row.root === 'ARCHIVE',
      });
      const id = sql.ref('e.id');
      // The picker requests all rows at once (V-079, C-004).
      if ((parameters.count ?? 10) < 0) {
        const size = async () => 0;
        return readPage(parameters, ordered(shown, order, SORTS, id), size, item, { all: true });
      }
      return readList(scope.db, call, { rows, shown, order, sorts: SORTS, id }, item);
    },
    ['name', 'changeTime'],
  ),

  pointGroupList: instanceHandler<'pointGroupList'>(async (call) => {
    const { scope, account, parameters, translate } = call;
    const { ids, directoryId, recursive = false } = parameters;
    if (!ids && directoryId === undefined) return [];
    let rows = groups(scope.db, account);
    if (ids) rows = rows.where('g.id', 'in', ids.length > 0 ? ids : ['00000000-0000-0000-0000-000000000000']);
    if (directoryId !== undefined) {
      const place = await placeOf(scope.db, account, directoryId);
      if (recursive)
        rows = rows.where(
          (place.directoryId ? withinPlace('f', place) : sql<SqlBool>`g.root = ${place.root}`) as never,
        );
      else
        rows = rows
          .where('g.root', '=', place.root)
          .where('g.directory_id', 'is not distinct from', place.directoryId);
    }
    const found = await rows
      .select(['g.id', 'g.name', 'g.colour', 'g.root'])
      .select(
        sql<string[]>`coalesce(array(select a.name from point_group_directories a
        where a.id = any (f.path) order by array_position(f.path, a.id)), '{}')`.as('names'),
      )
      .select(
        sql<
          never[]
        >`(select coalesce(jsonb_agg(jsonb_build_object('evacuationPointId', p.id, 'order', x.position,
            'address', v.address, 'latitude', v.latitude, 'longitude', v.longitude) order by x.position), '[]')
          from point_group_elements x join ${POINTS} on p.instance_id = x.instance_id and p.id = x.evacuation_point_id
          where x.point_group_id = g.id)`.as('points'),
      )
      .orderBy('g.name')
      .limit(1_001)
      .execute();
    if (found.length > 1_000) throw new Problem(400, 'narrowFilter');
    return found.map(({ root, names, ...group }) => ({
      ...group,
      pathText: [translate(`server.pointGroups.root.${root}`), ...names].join(' / '),
    }));
  }),

  pointGroupCheckName: instanceHandler<'pointGroupCheckName'>(
    async ({ scope, account, parameters, translate }) => {
      const { name, kind = 'POINT_GROUP', directoryId = 'PRIVATE', id } = parameters;
      // A rename is checked at the element's current place.
      const own =
        id && directoryId === 'PRIVATE' ? await placeOfElement(scope.db, account, kind, id) : undefined;
      const place = own ?? (await placeOf(scope.db, account, directoryId));
      const problem = !NAME.test(name)
        ? 'server.pointGroups.name.invalid'
        : (await isTaken(scope.db, account, kind, place, { name, id }))
          ? 'server.pointGroups.name.taken'
          : undefined;
      return { valid: problem === undefined, message: problem ? translate(problem) : null };
    },
  ),

  pointGroupDirectoryTree: instanceHandler<'pointGroupDirectoryTree'>(async (call) => {
    const { scope, account, translate } = call;
    const rows = await directories(scope.db, account)
      .select(['d.id', 'd.name', 'd.root', 'd.parent_id', 'd.owner_id'])
      .select(
        sql<string | null>`coalesce(${personOf('d.owner_id')}, ${personOf('d.author_id')})`.as('person'),
      )
      .orderBy(sql`lower(d.name)`)
      .orderBy('d.id')
      .execute();
    const nodes = new Map<string, PointGroupDirectoryNode>(
      ROOTS.map((root) => [
        root,
        {
          id: root,
          name: translate(`server.pointGroups.root.${root}`),
          type: rootWord(root, translate),
          path: [],
          account: null,
          own: false,
          subDirectories: [],
        },
      ]),
    );
    for (const row of rows)
      nodes.set(row.id, {
        id: row.id,
        name: row.name,
        type: rootWord(row.root, translate),
        path: [],
        account: row.person,
        own: row.owner_id === account.id,
        subDirectories: [],
      });
    for (const { id, parent_id: parent, root } of rows)
      (nodes.get(parent ?? root) ?? nodes.get(root)!).subDirectories.push(nodes.get(id)!);
    const roots = ROOTS.map((root) => nodes.get(root)!);
    fillPaths(roots, []);
    return roots;
  }),

  pointGroupDirectoryList: instanceHandler<'pointGroupDirectoryList'>(async (call) => {
    const { ids } = call.parameters;
    const found = await shownDirectories(
      call,
      ids.filter((id) => !isRoot(id)),
    );
    const known = new Map(found.map((directory) => [directory.id, directory]));
    return ids.flatMap((id) =>
      isRoot(id) ? [rootDirectory(id, call)] : (known.get(id.toLowerCase()) ?? []),
    );
  }),

  pointGroupDirectoryScheduledList: instanceHandler<'pointGroupDirectoryScheduledList'>(async (call) => {
    const { scope, account, parameters } = call;
    const { at, directoryId } = parameters;
    const moment: Moment = { ...(at && { at: new Date(at) }), schedules: 'ALWAYS' };
    if (directoryId === undefined) return shownDirectories(call, undefined, moment);
    const row = await directories(scope.db, account)
      .select('d.path')
      .where('d.id', '=', directoryId)
      .executeTakeFirst();
    if (!row) throw notFound();
    const scheduled = await scope.db
      .selectFrom('point_group_directories')
      .select('id')
      .where('id', 'in', row.path)
      .where('schedule_id', 'is not', null)
      .executeTakeFirst();
    if (!scheduled) throw new Problem(404, 'scheduleNotFound');
    return shownDirectories(call, [directoryId], moment);
  }),
});

/** Pattern of names of folders and groups; the API file has the same for saves (V-061). */
const NAME = /^(?=.{1,100}$)[^\s\\/:*?"<>|]([^\\/:*?"<>|]*[^\s\\/:*?"<>|])?$/u;

async function placeOfElement(
  db: ScopedDb,
  account: Account,
  kind: 'DIRECTORY' | 'POINT_GROUP',
  id: string,
): Promise<Place | undefined> {
  const row =
    kind === 'DIRECTORY'
      ? await directories(db, account)
          .select(['d.root', 'd.parent_id as directoryId', 'd.owner_id'])
          .where('d.id', '=', id)
          .executeTakeFirst()
      : await groups(db, account)
          .select(['g.root', 'g.directory_id as directoryId', 'g.owner_id'])
          .where('g.id', '=', id)
          .executeTakeFirst();
  return row && { ...row, path: [] };
}

/** Sets the path of each node: ids of the nodes above it, the root first. */
function fillPaths(nodes: PointGroupDirectoryNode[], path: string[]): void {
  for (const node of nodes) {
    node.path = path;
    fillPaths(node.subDirectories, [...path, node.id]);
  }
}
