/** Fields of contracts that are not single columns. */
import { sql } from 'kysely';
import type { FieldMaker } from '../../records/fields.ts';
import type { ContractRow } from './changes.ts';
import { tabsOf, type Kind } from './kinds.ts';

/** Whether the account may change the contract, or why not; screens rely on it. */
export const editing: FieldMaker = (property) => ({
  columns: [],
  dictionaries: ['contractEditing'],
  computed: ({ instance, permissions }) => sql`case
    when t.status = 'REMOVED' then 'REMOVED'
    when t.instance_id <> ${instance.id} and ${instance.type} <> 'ADMINISTRATION' then 'FOREIGN'
    else ${permissions.includes('MANAGE_CONTRACTS') ? 'ALLOWED' : 'NO_RIGHT'} end`,
  show: (row, captions) => captions.value('contractEditing', String(row[property])),
});

/** The tabs of the contract's kind. */
export const tabs: FieldMaker = () => ({
  columns: ['type'],
  show: (row) => tabsOf(row['type'] as Kind),
});

type Published = Partial<Pick<ContractRow, 'published_version' | 'version' | 'parts_changed'>>;

/** Whether the contract was published, and whether it or any of its parts changed since. */
export function publicationOf({ published_version: published, version, parts_changed: parts }: Published) {
  if (published === null) return 'NEVER';
  return published === version && !parts ? 'PUBLISHED' : 'CHANGED';
}

export const publication: FieldMaker = () => ({
  columns: ['published_version', 'version', 'parts_changed'],
  dictionaries: ['contractPublications'],
  show: (row, captions) => captions.value('contractPublications', publicationOf(row as Published)),
});
