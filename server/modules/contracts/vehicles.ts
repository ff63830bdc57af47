/** Vehicles that work under a contract. */
import { sql } from 'kysely';
import type { ScopedTransaction } from '../../access/scope.ts';
import type { Db } from '../../database/connection.ts';
import { instanceHandler, type Handlers } from '../../http/handler.ts';
import { containing, countRows, ordered, readPage, type PageQuery } from '../../http/paging.ts';
import { notFound, unknownValue } from '../../http/problems.ts';
import type { Locale } from '../../http/texts.ts';
import { loadCaptions, type Captions } from '../../records/captions.ts';
import { audit, requireFresh } from '../../records/saving.ts';
import { lockParent, requireContract } from './contracts.ts';

interface VehicleSave {
  id?: string;
  version?: number;
  contractId: string;
  regNumber: string;
  beginDate: string;
  endDate?: string | null;
  primary: boolean;
}

interface OneVehicle {
  params: { contractVehicleId: string };
}

export const contractVehicleHandlers: Handlers = {
  contractVehiclePaging: instanceHandler<{ query: PageQuery & { contractId: string } }>(
    async ({ scope, query, locale }) => {
      await requireContract(scope.db, query.contractId);
      const captions = await loadCaptions(scope.db, locale, 'vehicleTypes');
      let rows = withVehicle(scope.db).where('cv.contract_id', '=', query.contractId);
      if (query.query?.trim()) {
        const model = containing(query.query);
        const plate = containing(plateOf(query.query));
        rows = rows.where((eb) => eb.or([eb('v.reg_number', 'ilike', plate), eb('v.model', 'ilike', model)]));
      }
      const sorts = {
        regNumber: { by: sql.ref('v.reg_number') },
        model: { by: sql.ref('v.model') },
        beginDate: { by: sql.ref('cv.begin_date') },
        endDate: { by: sql.ref('cv.end_date'), nullable: true },
      };
      const page = ordered(withColumns(rows), query.order ?? '-regNumber', sorts, sql.ref('cv.id'));
      return readPage(query, page, countRows(rows), (row) => vehicleReply(row, captions));
    },
    ['regNumber', 'model', 'beginDate', 'endDate'],
  ),

  contractVehicleGet: instanceHandler<OneVehicle>(({ scope, params, locale }) =>
    readVehicle(scope.db, params.contractVehicleId, locale),
  ),

  contractVehicleSave: instanceHandler<{ body: VehicleSave }>(({ scope, body, locale }) =>
    scope.transaction(async (trx) => {
      const { id, version } = body;
      const contract = await lockParent(trx, body.contractId);
      if (id === undefined) {
        const vehicleId = await findVehicle(trx, contract.instance_id, body.regNumber);
        const after = await trx
          .insertInto('contract_vehicles')
          .values({
            ...columnsOf(body, vehicleId),
            contract_id: contract.id,
            instance_id: contract.instance_id,
          })
          .returningAll()
          .executeTakeFirstOrThrow();
        await audit(trx, scope.account, { entity: 'contractVehicle', action: 'create', after });
        return readVehicle(trx, after.id, locale);
      }
      const locked = await trx
        .selectFrom('contract_vehicles')
        .selectAll()
        .where('id', '=', id)
        .where('contract_id', '=', contract.id)
        .forUpdate()
        .executeTakeFirst();
      const before = await requireFresh(locked, version, () => readVehicle(trx, id, locale));
      const vehicleId = await findVehicle(trx, contract.instance_id, body.regNumber);
      const after = await trx
        .updateTable('contract_vehicles')
        .set({ ...columnsOf(body, vehicleId), version: before.version + 1, change_time: sql<Date>`now()` })
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirstOrThrow();
      await audit(trx, scope.account, { entity: 'contractVehicle', action: 'save', before, after });
      return readVehicle(trx, id, locale);
    }),
  ),

  contractVehicleDelete: instanceHandler<OneVehicle>(({ scope, params }) =>
    scope.transaction(async (trx) => {
      const vehicle = await trx
        .selectFrom('contract_vehicles')
        .select('contract_id')
        .where('id', '=', params.contractVehicleId)
        .executeTakeFirst();
      if (!vehicle) throw notFound();
      await lockParent(trx, vehicle.contract_id);
      const before = await trx
        .deleteFrom('contract_vehicles')
        .where('id', '=', params.contractVehicleId)
        .returningAll()
        .executeTakeFirst();
      if (!before) throw notFound();
      await audit(trx, scope.account, { entity: 'contractVehicle', action: 'delete', before });
    }),
  ),
};

/** Plates bear only letters that the Latin and Cyrillic alphabets share; either is accepted when typed. */
const LATIN = 'ABEKMHOPCTYX';
const CYRILLIC = 'АВЕКМНОРСТУХ';

function plateOf(text: string): string {
  return text
    .toUpperCase()
    .replace(/[\s-]/g, '')
    .replace(/[A-Z]/g, (letter) => CYRILLIC[LATIN.indexOf(letter)] ?? letter);
}

async function findVehicle(trx: ScopedTransaction, instanceId: string, regNumber: string): Promise<string> {
  const vehicle = await trx
    .selectFrom('vehicles')
    .select('id')
    .where('instance_id', '=', instanceId)
    .where('reg_number', '=', plateOf(regNumber))
    .executeTakeFirst();
  if (!vehicle) throw unknownValue('regNumber');
  return vehicle.id;
}

function columnsOf(body: VehicleSave, vehicleId: string) {
  return {
    vehicle_id: vehicleId,
    begin_date: body.beginDate,
    end_date: body.endDate ?? null,
    is_primary: body.primary,
  };
}

function withVehicle(db: Db) {
  return db.selectFrom('contract_vehicles as cv').innerJoin('vehicles as v', 'v.id', 'cv.vehicle_id');
}

function withColumns(rows: ReturnType<typeof withVehicle>) {
  return rows
    .selectAll('cv')
    .select(['v.reg_number as reg_number', 'v.model as model', 'v.type as vehicle_type']);
}

interface VehicleRow {
  id: string;
  contract_id: string;
  version: number;
  vehicle_id: string;
  reg_number: string;
  model: string;
  vehicle_type: string;
  begin_date: string;
  end_date: string | null;
  is_primary: boolean;
}

function vehicleReply(row: VehicleRow, captions: Captions) {
  return {
    id: row.id,
    contractId: row.contract_id,
    version: row.version,
    regNumber: row.reg_number,
    model: row.model,
    vehicleType: captions.value('vehicleTypes', row.vehicle_type),
    beginDate: row.begin_date,
    endDate: row.end_date,
    primary: row.is_primary,
  };
}

async function readVehicle(db: Db, id: string, locale: Locale) {
  const row = await withColumns(withVehicle(db).where('cv.id', '=', id)).executeTakeFirst();
  if (!row) throw notFound();
  return vehicleReply(row, await loadCaptions(db, locale, 'vehicleTypes'));
}
