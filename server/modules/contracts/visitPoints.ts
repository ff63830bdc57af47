/** Unloading and loading points of a contract: where waste may be brought, and where it is picked up. */
import { unknownValue } from '../../core/problems.ts';
import { OF_CONTRACT } from '../../records/auditKinds.ts';
import type { Change } from '../../records/change.ts';
import { ref } from '../../records/fields.ts';
import { oneOf } from '../../records/filters.ts';
import { record, type SaveOf } from '../../records/record.ts';
import { coded } from '../../records/rowFields.ts';
import { contracts } from './contracts.ts';

export const contractVisitPoints = record('contractVisitPoint', {
  table: 'contract_visit_points',
  title: [OF_CONTRACT, { by: 'visit_point_id', table: 'visit_points', text: 'name' }],
  parent: contracts,
  fields: {
    visitPoint: ref('visit_points', { id: 'id', name: 'name' }, 'name'),
    garbageType: coded('garbage_types'),
  },
  search: ['visitPoint', 'garbageType', 'comment'],
  order: '-visitPoint',
  crossing: { contract_visit_points_period: 'visitPointId' },
  filters: { kinds: oneOf('kind') },
  check: requireKind,
});

/** Throws unless the place has a suitable type: unloading places to bring waste, others but parkings to pick it up. */
async function requireKind({ trx, body, instanceId }: Change<SaveOf<'contractVisitPoint'>>): Promise<void> {
  const point = await trx
    .selectFrom('visit_points')
    .select('type')
    .where('id', '=', body.visitPointId)
    .where('instance_id', '=', instanceId)
    .executeTakeFirst();
  const fits = KINDS[body.kind].includes(point?.type ?? '');
  if (!fits) throw unknownValue('visitPointId');
}

/** Types of visit points by their use in a contract. */
export const KINDS = { UNLOADING: ['UNLOADING'], LOADING: ['LOADING', 'STAND', 'WASH'] };
