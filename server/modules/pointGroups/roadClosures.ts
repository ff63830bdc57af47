/**
 * Road closures, synchronized with the closure service (S-017, S-018).
 *
 *   NEW ─block─► TO_ADD ─sent─► SENT ─confirmed─► CONFIRMED ─unblock─► TO_DELETE ─sent─► SENT_TO_DELETION ─removed─► NEW
 *
 * Pending closures are sent by a job and on request; a failure is stored and retried at growing intervals.
 */
import { sql, type SqlBool } from 'kysely';
import { handlers, instanceHandler } from '../../access/handler.ts';
import { Problem } from '../../core/problems.ts';
import type { Db } from '../../database/connection.ts';
import { closuresAt, type Closures } from '../../integrations/closures.ts';
import { ExchangeError } from '../../integrations/talon.ts';
import { word } from '../../records/fields.ts';
import { condition, oneOf } from '../../records/filters.ts';
import { record } from '../../records/record.ts';
import type { OwnRow } from '../../records/rows.ts';
import { audit } from '../../records/saving.ts';
import { geometry } from './wayRestrictions.ts';

/** Marks in which a closure may be changed; a confirmed one is then sent again. */
const EDITABLE: readonly unknown[] = ['NEW', 'TO_ADD', 'CONFIRMED'];

export const roadClosures = record('roadClosure', {
  table: 'road_closures',
  title: ['reason', 'beginTime'],
  fields: { geometry, mark: word('roadClosureMarks') },
  search: ['reason'],
  order: '+changeTime',
  states: { column: 'mark' },
  transitions: {
    list: 'roadClosureTransitions',
    captions: 'server.roadClosure',
    of: {
      block: { sets: () => ({ failure: null, tries: 0, next_try_time: sql`now()` }) },
      unblock: { sets: () => ({ failure: null, tries: 0, next_try_time: sql`now()` }) },
    },
  },
  filters: {
    marks: oneOf('mark'),
    onlyFailed: condition(['failure'], (only) => (only ? sql<SqlBool>`t.failure is not null` : undefined)),
  },
  check: async ({ before }) => {
    if (before && !EDITABLE.includes(before['mark'])) throw new Problem(409, 'closureUnderWay');
  },
  sets: ({ action, before }) =>
    action === 'save' && before?.['mark'] === 'CONFIRMED'
      ? { mark: 'TO_ADD', failure: null, tries: 0, next_try_time: sql`now()` }
      : {},
  guard: async ({ action, before }) => {
    // A closure known to the service has to be withdrawn from it first.
    if (action === 'delete' && (before!['mark'] !== 'NEW' || before!['service_number'] !== null))
      throw new Problem(409, 'closureInService');
  },
});

/** Result of one exchange. */
export interface Exchange {
  sent: number;
  confirmed: number;
  failed: number;
}

interface ClosureRow extends OwnRow {
  mark: string;
  reason: string;
  geometry: unknown;
  begin_time: Date;
  end_time: Date | null;
  service_number: string | null;
  tries: number;
}

/** Change of a closure by an exchange. */
interface Outcome {
  mark: string;
  service_number?: string | null;
}

const STEPS: Record<string, (service: Closures, row: ClosureRow) => Promise<Outcome | undefined>> = {
  TO_ADD: async (service, row) => {
    const { id, reason, geometry: shape, begin_time: begin, end_time: end, service_number: number } = row;
    const from = begin.toISOString();
    const given = await service.send({
      id,
      number,
      reason,
      geometry: shape,
      from,
      to: end?.toISOString() ?? null,
    });
    return { mark: 'SENT', service_number: given };
  },
  SENT: async (service, { service_number: number }) =>
    (await service.decision(number!, 'CONFIRMED')) === 'CONFIRMED' ? { mark: 'CONFIRMED' } : undefined,
  TO_DELETE: async (service, { service_number: number }) => {
    if (number !== null) await service.remove(number);
    return { mark: 'SENT_TO_DELETION' };
  },
  SENT_TO_DELETION: async (service, { service_number: number }) =>
    number === null || (await service.decision(number, 'REMOVED')) === 'REMOVED'
      ? { mark: 'NEW', service_number: null }
      : undefined,
};

/** The longest pause between two attempts. */
const LONGEST_PAUSE_MINUTES = 60;

/** Exchanges all pending closures of an instance; without one, those of every instance that are due. */
export async function exchangeClosures(db: Db, instanceId?: string): Promise<Exchange> {
  let waiting = db
    .selectFrom('road_closures')
    .select(['id', 'instance_id', 'version'])
    .where('mark', 'in', Object.keys(STEPS))
    .orderBy('change_time')
    .limit(500);
  waiting = instanceId
    ? waiting.where('instance_id', '=', instanceId)
    : waiting.where((eb) =>
        eb.or([eb('next_try_time', 'is', null), eb('next_try_time', '<=', sql<Date>`now()`)]),
      );
  const done: Exchange = { sent: 0, confirmed: 0, failed: 0 };
  const failures = new Map<string, ExchangeError>();
  for (const { id, instance_id: instance } of await waiting.execute()) {
    const service = closuresAt(await addressOf(db, instance));
    const outcome = await exchangeOne(db, id, service, failures.get(instance));
    if (outcome instanceof ExchangeError) {
      failures.set(instance, outcome);
      done.failed += 1;
    } else if (outcome === 'SENT' || outcome === 'SENT_TO_DELETION') done.sent += 1;
    else if (outcome) done.confirmed += 1;
  }
  return done;
}

/** Returns the address of the instance's service, from its setting or the product's. */
async function addressOf(db: Db, instanceId: string): Promise<string | null> {
  const { rows } = await sql<{ value: string | null }>`select p.value from app_properties p
    where p.name = 'roadClosure.service' and (p.instance_id is null or p.instance_id = ${instanceId}::uuid)
    order by p.instance_id is null limit 1`.execute(db);
  return rows[0]?.value ?? null;
}

/** Exchanges one closure, unless it is locked elsewhere; returns its new mark, or the failure, which is stored. */
function exchangeOne(db: Db, id: string, service: Closures, known: ExchangeError | undefined) {
  return db.transaction().execute(async (trx) => {
    const row = (await trx
      .selectFrom('road_closures')
      .selectAll()
      .where('id', '=', id)
      .where('mark', 'in', Object.keys(STEPS))
      .forUpdate()
      .skipLocked()
      .executeTakeFirst()) as unknown as ClosureRow | undefined;
    if (!row) return undefined;
    let set: Record<string, unknown>;
    let result: string | ExchangeError | undefined;
    try {
      // A service that has just failed is not called again.
      if (known) throw known;
      await service.available();
      const outcome = await STEPS[row.mark]!(service, row);
      set = { ...outcome, failure: null, tries: 0, next_try_time: sql`now() + interval '1 minute'` };
      result = outcome?.mark;
      if (!outcome && row['failure'] === null) return undefined;
    } catch (error) {
      if (!(error instanceof ExchangeError)) throw error;
      const pause = Math.min(LONGEST_PAUSE_MINUTES, 2 ** row.tries);
      set = {
        failure: error.failure,
        tries: row.tries + 1,
        next_try_time: sql`now() + make_interval(mins => ${pause}::int)`,
      };
      result = error;
    }
    const after = (await trx
      .updateTable('road_closures')
      .set({ ...(set as object), version: row.version + 1, change_time: sql<Date>`now()` })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow()) as unknown as OwnRow;
    await audit(trx, undefined, { entity: 'roadClosure', action: 'exchange', before: row, after });
    return result;
  });
}

export const roadClosureHandlers = handlers({
  roadClosureSync: instanceHandler<'roadClosureSync'>(async ({ scope, account }) => {
    const done = await exchangeClosures(scope.db, account.instance.id);
    // If nothing was sent, the request fails as a whole (M-060); the closures store the reasons.
    if (done.failed > 0 && done.sent + done.confirmed === 0) throw new Problem(502, 'closureService');
    return done;
  }),
});
