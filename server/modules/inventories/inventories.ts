/** Inventories of stands: planned, carried out, completed; an account limited to districts sees their counts only. */
import { expressionBuilder, sql, type SqlBool } from 'kysely';
import type { Database } from '../../database/schema.ts';
import { Problem } from '../../core/problems.ts';
import type { Change } from '../../records/change.ts';
import { word, type FieldMaker } from '../../records/fields.ts';
import { condition, equals, oneOf } from '../../records/filters.ts';
import { record } from '../../records/record.ts';
import { causeOf, recordEvent } from '../../records/recordEvent.ts';
import { codedList, words } from '../../records/rowFields.ts';
import type { OwnRow } from '../../records/rows.ts';
import { person } from '../staff/person.ts';
import { findDifferences } from './findDifferences.ts';

type State = 'OPEN' | 'CHECKED' | 'SKIPPED';

const counted = (property: string, computed: ReturnType<FieldMaker>['computed']): ReturnType<FieldMaker> => ({
  columns: [],
  computed: computed!,
  show: (row) => Number(row[property] ?? 0),
});

/** Number of its stands in one of the states; a separate query, so that the scope restricts it. */
const standsIn =
  (...states: State[]): FieldMaker =>
  (property) =>
    counted(property, () => {
      let rows = expressionBuilder<Database>()
        .selectFrom('inventory_stands as n')
        .select((eb) => eb.fn.countAll().as('count'))
        .where('n.inventory_id', '=', sql<string>`t.id`);
      if (states.length > 0) rows = rows.where('n.state', 'in', states);
      return sql`(${rows})`;
    });

const openDifferences: FieldMaker = (property) =>
  counted(
    property,
    () =>
      sql`(${expressionBuilder<Database>()
        .selectFrom('inventory_differences as d')
        .select((eb) => eb.fn.countAll().as('count'))
        .where('d.inventory_id', '=', sql<string>`t.id`)
        .where('d.status', '=', 'OPEN')})`,
  );

export const inventories = record('inventory', {
  table: 'inventories',
  fields: {
    status: word('inventoryStatuses'),
    responsible: person(),
    districts: codedList('locations'),
    residentials: words('residentials'),
    signs: words('hashNames'),
    standCount: standsIn(),
    checkedCount: standsIn('CHECKED'),
    skippedCount: standsIn('SKIPPED'),
    doneCount: standsIn('CHECKED', 'SKIPPED'),
    openDifferences,
  },
  search: ['name', 'responsible'],
  filters: {
    statuses: oneOf('status'),
    dateFrom: condition<string>(['end_date'], (day) => sql<SqlBool>`t.end_date >= ${day}`),
    dateTo: condition<string>(['begin_date'], (day) => sql<SqlBool>`t.begin_date <= ${day}`),
    responsibleId: equals('responsible_id'),
  },
  order: '+beginDate',
  states: { column: 'status' },
  transitions: {
    list: 'inventoryTransitions',
    captions: 'server.inventory',
    of: {
      plan: { guard: requireStands },
      start: {},
      complete: {
        guard: requireAllDone,
        sets: () => ({ complete_time: sql`now()` }),
        effect: completed,
      },
      cancel: {
        sets: ({ before, input }) => ({
          note: [before!['note'], (input as { reason: string }).reason].filter(Boolean).join('\n'),
        }),
      },
    },
  },
  check: async ({ before }) => {
    if (before && !CHANGEABLE.includes(before['status'])) throw new Problem(409, 'inventoryClosed');
  },
  guard: async ({ action, before }) => {
    if (action === 'delete' && before!['status'] !== 'DRAFT' && before!['status'] !== 'CANCELED')
      throw new Problem(409, 'inventoryKept');
  },
});

/** States in which inventories can be changed; others are history. */
const CHANGEABLE: readonly unknown[] = ['DRAFT', 'PLANNED', 'IN_PROGRESS'];

/** Returns the number of stands in the state in all districts: a limited account must not complete the rest. */
async function countIn({ trx, before }: Change<undefined>, state?: State): Promise<number> {
  let rows = trx
    .withoutPlugins()
    .selectFrom('inventory_stands')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('inventory_id', '=', before!.id);
  if (state) rows = rows.where('state', '=', state);
  return Number((await rows.executeTakeFirstOrThrow()).count);
}

async function requireStands(change: Change<undefined>): Promise<void> {
  if ((await countIn(change)) === 0) throw new Problem(409, 'inventoryEmpty');
}

async function requireAllDone(change: Change<undefined>): Promise<void> {
  const count = await countIn(change, 'OPEN');
  if (count > 0) throw new Problem(409, 'inventoryUndone', { values: { count } });
}

async function completed(row: OwnRow, { trx, account }: Change<undefined>): Promise<void> {
  const count = await findDifferences(trx, row.id);
  await recordEvent(trx, {
    instanceId: row.instance_id,
    meta: 'INVENTORY_COMPLETED',
    ...causeOf(account, row.instance_id),
    entity: 'inventory',
    entityId: row.id,
    values: { name: String(row['name']), count },
  });
}
