/** Selection of the stands of an inventory: adding, nearest ones, removal. */
import { sql, type SqlBool } from 'kysely';
import type { ApiCatalogue } from '../../../engine/language/api.ts';
import type { InventoryStandOnMap } from '../../../schemas/generated/api.ts';
import { handlers, instanceHandler } from '../../access/handler.ts';
import type { ScopedDb, ScopedTransaction } from '../../access/scope.ts';
import { invalid, notFound, Problem } from '../../core/problems.ts';
import { requireShape } from '../../geometry/require.ts';
import type { AreaShape } from '../../geometry/shapes.ts';
import { loadCaptions } from '../../records/captions.ts';
import { bindRecords } from '../../records/handlers.ts';
import { deleteRecord, lock } from '../../records/save.ts';
import type { OwnRow } from '../../records/rows.ts';
import { audit } from '../../records/saving.ts';
import { todayOf } from '../../records/today.ts';
import { inDistricts } from '../stands/filters.ts';
import { inventories } from './inventories.ts';
import { requireOpenChoice } from './inventoryStands.ts';
import type { AuditAction } from '../../records/auditKinds.ts';

/** Most stands of an inventory. */
const MOST = 5000;
/** Rows of one insert. */
const CHUNK = 1000;
/** Number of stands in the list of the nearest. */
const NEARBY = 50;

interface Choice {
  standIds?: readonly string[];
  area?: unknown;
  byChoice?: boolean;
}

interface Chosen {
  id: string;
  number: string;
}

/** Returns ids and numbers of the selected stands: in service and within the account's reach. */
function chosenOf(trx: ScopedTransaction, inventory: OwnRow, { standIds, area, byChoice }: Choice) {
  const ways = [standIds, area, byChoice || undefined].filter((way) => way !== undefined && way !== null);
  if (ways.length !== 1)
    throw invalid({ field: 'standIds', code: 'oneOf', message: 'server.inventoryChoice' });
  const rows = trx
    .selectFrom('stands as t')
    .innerJoin('visit_points as p', 'p.id', 't.id')
    .select(['t.id', 't.number'])
    .where('t.instance_id', '=', inventory.instance_id)
    .where('t.status', '<>', 'CLOSED')
    .orderBy('t.number')
    .limit(MOST + 1);
  if (standIds) return rows.where('t.id', '=', sql<string>`any(${[...standIds]}::uuid[])`);
  return area ? rows.where(within(area)) : rows.where(fits(inventory));
}

/** Condition: the place is within the outline; its bounding box comes first, to use the index. */
function within(area: unknown) {
  if (!isOutline(area)) throw invalid({ field: 'area', code: 'pattern', message: 'server.inventoryArea' });
  requireShape('area', area);
  const [ring] = area.coordinates;
  const outline = `(${ring.map(([longitude, latitude]) => `(${longitude},${latitude})`).join(',')})`;
  const place = sql`point(p.longitude, p.latitude)`;
  return sql<SqlBool>`(${place} <@ box(${outline}::polygon) and ${place} <@ ${outline}::polygon)`;
}

/** Checks for a polygon of one ring of number pairs; `requireShape` reports what else is wrong with it. */
function isOutline(area: unknown): area is AreaShape {
  const { type, coordinates } = area as { type: unknown; coordinates: unknown[] };
  if (type !== 'Polygon' || coordinates.length !== 1 || !Array.isArray(coordinates[0])) return false;
  const isPair = (pair: unknown) =>
    Array.isArray(pair) && pair.length === 2 && pair.every((degree) => typeof degree === 'number');
  return (coordinates[0] as unknown[]).every(isPair);
}

/** Condition for the districts, residential kinds and signs of the inventory; an empty list means any. */
function fits(inventory: OwnRow) {
  const { districts, residentials, signs } = inventory as unknown as Record<string, string[]>;
  const parts = [
    ...(districts!.length > 0 ? [inDistricts(districts!)] : []),
    ...(residentials!.length > 0 ? [sql<SqlBool>`t.residential = any(${residentials}::text[])`] : []),
    ...(signs!.length > 0 ? [sql<SqlBool>`t.signs && ${signs}::text[]`] : []),
  ];
  return parts.length > 0 ? sql<SqlBool>`(${sql.join(parts, sql` and `)})` : sql<SqlBool>`true`;
}

async function add(trx: ScopedTransaction, inventory: OwnRow, chosen: readonly Chosen[]): Promise<number> {
  let count = 0;
  for (let at = 0; at < chosen.length; at += CHUNK) {
    const rows = chosen.slice(at, at + CHUNK).map(({ id, number }) => ({
      instance_id: inventory.instance_id,
      inventory_id: inventory.id,
      stand_id: id,
      number,
    }));
    const { numInsertedOrUpdatedRows: added } = await trx
      .insertInto('inventory_stands')
      .values(rows)
      .onConflict((conflict) => conflict.constraint('inventory_stands_once').doNothing())
      .executeTakeFirstOrThrow();
    count += Number(added ?? 0);
  }
  return count;
}

/** Locks an inventory to which stands can still be added; throws otherwise. */
async function openInventory(trx: ScopedTransaction, id: string): Promise<OwnRow> {
  const inventory = await lock(trx, inventories, id);
  if (!inventory) throw notFound();
  requireOpenChoice(inventory);
  return inventory;
}

async function standsOf(trx: ScopedDb, inventoryId: string): Promise<number> {
  const { count } = await trx
    .withoutPlugins()
    .selectFrom('inventory_stands')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('inventory_id', '=', inventoryId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

const placesOf = (db: ScopedDb, inventoryId: string) =>
  db
    .selectFrom('inventory_stands as t')
    .innerJoin('visit_points as p', 'p.id', 't.stand_id')
    .select([
      't.id',
      't.version',
      't.stand_id',
      't.number',
      't.state',
      'p.address',
      'p.latitude',
      'p.longitude',
    ])
    .where('t.inventory_id', '=', inventoryId);

async function requireInventory(db: ScopedDb, id: string): Promise<void> {
  const row = await db.selectFrom('inventories').select('id').where('id', '=', id).executeTakeFirst();
  if (!row) throw notFound();
}

export function inventoryHandlers(api: ApiCatalogue) {
  const [bound] = bindRecords(api, [inventories]);
  return handlers({
    inventoryAddStands: instanceHandler<'inventoryAddStands'>(({ scope, account, parameters, body }) =>
      scope.transaction(async (trx) => {
        const inventory = await openInventory(trx, parameters.inventoryId);
        const chosen = await chosenOf(trx, inventory, body).execute();
        const before = await standsOf(trx, inventory.id);
        const count = await add(trx, inventory, chosen);
        if (before + count > MOST) throw new Problem(409, 'inventoryTooLarge', { values: { most: MOST } });
        if (count > 0) await logChange(trx, account, inventory, 'addStands');
        return { count, known: chosen.length - count };
      }),
    ),

    inventoryRemoveStands: instanceHandler<'inventoryRemoveStands'>(({ scope, account, parameters, body }) =>
      scope.transaction(async (trx) => {
        const inventory = await openInventory(trx, parameters.inventoryId);
        const deleted = await trx
          .deleteFrom('inventory_stands')
          .where('inventory_id', '=', inventory.id)
          .where('id', '=', sql<string>`any(${body.ids}::uuid[])`)
          .executeTakeFirstOrThrow();
        const count = Number(deleted.numDeletedRows);
        if (count > 0) await logChange(trx, account, inventory, 'removeStands');
        return { count, known: body.ids.length - count };
      }),
    ),

    inventoryRemove: instanceHandler<'inventoryRemove'>(async (call) => {
      await deleteRecord(bound!, call as never);
    }),

    inventoryNearby: instanceHandler<'inventoryNearby'>(async ({ scope: { db }, parameters }) => {
      const { inventoryId, latitude, longitude } = parameters;
      await requireInventory(db, inventoryId);
      const here = latitude !== undefined && longitude !== undefined;
      const metres = here
        ? sql<number>`round(metres_between(p.latitude, p.longitude, ${latitude}, ${longitude}))::integer`
        : sql<number | null>`null::integer`;
      const rows = await placesOf(db, inventoryId)
        .select(metres.as('distance'))
        .select(
          sql<number>`(select count(*)::integer from evacuation_points e
            join containers k on k.evacuation_point_id = e.id and k.instance_id = e.instance_id
            where e.stand_id = t.stand_id and e.instance_id = t.instance_id
              and k.begin_date <= ${todayOf(sql.ref('t.instance_id'))}
              and (k.end_date is null or k.end_date >= ${todayOf(sql.ref('t.instance_id'))}))`.as('expected'),
        )
        .where('t.state', '=', 'OPEN')
        .orderBy('distance')
        .orderBy('t.number')
        .limit(NEARBY)
        .execute();
      return rows.map((row) => ({
        id: row.id,
        version: row.version,
        stand: { id: row.stand_id, number: row.number, address: row.address },
        distance: row.distance,
        latitude: row.latitude,
        longitude: row.longitude,
        expectedCount: row.expected,
      }));
    }),

    inventoryMap: instanceHandler<'inventoryMap'>(async ({ scope: { db }, parameters, locale }) => {
      await requireInventory(db, parameters.inventoryId);
      const captions = await loadCaptions(db, locale);
      const rows = await placesOf(db, parameters.inventoryId).orderBy('t.number').limit(MOST).execute();
      return rows.map(({ stand_id: standId, state, version: _, ...row }) => ({
        ...row,
        standId,
        state: captions.value('inventoryStandStates', state) as InventoryStandOnMap['state'],
      }));
    }),
  });
}

/** Logs that stands were added or removed; this also refreshes lists that show its counts. */
async function logChange(
  trx: ScopedTransaction,
  account: Parameters<typeof audit>[1],
  inventory: OwnRow,
  action: AuditAction,
): Promise<void> {
  await audit(trx, account, { entity: 'inventory', action, before: inventory, after: inventory });
}
