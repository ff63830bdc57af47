/** Point groups: the record. Only actions move groups, and they enforce the rules (actions.ts). */
import { sql } from 'kysely';
import type { PointGroup, PointGroupElementSave, PointGroupSave } from '../../../schemas/generated/api.ts';
import { requireShape } from '../../geometry/require.ts';
import type { Shape } from '../../geometry/shapes.ts';
import type { Change } from '../../records/change.ts';
import { column, computed, word, type FieldMaker } from '../../records/fields.ts';
import { record } from '../../records/record.ts';
import { codedList } from '../../records/rowFields.ts';
import { elements, points, requireElements, savedElement } from './elements.ts';
import { pathOf, personOf, placeOf } from './places.ts';
import { isEditable, requireEditable, visibleGroup } from './visible.ts';

/** Default colour. */
const GREY = '#808080';

const folder: FieldMaker = () => ({
  columns: ['directory_id'],
  show: (row) => row['directory_id'] ?? null,
  write: async (value, { trx, account, before }: Change) => {
    if (before) return {};
    const place = await placeOf(trx, account, (value as string | undefined) ?? 'PRIVATE');
    requireEditable(account, place);
    return { directory_id: place.directoryId, root: place.root, owner_id: place.owner_id };
  },
});

export const pointGroups = record('pointGroup', {
  table: 'point_groups',
  labels: ['pointGroup', 'server.pointGroups.field'],
  visible: (account) => visibleGroup(account),
  fields: {
    type: word('directoryTypes', 'root'),
    directoryId: folder,
    path: computed(sql`coalesce((select ${pathOf('f')} from point_group_directories f
      where f.instance_id = t.instance_id and f.id = t.directory_id), '[]')`),
    account: computed(sql`coalesce(${personOf('t.owner_id')}, ${personOf('t.author_id')})`),
    vehicleGroup: word('vehicleGroups'),
    vehicleType: word('vehicleTypes'),
    districts: codedList('locations'),
    colour: column('colour', { write: (value) => ({ colour: value || GREY }) }),
    area: column('area', { write: (value) => ({ area: value ? JSON.stringify(value) : null }) }),
    elements,
    points,
  },
  order: '-name',
  unique: { point_groups_name: 'name' },
  check: async (change) => {
    const { account, before, body } = change;
    if (before) requireEditable(account, before as never);
    if (body.area) requireShape('area', body.area as unknown as Shape);
    if (body.points) await requireElements(change, body.points);
  },
  sets: ({ account, before }) => (before ? {} : { author_id: account.id }),
  guard: async ({ account, before }) => {
    const row = before as unknown as { root: string; owner_id: string | null };
    if (row.root !== 'ARCHIVE' && !isEditable(account, row)) requireEditable(account, row);
  },
});

/** Builds the body of a save that changes only the given values. */
export function saveOf(group: PointGroup, version: number, changes: Partial<PointGroupSave>): PointGroupSave {
  const { id, name, vehicleGroup, vehicleType, cluster, districts, colour, strictSequence, comment, area } =
    group;
  const same = {
    id,
    name,
    vehicleGroup,
    vehicleType,
    cluster,
    districts,
    colour,
    strictSequence,
    comment,
    area,
  };
  return { ...same, version, ...changes };
}

/** Returns the points of a group in the format of a save. */
export const pointsOf = ({ elements: given }: PointGroup): PointGroupElementSave[] => given.map(savedElement);
