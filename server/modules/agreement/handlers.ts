/** Operations on results and claims other than the CRUD of records. */
import type { ApiCatalogue } from '../../../engine/language/api.ts';
import type { Account } from '../../access/accounts.ts';
import {
  handlers,
  instanceHandler,
  uploadHandler,
  type Handlers,
  type InstanceCall,
  type UploadCall,
} from '../../access/handler.ts';
import type { ScopedDb, ScopedTransaction } from '../../access/scope.ts';
import { invalid, notFound, Problem } from '../../core/problems.ts';
import { anyOf } from '../../database/paging.ts';
import { takeUpload } from '../../files/upload.ts';
import type { FileSettings } from '../../files/settings.ts';
import { actOnRecord } from '../../records/act.ts';
import { inBatch } from '../../records/batch.ts';
import type { BoundRecord } from '../../records/bind.ts';
import { loadCaptions } from '../../records/captions.ts';
import type { Change } from '../../records/change.ts';
import { claimFile } from '../../records/fileClaims.ts';
import { bindRecords } from '../../records/handlers.ts';
import { guardAction } from '../../records/possible.ts';
import { readRecord } from '../../records/read.ts';
import { lock, write } from '../../records/save.ts';
import { nextStatus, requireMatch } from '../../records/saving.ts';
import { approvable, requireLess } from './amounts.ts';
import { carrierClaims, recordAndNotify, writeMessage } from './claims.ts';
import { csoris, requireClaimable } from './csoris.ts';
import { evidenceOf } from './evidence.ts';
import { insertClaim, submitDraft } from './makeClaim.ts';
import { asClaim, asCsori, type CsoriRow } from './move.ts';
import { claimPrintHandlers } from './print.ts';
import { settlementsOf } from './settlements.ts';
import { carrierTerms, claimUntil, policyOf } from './terms.ts';
import { totalsOf } from './totals.ts';

const FIELD = 'attachments';
const MOST_FILES = 10;

/** Fields of all forms with files. */
interface Fields {
  version?: number;
  comment?: string;
  attachments?: { id: string }[];
}

interface Submitted extends Fields {
  csoriId?: string;
  claimId?: string;
  reason: string;
  basis?: string;
  expectedCount: number;
  expectedVolume: number;
}

export function agreementHandlers(api: ApiCatalogue, settings: FileSettings): Handlers {
  const [csori, claim] = bindRecords(api, [csoris, carrierClaims]) as [BoundRecord, BoundRecord];

  /** Returns a result visible in the scope, of the given day if there is one. */
  const resultOf = async (db: ScopedDb, id: string, date?: string): Promise<CsoriRow> => {
    let rows = db.selectFrom('csoris').selectAll().where('id', '=', id);
    if (date) rows = rows.where('csori_date', '=', date);
    const row = await rows.executeTakeFirst();
    if (!row) throw notFound();
    return row;
  };

  /** Reads the fields, then stores the files; they have no owner until the claim takes them. */
  const received = async <Given extends Fields>(
    call: UploadCall,
  ): Promise<{ given: Given; ids: string[] }> => {
    const { fields, files } = await call.upload(settings.maxBytes);
    const given = fields as Given;
    const ids = (given.attachments ?? []).map(({ id }) => id.toLowerCase());
    const target = { entity: 'carrierClaim', field: FIELD };
    for await (const file of files) {
      if (ids.length >= MOST_FILES)
        throw invalid({
          field: 'files',
          code: 'maxItems',
          message: 'validation.maxItems',
          values: { limit: MOST_FILES },
        });
      ids.push(await takeUpload(call.scope.db, settings, call.account, target, file));
    }
    return { given, ids };
  };

  /** Runs an action with files: the same steps as any other, in one transaction with the claiming of the files. */
  const actWithFiles = async (call: UploadCall, action: 'specify' | 'discard'): Promise<unknown> => {
    const { scope, account } = call;
    const { claimId: id } = call.parameters as { claimId: string };
    // Check access before the files are received.
    if (!(await scope.db.selectFrom('carrier_claims').select('id').where('id', '=', id).executeTakeFirst()))
      throw notFound();
    const { given, ids } = await received<Fields>(call);
    return scope.transaction(async (trx) => {
      const before = await lock(trx, claim, id);
      if (!before) throw notFound();
      await requireMatch(before, given.version ?? call.request.ifMatch, () =>
        readRecord(trx, claim, id, call),
      );
      const status = await nextStatus(trx, 'carrierClaim', action, String(before['status']));
      const { instance_id: instanceId } = before;
      const change: Change<undefined> = {
        trx,
        account,
        action,
        body: undefined,
        input: given,
        instanceId,
        before,
      };
      await guardAction(claim, change);
      await write(claim, change, () => ({ status }));
      await attach(trx, account, { id, instanceId }, ids);
      return readRecord(trx, claim, id, call);
    });
  };

  return handlers({
    csoriGet: instanceHandler<'csoriGet'>(async (call) => {
      const { scope, parameters } = call;
      const { id } = await resultOf(scope.db, parameters.csoriId, parameters.date);
      return readRecord(scope.db, csori, id, call) as never;
    }),

    csoriApproveList: instanceHandler<'csoriApproveList'>(
      async ({ scope, body, translate, account, locale }) => {
        // One transaction per row.
        const reply = await inBatch(scope.db, translate, body.rows, ({ id, version }) =>
          actOnRecord(
            csori,
            { action: 'approve', id, version: version ?? undefined },
            { scope, account, locale },
          ),
        );
        const named = await scope.db
          .selectFrom('csoris')
          .select(['id', 'address', 'csori_date'])
          .where(
            'id',
            '=',
            anyOf(
              body.rows.map(({ id }) => id),
              'uuid',
            ),
          )
          .execute();
        const places = new Map(named.map((one) => [one.id, one]));
        const rows = reply.rows.map((row) => {
          const place = places.get(row.id.toLowerCase());
          return { ...row, address: place?.address ?? '', date: place?.csori_date ?? null };
        });
        return { ...reply, rows };
      },
    ),

    csoriTotals: instanceHandler<'csoriTotals'>(
      (call) => totalsOf(csori, call as unknown as InstanceCall) as never,
    ),

    csoriSettlements: instanceHandler<'csoriSettlements'>(({ scope, parameters }) =>
      settlementsOf(scope.db, parameters.contractId),
    ),

    csoriManageContractPolicy: instanceHandler<'csoriManageContractPolicy'>(async (call) => {
      const { scope, parameters, account, translate } = call;
      const { db } = scope;
      const row = await resultOf(db, parameters.csoriId, parameters.date);
      const policy = await policyOf(db, row);
      const shown = (await readRecord(db, csori, row.id, call)) as { nextParty: unknown };
      const code = refusalOf(account, row);
      const limits = approvable(row, policy?.tolerance ?? 0);
      return {
        policy: policy
          ? {
              name: policy.name,
              effectiveDate: policy.effective_date,
              expirationDate: policy.expiration_date,
              considerationDays: policy.consideration_days,
              tolerance: policy.tolerance,
            }
          : null,
        mayApprove: code === undefined,
        reason: code === undefined ? null : translate(`server.csoriRefusal.${code}`),
        nextParty: shown.nextParty as never,
        leastVolume: limits?.leastVolume ?? null,
        mostVolume: limits?.mostVolume ?? null,
        leastCount: limits?.leastCount ?? null,
        mostCount: limits?.mostCount ?? null,
        claimUntil: await claimUntil(db, row, await carrierTerms(db, row.carrier_id)),
      };
    }),

    csoriEvidence: instanceHandler<'csoriEvidence'>(async ({ scope: { db }, parameters, locale }) =>
      evidenceOf(db, await resultOf(db, parameters.csoriId), await loadCaptions(db, locale)),
    ),

    carrierClaimListByCsori: instanceHandler<'carrierClaimListByCsori'>(async (call) => {
      const { scope, parameters } = call;
      await resultOf(scope.db, parameters.csoriId);
      const rows = await scope.db
        .selectFrom('carrier_claims')
        .select('id')
        .where('csori_id', '=', parameters.csoriId)
        .orderBy('claim_date', 'desc')
        .orderBy('number', 'desc')
        .execute();
      const claims: unknown[] = [];
      for (const { id } of rows) claims.push(await readRecord(scope.db, claim, id, call));
      return claims as never;
    }),

    carrierClaimSubmit: uploadHandler<'carrierClaimSubmit'>(async (call) => {
      const untyped = call as unknown as UploadCall;
      const { given, ids } = await received<Submitted>(untyped);
      const { scope, account } = untyped;
      return scope.transaction(async (trx) => {
        const { claimId } = given;
        const draft = claimId
          ? await trx.selectFrom('carrier_claims').selectAll().where('id', '=', claimId).executeTakeFirst()
          : undefined;
        if (claimId && !draft) throw notFound();
        const csoriId = draft?.csori_id ?? given.csoriId;
        if (!csoriId) throw invalid({ field: 'csoriId', code: 'required', message: 'validation.required' });
        // Lock the result first, in the same order as all operations that start from a result.
        const row = asCsori(await lock(trx, csori, csoriId));
        if (!row) throw notFound();
        await requireMatch(draft ?? row, given.version ?? untyped.request.ifMatch, () =>
          draft ? readRecord(trx, claim, draft.id, untyped) : readRecord(trx, csori, csoriId, untyped),
        );
        if (draft && draft.status !== 'NEW') throw new Problem(409, 'transition');
        await nextStatus(trx, 'csori', 'createClaim', row.status);
        await requireClaimable(trx, row);
        requireLess(row, given);
        const open =
          draft ??
          (await trx
            .selectFrom('carrier_claims')
            .selectAll()
            .where('csori_id', '=', csoriId)
            .where('status', '=', 'NEW')
            .executeTakeFirst());
        const values = {
          reason: given.reason,
          basis: given.basis?.trim() || null,
          comment: given.comment?.trim() || null,
          expected_count: given.expectedCount,
          expected_volume: given.expectedVolume,
        };
        const made = open
          ? await submitDraft(trx, account, asClaim(open as never), row, values)
          : await insertClaim(trx, account, row, { ...values, input: 'MANUAL', rule: null });
        await attach(trx, account, { id: made.id, instanceId: made.instance_id }, ids);
        const message = { action: 'submit', text: given.comment ?? given.basis };
        await recordAndNotify(trx, account, made, message, 'CLAIM_SUBMITTED');
        return readRecord(trx, claim, made.id, untyped) as never;
      });
    }),

    carrierClaimSpecify: uploadHandler<'carrierClaimSpecify'>(
      (call) => actWithFiles(call as unknown as UploadCall, 'specify') as never,
    ),
    carrierClaimDiscard: uploadHandler<'carrierClaimDiscard'>(
      (call) => actWithFiles(call as unknown as UploadCall, 'discard') as never,
    ),

    carrierClaimMessage: instanceHandler<'carrierClaimMessage'>(async (call) => {
      const { scope, account, body, parameters } = call;
      const { claimId: id } = parameters;
      return scope.transaction(async (trx) => {
        const before = await lock(trx, claim, id);
        if (!before) throw notFound();
        // An administration sees the claims of two parties, but is neither of them.
        if (scope.instanceId === undefined) throw new Problem(403, 'forbidden');
        await requireMatch(before, call.request.ifMatch, () => readRecord(trx, claim, id, call));
        const { instance_id: instanceId } = before;
        const change = { trx, account, action: 'message' as const, body: undefined, instanceId, before };
        await writeMessage(claim, change, body.text);
        return readRecord(trx, claim, id, call) as never;
      });
    }),

    ...claimPrintHandlers(),

    workingCalendarList: instanceHandler<'workingCalendarList'>(
      async ({ scope: { db }, parameters: { year } }) => {
        const [first, last] = [`${year}-01-01`, `${year}-12-31`];
        const own = await db
          .selectFrom('working_days')
          .select(['id', 'version', 'day', 'working', 'name'])
          .where('day', '>=', first)
          .where('day', '<=', last)
          .execute();
        const federal = await db
          .selectFrom('federal_days')
          .selectAll()
          .where('day', '>=', first)
          .where('day', '<=', last)
          .execute();
        const covered = new Set(own.map(({ day }) => day));
        return [
          ...own.map((one) => ({ ...one, own: true })),
          ...federal
            .filter(({ day }) => !covered.has(day))
            .map((one) => ({ ...one, own: false, id: null, version: null })),
        ].toSorted((a, b) => a.day.localeCompare(b.day));
      },
    ),
  });
}

/** Attaches files to a claim; existing ones stay. */
async function attach(
  trx: ScopedTransaction,
  account: Account,
  { id: entityId, instanceId }: { id: string; instanceId: string },
  ids: readonly string[],
): Promise<void> {
  for (const fileId of ids)
    await claimFile(trx, account, { instanceId, entity: 'carrierClaim', entityId, field: FIELD, fileId });
}

/** Returns the reason why this account may not approve the result; undefined where it may. */
function refusalOf({ instance, permissions }: Account, row: CsoriRow): string | undefined {
  const operator = instance.id === row.instance_id || instance.type === 'ADMINISTRATION';
  if (!operator) return 'otherParty';
  if (!permissions.includes('RO_ORDER_AGREEMENT')) return 'noRight';
  return row.status === 'AGREEMENT' ? undefined : row.status;
}
