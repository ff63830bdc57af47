/** Differences found by an inventory: accepting one changes the stand, rejecting one requires a reason. */
import { sql } from 'kysely';
import { shortNameOf } from '../../access/accounts.ts';
import type { ScopedTransaction } from '../../access/scope.ts';
import { notFound } from '../../core/problems.ts';
import { OF_INVENTORY } from '../../records/auditKinds.ts';
import type { Change } from '../../records/change.ts';
import { computed, word, type FieldMaker } from '../../records/fields.ts';
import { oneOf } from '../../records/filters.ts';
import { record } from '../../records/record.ts';
import { coded } from '../../records/rowFields.ts';
import type { Columns, OwnRow } from '../../records/rows.ts';
import { inventories } from './inventories.ts';
import { applyToStand } from './applyToStand.ts';

const STAND = sql`(select json_build_object('id', n.stand_id, 'number', n.number, 'address', p.address)
  from inventory_stands n join visit_points p on p.id = n.stand_id and p.instance_id = n.instance_id
  where n.id = t.inventory_stand_id and n.instance_id = t.instance_id)`;

const stand: FieldMaker = (property) => ({
  columns: [],
  computed: () => STAND,
  show: (row) => row[property],
  search: (text) =>
    sql<boolean>`t.inventory_stand_id in (select n.id from inventory_stands n
      join visit_points p on p.id = n.stand_id and p.instance_id = n.instance_id
      where n.number ilike ${`%${text.trim()}%`} or p.address ilike ${`%${text.trim()}%`})`,
});

export const inventoryDifferences = record('inventoryDifference', {
  table: 'inventory_differences',
  labels: ['difference'],
  title: [OF_INVENTORY, 'number', 'kind'],
  parent: inventories,
  fields: {
    stand,
    kind: word('differenceKinds'),
    status: word('differenceStatuses'),
    containerType: coded('container_types'),
    comment: computed(sql`(select n.comment from inventory_stands n
      where n.id = t.inventory_stand_id and n.instance_id = t.instance_id)`),
  },
  search: ['stand', 'containerType'],
  filters: { statuses: oneOf('status'), kinds: oneOf('kind') },
  order: '-number',
  states: { column: 'status' },
  transitions: {
    list: 'inventoryDifferenceTransitions',
    batch: 'inventoryDifferenceBatch',
    captions: 'server.inventoryDifference',
    of: {
      accept: { sets: decided, effect: accepted },
      refuse: {
        sets: (change) => ({ ...decided(change), reason: (change.input as { reason: string }).reason }),
      },
    },
  },
});

function decided({ account }: Change<undefined>): Columns {
  return { decided_by: shortNameOf(account), decision_time: sql`now()` };
}

async function accepted(row: OwnRow, { trx, account, parent }: Change<undefined>): Promise<void> {
  const standId = await standOf(trx, String(row['inventory_stand_id']));
  await applyToStand(trx, account, { standId, difference: row, inventory: String(parent!['name']) });
}

/** Returns the stand of the difference; throws 404 if it is not visible in the scope. */
async function standOf(trx: ScopedTransaction, inventoryStandId: string): Promise<string> {
  const row = await trx
    .selectFrom('inventory_stands')
    .select('stand_id')
    .where('id', '=', inventoryStandId)
    .executeTakeFirst();
  if (!row) throw notFound();
  return row.stand_id;
}
