/** Groups of container types that are ordered alike; a type is in at most one group of a contract. */
import { sql } from 'kysely';
import { invalid } from '../../core/problems.ts';
import { OF_CONTRACT } from '../../records/auditKinds.ts';
import type { Change } from '../../records/change.ts';
import { word } from '../../records/fields.ts';
import { record, type SaveOf } from '../../records/record.ts';
import { coded, codedList } from '../../records/rowFields.ts';
import { contracts } from './contracts.ts';
import { requireUnlocked } from './locks.ts';
import { dynamic } from '../../records/rows.ts';

const requireOpen = requireUnlocked('container-groups');

export const contractContainerGroups = record('contractContainerGroup', {
  table: 'contract_container_groups',
  title: [OF_CONTRACT, 'name'],
  parent: contracts,
  fields: {
    containerTypes: codedList('container_types'),
    garbageType: coded('garbage_types'),
    orderPolicy: word('orderPolicies'),
  },
  search: ['name', 'garbageType', 'comment'],
  order: '-name',
  unique: { contract_container_groups_name: 'name' },
  check: async (change) => {
    await requireOpen(change);
    await requireFreeTypes(change);
  },
  guard: requireOpen,
});

/** Throws if a type is already in another group; the contract is locked, so no concurrent save can add it. */
async function requireFreeTypes({
  trx,
  body,
  before,
}: Change<SaveOf<'contractContainerGroup'>>): Promise<void> {
  const codes = body.containerTypes.map(({ name }) => name);
  let others = dynamic(trx)
    .selectFrom('contract_container_groups')
    .select('name')
    .where('contract_id', '=', body.contractId)
    .where(sql<boolean>`container_types && ${codes}::text[]`);
  if (before) others = others.where('id', '<>', before.id);
  const taken = await others.limit(1).executeTakeFirst();
  if (taken) {
    const values = { group: String(taken['name']) };
    throw invalid({
      field: 'containerTypes',
      code: 'duplicate',
      message: 'server.containerTypeTaken',
      values,
    });
  }
}
