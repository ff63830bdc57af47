/** The course of a request: the checks of the API files in order, then the handler, then its reply. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ApiCatalogue, ApiOperation } from '../../engine/language/api.ts';
import { checkRules, hasRules } from '../../engine/language/rules.ts';
import type { Db } from '../database/connection.ts';
import { readTables } from '../database/knownTables.ts';
import { freshWords } from '../records/captions.ts';
import { callerOf, ifMatchOf, originOf, requireAccess, signedIn } from './caller.ts';
import { deviceToken, sessionToken, setDeviceToken, setSessionToken } from './cookies.ts';
import { dictionaryCheck } from './dictionaryValues.ts';
import { sendFile } from './fileReply.ts';
import type { FileReply } from '../core/fileReply.ts';
import type { Account } from '../access/accounts.ts';
import type { Call } from '../core/call.ts';
import type { Handlers } from '../access/handler.ts';
import { runOnce } from '../access/idempotencyKeys.ts';
import { onceOf } from './idempotency.ts';
import { BODY_LIMIT, PUBLIC_BODY_LIMIT } from './limits.ts';
import { filePartsOf, givesFile } from '../core/operationKinds.ts';
import { runOperation } from '../access/operations.ts';
import type { Walk } from '../core/walk.ts';
import { invalid, Problem } from '../core/problems.ts';
import { localeOf, translator, type Locales } from '../core/texts.ts';
import { drain, readUpload } from './upload.ts';
import type { CheckedInput, OperationChecks } from '../core/validation.ts';

/** The server options that operations need. */
export interface RouteOptions {
  api: ApiCatalogue;
  db: Db;
  locales: Locales;
  /** Replies 500 instead of sending a reply that violates the API files. */
  checkReplies?: boolean;
  /** Clients connect by https only: sets `Secure` cookies and the HSTS header. */
  secure?: boolean;
}

/** What an operation needs in addition to the request. */
export interface Route {
  options: RouteOptions;
  handlers: Handlers;
  operation: ApiOperation;
  checks: OperationChecks;
}

/** Adds the route of an operation: account and access, input checks, handler, reply. */
export function addRoute(routes: FastifyInstance, route: Route): void {
  const { options, operation, checks } = route;
  const { api, db, secure = false } = options;
  const requireSound = soundness(operation, api, db);
  const takesFiles = filePartsOf(operation, api.schemas).length > 0;
  const gives = givesFile(operation);
  routes.route({
    method: operation.method,
    url: operation.path.replace(/\{(\w+)\}/g, ':$1'),
    config: { operationId: operation.id, takesFiles },
    bodyLimit: operation.scope === 'public' ? PUBLIC_BODY_LIMIT : BODY_LIMIT,
    // Uncompressed, a file preserves its length and its ETag.
    ...(gives && { compress: false }),
    onRequest: async (request, reply) => {
      if (operation.scope !== 'public') await signedIn(db, request, reply, secure);
      await requireAccess(db, operation, request, gives);
    },
    handler: async (request, reply) => {
      if (request.isMultipart() && !takesFiles) throw new Problem(415, 'mediaType');
      const input = checks.request(request.params, request.query, request.body ?? undefined);
      const account = callerOf(request);
      if (account) await freshWords(db);
      // Fields of a multipart body are checked when they are read.
      if (!takesFiles) await requireSound(input.body, account);
      const answer = await answerOf(route, request, reply, input);
      if (gives) return sendFile(request, reply, answer as FileReply);
      const mismatch = options.checkReplies ? checks.reply(answer) : undefined;
      if (mismatch) throw new Error(`${operation.id} answered outside its schema: ${mismatch}`);
      reply.header('Cache-Control', 'no-store').code(operation.status);
      if (operation.status === 204) return reply.send();
      return reply.type('application/json; charset=utf-8').send(JSON.stringify(answer));
    },
  });
}

/** Returns a check that throws unless the dictionary values of a body are known and its rules are satisfied. */
function soundness(operation: ApiOperation, api: ApiCatalogue, db: Db) {
  const checkWords = dictionaryCheck(operation, api);
  const ruled = hasRules(operation.body, api.schemas) ? operation.body : undefined;
  return async (body: object | undefined, account: Account | undefined): Promise<void> => {
    await checkWords?.(db, body, account);
    const broken = ruled ? checkRules(ruled, body, api.schemas) : [];
    if (broken.length > 0) {
      throw invalid(...broken.map(({ field, message }) => ({ field, code: 'rule', message })));
    }
  };
}

/**
 * Returns the handler's result; for a key that was used before, the first result, without running the handler again.
 */
function answerOf(
  route: Route,
  request: FastifyRequest,
  reply: FastifyReply,
  input: CheckedInput,
): Promise<unknown> {
  const { operation, options } = route;
  const account = callerOf(request);
  const once = account && onceOf(request, operation, account.id, input, options.api.schemas);
  const work = (db: Db) => run(route, db, request, reply, input);
  return once ? runOnce(options.db, once, work) : work(options.db);
}

/** Runs the handler of an operation for the account of the request. */
export async function run(
  route: Route,
  db: Db,
  request: FastifyRequest,
  reply: FastifyReply,
  input: CheckedInput,
  walk?: Walk,
): Promise<unknown> {
  const { options, handlers, operation, checks } = route;
  const { api, secure = false } = options;
  const locale = localeOf(request.headers['accept-language']);
  const call: Call = {
    parameters: { ...input.query, ...input.params },
    body: input.body,
    locale,
    translate: translator(options.locales, locale),
    request: {
      ...originOf(request),
      // Not X-Forwarded-Host, which any client can set.
      host: (request.headers.host ?? '').replace(/:\d+$/, '').toLowerCase(),
      sessionToken: sessionToken(request, secure),
      deviceToken: deviceToken(request, secure),
      ifMatch: ifMatchOf(request),
    },
    ...(walk && { walk }),
    setSession: (token) => setSessionToken(reply, token, secure),
    setDevice: (token) => setDeviceToken(reply, token, secure),
  };
  const upload = async (maxBytes: number) => {
    const { fields, files } = await readUpload(request, filePartsOf(operation, api.schemas), maxBytes);
    const given = checks.fields(fields);
    await soundness(operation, api, options.db)(given, callerOf(request));
    return { fields: given, files };
  };
  try {
    const ground = { api, handlers, db, tables: () => readTables(options.db) };
    return await runOperation(ground, operation, call, callerOf(request), upload);
  } catch (error) {
    if (request.isMultipart()) drain(request);
    throw error;
  }
}
