/** Photo analysis by an external service, in a job, because the service may be slow or unavailable. */
import { sql } from 'kysely';
import { handlers, instanceHandler, type InstanceCall } from '../../access/handler.ts';
import type { Db } from '../../database/connection.ts';
import { Problem } from '../../core/problems.ts';
import { readBytes } from '../../files/store.ts';
import { DEFAULT_FILE_SETTINGS, type FileSettings } from '../../files/settings.ts';
import { photoAnalysisAt, type PhotoAnalysis } from '../../integrations/photoAnalysis.ts';
import { ExchangeError, type Failure } from '../../integrations/talon.ts';
import { defineJob, type JobKind } from '../../jobs/define.ts';
import { enqueueJob } from '../../jobs/enqueue.ts';
import { publishRow } from '../../records/publish.ts';
import { recordEvent } from '../../records/recordEvent.ts';
import { findResult } from './find.ts';
import { publishResults } from './publish.ts';

export const PHOTO_ANALYSIS = { kind: 'photoAnalysis' } as const;

interface Input {
  photoIds: string[];
}

export interface AnalysisGround {
  analysis?: PhotoAnalysis;
  files?: FileSettings;
}

export const analysisHandlers = handlers({
  tievrAnalyzePhotos: instanceHandler<'tievrAnalyzePhotos'>((call) =>
    call.scope.transaction(async (trx) => {
      const { taskItemId, visitId } = await findResult(trx, call.body);
      return start(trx, call as unknown as InstanceCall, taskItemId, visitId ? [visitId] : []);
    }),
  ),

  tierAnalyzePhotos: instanceHandler<'tierAnalyzePhotos'>((call) =>
    call.scope.transaction(async (trx) => {
      const { id, date } = call.body;
      const task = await trx
        .selectFrom('task_items')
        .select('id')
        .where('id', '=', id)
        .where('task_date', '=', date)
        .executeTakeFirst();
      if (!task) throw new Problem(404, 'tierNotFound');
      const visits = await trx
        .selectFrom('task_visits')
        .select('visit_id')
        .where('task_item_id', '=', id)
        .execute();
      const visitIds = visits.map(({ visit_id }) => visit_id);
      return start(trx, call as unknown as InstanceCall, id, visitIds);
    }),
  ),
});

/** Sets photos to WAITING and starts the job; photos that are already waiting are not sent again. */
async function start(trx: Db, { account }: InstanceCall, taskItemId: string, visitIds: readonly string[]) {
  const photos = await trx
    .updateTable('visit_photos')
    .set({
      analysis: 'WAITING',
      analysis_failure: null,
      version: sql<number>`version + 1`,
      change_time: sql<Date>`now()`,
    })
    .where('visit_id', '=', sql<string>`any(${[...visitIds]}::uuid[])`)
    .where(sql<boolean>`analysis is distinct from 'WAITING'`)
    .returning('id')
    .execute();
  if (photos.length === 0) throw new Problem(409, 'noPhotos');
  const jobId = await enqueueJob(trx, account, PHOTO_ANALYSIS, { photoIds: photos.map(({ id }) => id) });
  await publishResults(trx, [taskItemId]);
  return { photos: photos.length, jobId };
}

/** Analyses photos one at a time; each result is stored at once, so that a retry after a crash continues from there. */
export function photoAnalysisJob(ground: AnalysisGround): JobKind {
  const { analysis = photoAnalysisAt(undefined), files = DEFAULT_FILE_SETTINGS } = ground;
  return defineJob<Input>({
    ...PHOTO_ANALYSIS,
    async run({ job, scope, db, signal, report }) {
      const { photoIds } = job.input;
      for (const [at, photoId] of photoIds.entries()) {
        signal.throwIfAborted();
        const photo = await scope.db
          .selectFrom('visit_photos as t')
          .innerJoin('files as f', 'f.id', 't.file_id')
          .select(['t.id', 't.instance_id', 't.file_id', 't.analysis', 'f.name', 'f.media_type', 'f.folder'])
          .where('t.id', '=', photoId)
          .executeTakeFirst();
        if (!photo || photo.analysis !== 'WAITING') continue;
        const place = { fileId: photo.file_id, instanceId: photo.instance_id, folder: photo.folder };
        const pieces: Buffer[] = [];
        for await (const piece of readBytes(db, files, { ...place, variant: 'original' })) pieces.push(piece);
        const sent = { name: photo.name, mediaType: photo.media_type, bytes: Buffer.concat(pieces) };
        const seen = await analysis.look(sent).catch((error: unknown) => {
          if (error instanceof ExchangeError) return error.failure;
          throw error;
        });
        await report({ progress: (at + 1) / photoIds.length }, (trx) => keep(trx, photoId, seen));
      }
    },
    // Photos left over after a cancel or a crash must not stay in WAITING.
    async ended({ trx, job, outcome }) {
      if (outcome === 'DONE') return;
      for (const photoId of job.input.photoIds) await keep(trx, photoId, 'GONE');
    },
  });
}

async function keep(
  trx: Db,
  photoId: string,
  seen: Failure | { fill: number; seen: string[]; confidence: number },
): Promise<void> {
  const failed = typeof seen === 'string';
  const photo = await trx
    .updateTable('visit_photos')
    .set({
      analysis: failed ? 'FAILED' : 'DONE',
      analysis_failure: failed ? seen : null,
      ...(!failed && { fill: seen.fill, seen: seen.seen, confidence: seen.confidence }),
      analysis_time: sql<Date>`now()`,
      version: sql<number>`version + 1`,
      change_time: sql<Date>`now()`,
    })
    .where('id', '=', photoId)
    .where('analysis', '=', 'WAITING')
    .returning(['instance_id', 'visit_id'])
    .executeTakeFirst();
  if (!photo) return;
  const tasks = await trx
    .selectFrom('task_visits')
    .select('task_item_id')
    .where('visit_id', '=', photo.visit_id)
    .execute();
  await publishResults(
    trx,
    tasks.map(({ task_item_id }) => task_item_id),
  );
  if (!failed) return publishStand(trx, photo.visit_id);
  await recordEvent(trx, {
    instanceId: photo.instance_id,
    meta: 'PHOTO_ANALYSIS_FAILED',
    source: 'INTEGRATION',
    sourceName: 'photoAnalysis',
    entity: 'visitPhoto',
    entityId: photoId,
    values: { reason: seen },
  });
}

/** Publishes the stand, whose fill level is computed from its photos. */
async function publishStand(trx: Db, visitId: string): Promise<void> {
  const stand = await trx
    .selectFrom('visits as v')
    .innerJoin('stands as t', 't.id', 'v.visit_point_id')
    .select(['t.id', 't.instance_id'])
    .where('v.id', '=', visitId)
    .executeTakeFirst();
  // Its version stays, because no edited field has changed: a message without a version makes clients reload the row.
  if (stand) await publishRow(trx, 'stand', stand, { id: stand.id });
}
