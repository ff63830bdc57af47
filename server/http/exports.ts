/**
 * Every list has an export at `…/export`, with the same access checks, filters and order.
 *
 *   GET …/export         the file, written as it is read; up to 100,000 rows
 *   POST …/export        202 {id}: a job creates it, however long the list is; a body {key, rows} selects rows
 *   GET …/export/{id}    the file once it is ready, 202 {progress} before, 409 when it failed
 *   DELETE …/export/{id} cancels the job
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Job } from '../../schemas/generated/api.ts';
import { transaction, type Db } from '../database/connection.ts';
import { givesPage } from '../core/operationKinds.ts';
import { readChosen, readWanted } from '../export/ask.ts';
import { fileHead } from '../export/file.ts';
import { LIST_EXPORT, type ExportInput } from '../export/job.ts';
import { firstPieces, type PageRequest } from '../export/rows.ts';
import { enqueueJob } from '../jobs/enqueue.ts';
import { bareWordsOfRows, captionedRow } from '../records/bareWords.ts';
import { freshWords, loadCaptions } from '../records/captions.ts';
import { callerOf, requireAccess, signedIn } from './caller.ts';
import { disposition, sendFile } from './fileReply.ts';
import type { FileReply } from '../core/fileReply.ts';
import { sendSheet, takeMaker } from './exportReply.ts';
import { runOnce } from '../access/idempotencyKeys.ts';
import { onceOf } from './idempotency.ts';
import type { Walk } from '../core/walk.ts';
import { Problem } from '../core/problems.ts';
import { run, type Route } from './route.ts';
import { localeOf, translator } from '../core/texts.ts';
import { checksOf } from '../core/validation.ts';

type Answer = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

/** Adds the export of an operation that returns pages. */
export function addExport(routes: FastifyInstance, route: Route): void {
  const { options, operation } = route;
  if (!givesPage(operation, options.api.schemas)) return;
  const url = `${operation.path.replace(/\{(\w+)\}/g, ':$1')}/export`;
  const add = (method: 'GET' | 'POST' | 'DELETE', at: string, handler: Answer) =>
    routes.route({
      method,
      url: at,
      config: { operationId: operation.id },
      compress: false,
      onRequest: async (request, reply) => {
        await signedIn(options.db, request, reply, options.secure ?? false);
        await requireAccess(options.db, operation, request, true);
      },
      handler: (request, reply) => handler(request, reply.header('Cache-Control', 'no-store')),
    });
  add('GET', url, (request, reply) => sendList(route, request, reply));
  if (!options.api.operations.has('jobGet')) return;
  add('POST', url, (request, reply) => startJob(route, request, reply));
  add('GET', `${url}/:jobId`, (request, reply) => sendResult(route, request, reply));
  add('DELETE', `${url}/:jobId`, async (request, reply) => {
    await runOther(route, 'jobCancel', jobOf(request), request, reply);
    return reply.code(204).send();
  });
}

const jobOf = ({ params }: FastifyRequest) => ({ jobId: (params as { jobId: string }).jobId });

/** Sends the list as a file. Errors are sent as JSON, before the first byte of the file. */
async function sendList(route: Route, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { options, operation, checks } = route;
  const { format, columns, timeZone, title, listQuery } = readWanted(request.query);
  await freshWords(options.db);
  const read = ({ count, walk }: Omit<PageRequest, 'walk'> & { walk?: Walk }) => {
    const query = { ...listQuery, page: '0', count: String(count) };
    return run(route, options.db, request, reply, checks.request(request.params, query, undefined), walk);
  };
  const { locale, translate } = wordsOf(route, request);
  const captions = await loadCaptions(options.db, locale);
  const words = bareWordsOfRows(operation, options.api);
  async function* pieces() {
    for await (const rows of firstPieces(read))
      yield { rows: rows.map((row) => captionedRow(words, row, captions)) };
  }
  const cells = { locale, timeZone, yes: translate('server.export.yes'), no: translate('server.export.no') };
  const { name, mediaType } = fileHead(format, title, translate);
  const made = await takeMaker(callerOf(request)!.id, reply);
  try {
    await read({ count: 1 });
  } catch (error) {
    made.release();
    throw error;
  }
  reply.header('Content-Disposition', disposition('attachment', name)).type(mediaType);
  return sendSheet(reply, made, { format, columns, cells }, pieces());
}

function wordsOf({ options }: Route, request: FastifyRequest) {
  const locale = localeOf(request.headers['accept-language']);
  return { locale, translate: translator(options.locales, locale) };
}

/** Starts the job of an export. Calls the list once, so that its refusals are reported now. */
async function startJob(route: Route, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { options, operation, checks } = route;
  const account = callerOf(request)!;
  const { listQuery, ...wanted } = readWanted(request.query);
  const chosen = readChosen(request.body);
  const input = checks.request(request.params, { ...listQuery, page: '0', count: '1' }, undefined);
  await freshWords(options.db);
  await run(route, options.db, request, reply, input);
  const { page: _page, count: _count, ...query } = input.query;
  const parameters = { ...query, ...input.params };
  const { locale } = wordsOf(route, request);
  const sent: ExportInput = {
    ...wanted,
    operation: operation.id,
    parameters,
    locale,
    ...(chosen && { chosen }),
  };
  const work = (db: Db) =>
    transaction(db, async (trx) => ({ id: await enqueueJob(trx, account, LIST_EXPORT, sent) }));
  const once = onceOf(request, operation, account.id, { ...input, body: sent }, options.api.schemas);
  return reply.code(202).send(await (once ? runOnce(options.db, once, work) : work(options.db)));
}

async function sendResult(route: Route, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const job = (await runOther(route, 'jobGet', jobOf(request), request, reply)) as Job;
  switch (job.state.name) {
    case 'DONE': {
      if (!job.result) throw new Problem(403, 'forbidden');
      const file = await runOther(route, 'fileDownload', { fileId: job.result.id }, request, reply);
      return sendFile(request, reply, file as FileReply);
    }
    case 'FAILED':
      throw new Problem(409, job.errorKey ?? 'jobFailed');
    case 'CANCELED':
      throw new Problem(409, 'jobCanceled');
    default:
      return reply.code(202).send({ progress: job.progress });
  }
}

/** Runs another operation for the account of the request; these check the owner of the job. */
function runOther(
  route: Route,
  id: 'jobGet' | 'jobCancel' | 'fileDownload',
  params: Record<string, unknown>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  const { options } = route;
  const [operation, checks] = [options.api.operations.get(id)!, checksOf(options.api).get(id)!];
  const input = checks.request(params, {}, undefined);
  return run({ ...route, operation, checks }, options.db, request, reply, input);
}
