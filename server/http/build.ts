/** The HTTP server: the API files give the routes, the checks and their order; modules give the handlers. */
import type { Socket } from 'node:net';
import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import helmet from '@fastify/helmet';
import multipart from '@fastify/multipart';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type pg from 'pg';
import type { ApiCatalogue, ApiOperation } from '../../engine/language/api.ts';
import { loadEvaluator } from '../../engine/language/evaluate.ts';
import { checkRules, hasRules } from '../../engine/language/rules.ts';
import { readAccount, type Account } from '../access/accounts.ts';
import { requireRights } from '../access/rights.ts';
import { findSession, SESSION_COOKIE, SESSION_SECONDS } from '../access/sessions.ts';
import type { Db } from '../database/connection.ts';
import type { FileSettings } from '../files/settings.ts';
import { CHANNEL_PATH, openChannel } from '../live/channel.ts';
import { declareBroadcasts } from '../live/publish.ts';
import { createHandlers } from '../modules/handlers.ts';
import { freshWords, keepWords } from '../records/captions.ts';
import type { BuildInfo } from './buildInfo.ts';
import { dictionaryCheck } from './dictionaryValues.ts';
import { sendFile, type FileReply } from './fileReply.ts';
import type { Call, Handlers } from './handler.ts';
import { filePartsOf, givesFile } from './media.ts';
import { runOperation } from './operations.ts';
import { invalid, Problem, problemBody, toProblem } from './problems.ts';
import { serveApp } from './static.ts';
import { localeOf, translator, type Locales } from './texts.ts';
import { drain, readUpload } from './upload.ts';
import { createChecks, type CheckedInput, type OperationChecks } from './validation.ts';

export interface ServerOptions {
  api: ApiCatalogue;
  db: Db;
  locales: Locales;
  /** A database connection of its own for the live channel; without one there is no channel. */
  listener?: () => pg.Client;
  /** Folder of the built browser app. */
  staticDir?: string;
  /** What the system information tells of this build. */
  build?: BuildInfo;
  /** Answers 500 instead of a reply that the API files do not allow. */
  checkReplies?: boolean;
  /** Believe X-Forwarded-* headers: only behind a proxy of one's own. */
  trustProxy?: boolean;
  /** Told of every answered operation. */
  trace?: (operationId: string, status: number) => void;
  /** Told of every answer. */
  accessLog?: (line: { method: string; url: string; status: number; ms: number }) => void;
  /** Told of everything that ended in a 5xx. */
  onError?: (error: unknown, request: { method: string; url: string }) => void;
  /** How files are kept. */
  files?: FileSettings;
  /** Takes the place of the product's handlers; for tests of the start checks. */
  handlers?: Handlers;
}

const BODY_LIMIT = 1024 * 1024;

/** Makes the server; throws when the API files and the handlers do not match. */
export function buildServer(options: ServerOptions): FastifyInstance {
  const build = options.build ?? {
    version: '0.13.0',
    revision: 'dev',
    revisionDate: new Date().toISOString(),
  };
  const handlers = options.handlers ?? createHandlers(options.api, build, options.files);
  requireMatch(options.api, handlers);
  const broadcasts = declareBroadcasts(options.api);
  keepWords(options.db);
  const app = Fastify({
    bodyLimit: BODY_LIMIT,
    trustProxy: options.trustProxy ?? false,
    forceCloseConnections: 'idle',
    clientErrorHandler: (error, socket) => refuseSocket(options, error, socket),
    frameworkErrors: (error, request, reply) => sendProblem(options, error, request, reply),
  });
  app.removeAllContentTypeParsers();
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    // Calls without a body may still name its type.
    if (body === '') done(null, undefined);
    else parseJson(request, body as string, done);
  });
  app.register(multipart);
  app.register(cookie);
  app.register(helmet, {
    // Transport security is told by whoever ends TLS; here it would lock out plain http on loopback.
    strictTransportSecurity: false,
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': ["'self'"],
        'script-src': ["'self'"],
        'style-src': ["'self'", "'unsafe-inline'"],
        'img-src': ["'self'", 'data:'],
        'font-src': ["'self'"],
        'connect-src': ["'self'"],
        'object-src': ["'none'"],
        'frame-ancestors': ["'none'"],
        'base-uri': ["'self'"],
      },
    },
  });
  app.register(compress, { threshold: 1024 });
  const serveIndex = serveApp(app, options.staticDir);
  app.setErrorHandler((error, request, reply) => sendProblem(options, error, request, reply));
  app.setNotFoundHandler(
    (request, reply) =>
      serveIndex(request, reply) ?? sendProblem(options, new Problem(404, 'notFound'), request, reply),
  );
  app.addHook('onResponse', async (request, reply) => {
    const { operationId } = request.routeOptions.config as { operationId?: string };
    if (operationId) options.trace?.(operationId, reply.statusCode);
    const { method, url } = request;
    options.accessLog?.({ method, url, status: reply.statusCode, ms: Math.round(reply.elapsedTime) });
  });
  const checksOf = createChecks(options.api);
  const checks = new Map([...options.api.operations.values()].map((each) => [each.id, checksOf(each)]));
  if (options.listener) {
    const onError = (error: unknown) => options.onError?.(error, { method: 'GET', url: CHANNEL_PATH });
    const admission = { api: options.api, db: options.db, broadcasts, handlers, checks };
    openChannel(app, { admission, listener: options.listener, onError });
  }
  // Routes come in a plugin of their own, after those whose hooks they need.
  app.register(async (routes) => {
    await loadEvaluator();
    routes.get('/healthz', () => health(options.db));
    for (const operation of options.api.operations.values()) {
      const check = checks.get(operation.id);
      if (check) addRoute(routes, options, handlers, operation, check);
    }
  });
  return app;
}

function requireMatch(api: ApiCatalogue, handlers: Handlers): void {
  const faults: string[] = [];
  for (const operation of api.operations.values()) {
    const handler = handlers[operation.id];
    if (!handler) faults.push(`${operation.id} of ${operation.file} has no handler`);
    else if (handler.scope !== kindOf(operation)) {
      faults.push(`${operation.id} has scope ${operation.scope}, its handler ${handler.scope}`);
    } else if (handler.scope === 'instance') {
      const kind = [
        filePartsOf(operation, api.schemas).length > 0 ? 'files' : 'json',
        givesFile(operation) ? 'file' : 'json',
      ];
      if (kind[0] !== handler.body || kind[1] !== handler.reply) {
        faults.push(
          `${operation.id} takes ${kind[0]} and gives ${kind[1]}, its handler ${handler.body} and ${handler.reply}`,
        );
      }
      const missing = operation.sort.filter((field) => !handler.sorts.includes(field));
      if (missing.length > 0) faults.push(`${operation.id} cannot order by ${missing.join(', ')}`);
    }
  }
  for (const id of Object.keys(handlers)) {
    if (!api.operations.has(id)) faults.push(`the handler ${id} answers no operation of the API files`);
  }
  if (faults.length > 0) throw new Error(`The API files and the handlers differ: ${faults.join('; ')}`);
}

/** Who may be one of two parties gets rows of an instance, more of them or less. */
const kindOf = ({ scope }: ApiOperation) => (scope === 'party' ? 'instance' : scope);

async function health(db: Db): Promise<{ status: 'ok' }> {
  try {
    await sql`select 1`.execute(db);
  } catch (error) {
    throw new Problem(503, 'unavailable', { cause: error });
  }
  return { status: 'ok' };
}

function addRoute(
  routes: FastifyInstance,
  options: ServerOptions,
  handlers: Handlers,
  operation: ApiOperation,
  checks: OperationChecks,
): void {
  const { api, db } = options;
  const checkWords = dictionaryCheck(operation, api);
  const ruled = hasRules(operation.body, api.schemas) ? operation.body : undefined;
  // Kept beside the request, not in it: nothing but these functions can set who is asking.
  const accounts = new WeakMap<FastifyRequest, Account>();
  const takesFiles = filePartsOf(operation, api.schemas).length > 0;
  const gives = givesFile(operation);
  routes.route({
    method: operation.method,
    url: operation.path.replace(/\{(\w+)\}/g, ':$1'),
    config: { operationId: operation.id },
    // A file keeps its length and its ETag.
    ...(gives && { compress: false }),
    onRequest: async (request, reply) => {
      const account = operation.scope === 'public' ? undefined : await signedIn(db, request, reply);
      if (account) accounts.set(request, account);
      const writes = request.method !== 'GET' && request.method !== 'HEAD';
      // Other sites can send forms with our cookie, but no header of their own.
      if (writes && !request.headers['x-requested-with']) throw new Problem(403, 'csrf');
      if (account) requireRights(operation, account);
    },
    handler: async (request, reply) => {
      if (request.isMultipart() && !takesFiles) throw new Problem(415, 'mediaType');
      const input = checks.request(request.params, request.query, request.body ?? undefined);
      const account = accounts.get(request);
      if (account) await freshWords(db);
      await checkWords?.(db, input.body, account);
      const broken = ruled ? checkRules(ruled, input.body, api.schemas) : [];
      if (broken.length > 0) {
        throw invalid(...broken.map(({ field, message }) => ({ field, code: 'rule', message })));
      }
      const route = { options, handlers, operation, checks };
      const answer = await run(route, request, reply, input, account);
      if (gives) return sendFile(request, reply, answer as FileReply);
      const fault = options.checkReplies ? checks.reply(answer) : undefined;
      if (fault) throw new Error(`${operation.id} answered outside its schema: ${fault}`);
      reply.header('Cache-Control', 'no-store').code(operation.status);
      if (operation.status === 204) return reply.send();
      return reply.type('application/json; charset=utf-8').send(JSON.stringify(answer));
    },
  });
}

async function signedIn(db: Db, request: FastifyRequest, reply: FastifyReply): Promise<Account> {
  const token = request.cookies[SESSION_COOKIE];
  const session = token ? await findSession(db, token) : undefined;
  const account = session && (await readAccount(db, session.accountId));
  if (!token || !session || !account) throw new Problem(401, 'unauthorized');
  if (session.renewed) setSession(request, reply, token);
  return account;
}

function setSession(request: FastifyRequest, reply: FastifyReply, token: string | undefined): void {
  const common = {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: request.protocol === 'https',
  } as const;
  if (token) reply.setCookie(SESSION_COOKIE, token, { ...common, maxAge: SESSION_SECONDS });
  else reply.clearCookie(SESSION_COOKIE, common);
}

interface Route {
  options: ServerOptions;
  handlers: Handlers;
  operation: ApiOperation;
  checks: OperationChecks;
}

async function run(
  route: Route,
  request: FastifyRequest,
  reply: FastifyReply,
  input: CheckedInput,
  account: Account | undefined,
): Promise<unknown> {
  const { options, handlers, operation, checks } = route;
  const locale = localeOf(request.headers['accept-language']);
  const call: Call = {
    parameters: { ...input.query, ...input.params },
    body: input.body,
    locale,
    translate: translator(options.locales, locale),
    request: {
      address: request.ip,
      host: request.hostname.toLowerCase(),
      sessionToken: request.cookies[SESSION_COOKIE],
    },
    setSession: (token) => setSession(request, reply, token),
  };
  const { api, db } = options;
  const upload = async (maxBytes: number) => {
    const { fields, files } = await readUpload(request, filePartsOf(operation, api.schemas), maxBytes);
    return { fields: checks.fields(fields), files };
  };
  try {
    return await runOperation({ api, handlers, db }, operation, call, account, upload);
  } catch (error) {
    if (request.isMultipart()) drain(request);
    throw error;
  }
}

/** Answers what is no HTTP at all, when nothing but the socket is there yet. */
function refuseSocket(options: ServerOptions, error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const body = JSON.stringify(problemBody(new Problem(400, 'badRequest'), translator(options.locales, 'ru')));
  socket.end(
    'HTTP/1.1 400 Bad Request\r\nContent-Type: application/problem+json; charset=utf-8\r\n' +
      `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
}

function sendProblem(
  options: ServerOptions,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const problem = toProblem(error);
  if (problem.status >= 500) {
    options.onError?.(problem.options.cause ?? error, { method: request.method, url: request.url });
  }
  const translate = translator(options.locales, localeOf(request.headers['accept-language']));
  if (problem.options.retryAfter !== undefined) reply.header('Retry-After', problem.options.retryAfter);
  return reply
    .code(problem.status)
    .header('Cache-Control', 'no-store')
    .type('application/problem+json; charset=utf-8')
    .send(JSON.stringify(problemBody(problem, translate)));
}
