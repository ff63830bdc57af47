/** Folders of point groups: the record, saved and deleted one at a time. Only actions move folders. */
import { sql } from 'kysely';
import { Problem } from '../../core/problems.ts';
import type { Change } from '../../records/change.ts';
import { computed, word, type FieldMaker } from '../../records/fields.ts';
import { record } from '../../records/record.ts';
import { pathOf, personOf, placeOf } from './places.ts';
import { isEditable, requireEditable, visibleDirectory } from './visible.ts';

/** A new folder is created below `parentId`, a folder or a root; a save does not move it. */
const above: FieldMaker = () => ({
  columns: ['parent_id'],
  show: (row) => row['parent_id'] ?? null,
  write: async (value, { trx, account, before }: Change) => {
    if (before) return {};
    const place = await placeOf(trx, account, (value as string | undefined) ?? 'PRIVATE');
    requireEditable(account, place);
    return { parent_id: place.directoryId, root: place.root, owner_id: place.owner_id };
  },
});

export const pointGroupDirectories = record('pointGroupDirectory', {
  table: 'point_group_directories',
  labels: ['pointGroupDirectory', 'server.pointGroups.field'],
  visible: (account) => visibleDirectory(account),
  fields: {
    type: word('directoryTypes', 'root'),
    rootId: 'root',
    parentId: above,
    account: computed(sql`coalesce(${personOf('t.owner_id')}, ${personOf('t.author_id')})`),
    path: computed(pathOf('t')),
    visibility: word('directoryVisibilities'),
  },
  order: '-name',
  unique: { point_group_directories_name: 'name' },
  check: async ({ account, before }) => {
    if (before) requireEditable(account, before as never);
  },
  sets: ({ account, before }) => (before ? {} : { author_id: account.id }),
  guard: async ({ trx, account, before }) => {
    const row = before as unknown as { id: string; root: string; owner_id: string | null };
    // Archived folders may be deleted permanently.
    if (row.root !== 'ARCHIVE' && !isEditable(account, row)) requireEditable(account, row);
    const { rows } = await sql<{ full: boolean }>`select exists (
        select from point_group_directories d where d.parent_id = ${row.id}::uuid
        union all select from point_groups g where g.directory_id = ${row.id}::uuid) as full`.execute(trx);
    if (rows[0]!.full) throw new Problem(409, 'treeNotEmpty');
  },
});
