/** Incidents: opened for results manually or by check rules, accepted or declined by a dispatcher. */
import { sql, type SqlBool } from 'kysely';
import type { ApiCatalogue } from '../../../engine/language/api.ts';
import { shortNameOf } from '../../access/accounts.ts';
import { handlers, instanceHandler, type Handlers, type InstanceCall } from '../../access/handler.ts';
import type { ScopedDb } from '../../access/scope.ts';
import { invalid, notFound, Problem } from '../../core/problems.ts';
import { anyOf } from '../../database/paging.ts';
import { loadCaptions } from '../../records/captions.ts';
import type { Change } from '../../records/change.ts';
import { computed, word, type FieldMaker } from '../../records/fields.ts';
import { condition, equals, oneOf } from '../../records/filters.ts';
import { bindRecords } from '../../records/handlers.ts';
import { readRecord, rowsOf, selecting, shown as asShown } from '../../records/read.ts';
import { causeOf, recordEvent } from '../../records/recordEvent.ts';
import { record } from '../../records/record.ts';
import type { Columns, OwnRow } from '../../records/rows.ts';
import { waiting } from '../../records/waits.ts';
import { settleApproval } from '../results/approval.ts';
import { carrierResultOfTask, findResult, findTasks } from '../results/find.ts';
import { openIncident } from './open.ts';

/** Property that an SQL subquery computes from the rows that the incident refers to. */
const joined = (query: ReturnType<typeof sql>) => computed(sql`(select ${query})`);

const UNIT = sql`visits v join units u on u.id = v.unit_id join vehicles c on c.id = u.vehicle_id`;
const PLAN = sql`task_items i join contract_plans p on p.id = i.plan_id join contracts k on k.id = p.contract_id`;

const RESULT = carrierResultOfTask('t.task_item_id');

/** The newest claim about the result that contains the incident's task. */
const claim: FieldMaker = (property) => ({
  columns: [],
  dictionaries: ['carrierClaimStatuses'],
  computed: () => sql`(select jsonb_build_object('id', c.id, 'number', c.number, 'status', c.status)
    from carrier_claims c where c.csori_id = (select r.id from ${RESULT})
    order by c.claim_date desc, c.number desc limit 1)`,
  show: (row, captions) => {
    const found = row[property] as { status: string } | null | undefined;
    return found ? { ...found, status: captions.value('carrierClaimStatuses', found.status) } : null;
  },
});

export const incidents = record('incident', {
  table: 'incidents',
  fields: {
    type: word('incidentTypes'),
    status: word('incidentStatuses'),
    automatic: computed(sql`t.author is null`),
    tierId: 'task_item_id',
    tievrId: 'task_visit_id',
    taskDate: joined(sql`i.task_date from task_items i where i.id = t.task_item_id`),
    stand: joined(sql`json_build_object('id', p.id, 'name', p.name, 'address', p.address)
      from visit_points p where p.id = t.stand_id`),
    vehicle: joined(sql`json_build_object('id', c.id, 'regNumber', c.reg_number, 'model', c.model)
      from ${UNIT} where v.id = t.visit_id`),
    // Carrier of the vehicle; without a visit, the carrier under the contract.
    carrier: computed(sql`coalesce(
      (select json_build_object('id', m.id, 'shortName', m.short_name) from ${UNIT}
        join customers m on m.id = c.carrier_customer_id where v.id = t.visit_id),
      (select json_build_object('id', m.id, 'shortName', m.short_name) from ${PLAN}
        join contract_transportations r on r.contract_id = k.id
          and daterange(r.begin_date, r.end_date, '[]') @> i.task_date
        join customers m on m.id = r.carrier_id where i.id = t.task_item_id order by r.begin_date, r.id limit 1))`),
    contract: joined(
      sql`json_build_object('id', k.id, 'number', k.number) from ${PLAN} where i.id = t.task_item_id`,
    ),
    departureTime: joined(sql`v.leave_time from visits v where v.id = t.visit_id`),
    csori: joined(sql`json_build_object('date', r.csori_date, 'id', r.id) from ${RESULT}`),
    claim,
  },
  search: ['number'],
  filters: {
    types: oneOf('type', 'text', ['create_time']),
    statuses: oneOf('status', 'text', ['create_time']),
    waiting: waiting('status'),
    tierId: equals('task_item_id'),
    createdFrom: condition<string>(['create_time'], (day, { instance: { timeZone } }) => {
      return sql<SqlBool>`t.create_time >= (${day}::date)::timestamp at time zone ${timeZone}`;
    }),
    // "Before" includes the day itself, as a dispatcher expects who enters the same day in both filters.
    createdBefore: condition<string>(['create_time'], (day, { instance: { timeZone } }) => {
      return sql<SqlBool>`t.create_time < (${day}::date + 1)::timestamp at time zone ${timeZone}`;
    }),
  },
  order: '+createTime',
  states: { column: 'status' },
  transitions: {
    list: 'incidentTransitions',
    batch: 'incidentBatch',
    captions: 'server.incident',
    of: {
      accept: {
        waits: {
          title: 'number',
          about: sql`(select address from visit_points where id = t.stand_id)`,
        },
        sets: decided,
        effect: decidedEffect('INCIDENT_ACCEPTED'),
      },
      decline: { guard: requireComment, sets: decided, effect: decidedEffect('INCIDENT_DECLINED') },
    },
  },
});

const commentOf = ({ input }: Change<undefined>) =>
  ((input ?? {}) as { comment?: string | null }).comment?.trim() || null;

/** B-160: declining an incident requires a comment. */
async function requireComment(change: Change<undefined>): Promise<void> {
  if (change.input !== undefined && !commentOf(change))
    throw invalid({ field: 'comment', code: 'required', message: 'validation.required' });
}

function decided(change: Change<undefined>): Columns {
  return {
    status_author: shortNameOf(change.account),
    status_time: sql`now()`,
    status_comment: commentOf(change),
  };
}

function decidedEffect(meta: string) {
  return async (row: OwnRow, { trx, account }: Change<undefined>): Promise<void> => {
    await settleApproval(trx, account, String(row['task_item_id']));
    await recordEvent(trx, {
      instanceId: row.instance_id,
      meta,
      ...causeOf(account, row.instance_id),
      entity: 'incident',
      entityId: row.id,
      values: { number: String(row['number']) },
    });
  };
}

/** Most incidents of a stand on its card. */
const LATEST = 50;

/** Operations other than the CRUD of the record: opening an incident for a result, and listing those of a result. */
export function incidentHandlers(api: ApiCatalogue): Handlers {
  const [bound] = bindRecords(api, [incidents]);
  type Reader = Pick<InstanceCall, 'scope' | 'account' | 'locale'>;
  const shown = async (db: ScopedDb, call: Reader, ids: readonly { id: string }[]) => {
    const found = [];
    for (const { id } of ids) found.push(await readRecord(db, bound!, id, call));
    return found as never;
  };
  const newest = (db: ScopedDb) =>
    db.selectFrom('incidents as n').select('n.id').orderBy('n.create_time', 'desc').orderBy('n.id', 'desc');
  return handlers({
    incidentCreate: instanceHandler<'incidentCreate'>((call) => {
      const { scope, account, body } = call;
      if (!body.type) throw invalid({ field: 'type', code: 'required', message: 'incident.rule.type' });
      if ((body.tievrId === undefined) === (body.csoriId === undefined))
        throw invalid({ field: 'tievrId', code: 'required', message: 'server.incidentResult' });
      const type = body.type.name;
      return scope.transaction(async (trx) => {
        const csori = body.csoriId ? { date: body.date, id: body.csoriId } : undefined;
        const found = csori ? await findTasks(trx, csori) : undefined;
        const result = found?.worst ?? (await findResult(trx, { date: body.date, id: body.tievrId! }));
        const open = await trx
          .selectFrom('incidents')
          .select('number')
          .where('task_item_id', '=', anyOf(found?.taskItemIds ?? [result.taskItemId], 'uuid'))
          .where('type', '=', type)
          .where('status', '=', 'OPENED')
          .executeTakeFirst();
        if (open) throw new Problem(409, 'incidentOpen', { values: { number: open.number } });
        const { id } = await openIncident(trx, account, {
          instanceId: result.instanceId,
          type,
          taskItemId: result.taskItemId,
          taskVisitId: result.taskVisitId,
          visitId: result.visitId,
          ...(csori && { csori }),
          comment: body.comment?.trim() || null,
        });
        return (await readRecord(trx, bound!, id, call as unknown as Reader)) as never;
      });
    }),

    incidentByTievr: instanceHandler<'incidentByTievr'>(async (call) => {
      const { db } = call.scope;
      const { date, tievrId } = call.parameters;
      const { taskItemId, taskVisitId } = await findResult(db, { date, id: tievrId });
      // An incident opened before a vehicle was known applies to every visit of the task.
      const ids = await newest(db)
        .where('n.task_item_id', '=', taskItemId)
        .where((eb) => eb.or([eb('n.task_visit_id', 'is', null), eb('n.task_visit_id', '=', taskVisitId)]))
        .execute();
      return shown(db, call as unknown as Reader, ids);
    }),

    incidentByCsori: instanceHandler<'incidentByCsori'>(async (call) => {
      const { db } = call.scope;
      const { date, csoriId } = call.parameters;
      const { taskItemIds } = await findTasks(db, { date, id: csoriId });
      const ids = await newest(db).where('n.task_item_id', '=', anyOf(taskItemIds, 'uuid')).execute();
      return shown(db, call as unknown as Reader, ids);
    }),

    incidentByStand: instanceHandler<'incidentByStand'>(async ({ scope, parameters, account, locale }) => {
      const { db } = scope;
      const stand = await db
        .selectFrom('stands')
        .select('id')
        .where('id', '=', parameters.standId)
        .executeTakeFirst();
      if (!stand) throw notFound();
      const reached = rowsOf(db, bound!).where('t.stand_id', '=', stand.id);
      const rows = await selecting(reached, bound!, bound!.shown, account)
        .orderBy('t.create_time', 'desc')
        .orderBy('t.id', 'desc')
        .limit(LATEST)
        .execute();
      const captions = await loadCaptions(db, locale);
      return rows.map((row) => asShown(bound!, bound!.shown, row, captions)) as never;
    }),
  });
}
