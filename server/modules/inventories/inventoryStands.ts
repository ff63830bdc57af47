/** Stands of an inventory: what the inspector found at each, or why it was skipped. */
import { sql } from 'kysely';
import { invalid, notFound, Problem } from '../../core/problems.ts';
import { OF_INVENTORY } from '../../records/auditKinds.ts';
import type { Change } from '../../records/change.ts';
import { computed, word, type FieldMaker } from '../../records/fields.ts';
import { oneOf } from '../../records/filters.ts';
import { record } from '../../records/record.ts';
import { coded, files, rowsOf } from '../../records/rowFields.ts';
import type { OwnRow, Row } from '../../records/rows.ts';
import { jsonList } from '../../records/ties.ts';
import { todayOf } from '../../records/today.ts';
import { standOf } from '../stands/shown.ts';
import { inventories } from './inventories.ts';

const TODAY = todayOf(sql.ref('t.instance_id'));

/** Containers on record at the stand. */
const STANDING = sql`from evacuation_points e
  join containers k on k.evacuation_point_id = e.id and k.instance_id = e.instance_id
  where e.stand_id = t.stand_id and e.instance_id = t.instance_id
    and k.begin_date <= ${TODAY} and (k.end_date is null or k.end_date >= ${TODAY})`;

const EXPECTED =
  jsonList(sql`select json_build_object('name', l.code, 'caption', l.name) as "containerType", x.count,
    0 as broken
  from (select k.container_type, count(*)::integer as count ${STANDING} group by 1) x
  join container_types l on l.instance_id = t.instance_id and l.code = x.container_type order by l.name`);

/** GeoJSON in the API, two columns in the table. */
const place: FieldMaker = () => ({
  columns: ['latitude', 'longitude'],
  show: (row) =>
    row['latitude'] === null || row['latitude'] === undefined
      ? null
      : { type: 'Point', coordinates: [row['longitude'], row['latitude']] },
  write: (value) => {
    const [longitude, latitude] = (value as { coordinates: number[] } | null | undefined)?.coordinates ?? [];
    if (latitude !== undefined && Math.abs(latitude) > 90)
      throw invalid({ field: 'place', code: 'outOfRange', message: 'server.inventoryPlace' });
    return { latitude: latitude ?? null, longitude: longitude ?? null };
  },
});

/** Name of the account that checked the stand. */
const checker: FieldMaker = (property) => ({
  columns: [],
  computed:
    () => sql`(select concat_ws(' ', a.last_name, left(a.first_name, 1) || '.', left(a.middle_name, 1) || '.')
    from accounts a where a.id = t.checked_by and a.instance_id = t.instance_id)`,
  show: (row) => row[property] ?? null,
});

const ofStand = (column: 'latitude' | 'longitude') =>
  computed(sql`(select p.${sql.ref(column)} from visit_points p
    where p.id = t.stand_id and p.instance_id = t.instance_id)`);

export const inventoryStands = record('inventoryStand', {
  table: 'inventory_stands',
  title: [OF_INVENTORY, 'number'],
  parent: inventories,
  fields: {
    stand: standOf,
    state: word('inventoryStandStates'),
    condition: word('standConditions'),
    checkedBy: checker,
    place,
    latitude: ofStand('latitude'),
    longitude: ofStand('longitude'),
    expected: computed(EXPECTED),
    containers: rowsOf(
      'inventory_containers',
      'inventory_stand_id',
      { containerType: coded('container_types'), count: 'count', broken: 'broken' },
      'container_type',
    ),
    photos: files('inventoryStand'),
    expectedCount: computed(sql`(select count(*)::integer ${STANDING})`),
    foundCount: computed(sql`case when t.state = 'CHECKED' then (select coalesce(sum(f.count), 0)::integer
      from inventory_containers f where f.inventory_stand_id = t.id and f.instance_id = t.instance_id) end`),
    differences: computed(sql`(select count(*)::integer from inventory_differences d
      where d.inventory_stand_id = t.id and d.instance_id = t.instance_id)`),
    photoCount: computed(sql`(select count(*)::integer from files f where f.instance_id = t.instance_id
      and f.entity = 'inventoryStand' and f.entity_id = t.id::text and f.sha256 is not null)`),
  },
  search: ['stand'],
  filters: { states: oneOf('state'), conditions: oneOf('condition') },
  order: '-number',
  states: { column: 'state' },
  transitions: {
    list: 'inventoryStandTransitions',
    batch: 'inventoryStandBatch',
    captions: 'server.inventoryStand',
    of: {
      skip: {
        guard: requireRunning,
        sets: ({ input }) => ({
          skip_reason: (input as { reason: string }).reason,
          check_time: null,
          checked_by: null,
        }),
      },
      reopen: { guard: requireRunning, sets: () => ({ skip_reason: null }) },
    },
  },
  // Stands are added through the inventory; saving one marks it as checked.
  check: async (change) => {
    if (!change.before) throw notFound();
    await requireRunning(change as Change);
  },
  guard: async ({ action, parent }) => {
    if (action === 'delete') requireOpenChoice(parent!);
  },
  sets: ({ action, account }) =>
    action === 'save'
      ? { state: 'CHECKED', check_time: sql`now()`, checked_by: account.id, skip_reason: null }
      : {},
});

/** Throws unless the inventory is in progress, when stands may be checked. */
async function requireRunning({ parent }: Pick<Change, 'parent'>): Promise<void> {
  if (parent!['status'] !== 'IN_PROGRESS') throw new Problem(409, 'inventoryIdle');
}

/** Throws once the inventory has begun; until then stands may be added and removed. */
export function requireOpenChoice(inventory: OwnRow | Row): void {
  if (inventory['status'] !== 'DRAFT' && inventory['status'] !== 'PLANNED')
    throw new Problem(409, 'inventoryBegun');
}
