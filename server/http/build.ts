/** The HTTP server: the API files define the routes, the checks and their order; modules provide the handlers. */
import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import multipart from '@fastify/multipart';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type pg from 'pg';
import { loadEvaluator } from '../../engine/language/evaluate.ts';
import { readTables } from '../database/knownTables.ts';
import type { FileSettings } from '../files/settings.ts';
import { CHANNEL_PATH, openChannel } from './liveChannel.ts';
import { declareBroadcasts } from '../records/publish.ts';
import { createHandlers } from '../modules/handlers.ts';
import { keepWords } from '../records/captions.ts';
import type { BuildInfo } from '../core/buildInfo.ts';
import type { PageLimits } from '../core/paging.ts';
import type { Handlers } from '../access/handler.ts';
import { addHealth, type Lifecycle } from './health.ts';
import { limitBodies } from './bodies.ts';
import { limitConnections } from './connections.ts';
import { sessionToken } from './cookies.ts';
import { checkHead, limitOptions, LIMITS, refuseSocket, type Limits } from './limits.ts';
import { requireListLimits } from './listLimits.ts';
import { requireHandlers } from './matching.ts';
import { methodCheck } from './methods.ts';
import { Metrics } from './metrics.ts';
import { observe, type Observers } from './observe.ts';
import { Problem, problemBody, toProblem } from '../core/problems.ts';
import { addExport } from './exports.ts';
import { addRoute, type RouteOptions } from './route.ts';
import { addReference } from './reference.ts';
import { protect } from './security.ts';
import { serveApp } from './static.ts';
import { serveMap } from './map.ts';
import { DEFAULT_MAP, mapOrigin, type MapSettings } from '../map/settings.ts';
import { localeOf, translator } from '../core/texts.ts';
import { serveTools } from './tools.ts';
import { checksOf } from '../core/validation.ts';

export interface ServerOptions extends Observers, RouteOptions {
  /** A separate database connection for the live channel; without one there is no channel. */
  listener?: () => pg.Client;
  /** Folder of the built browser app. */
  staticDir?: string;
  /** Folder of the built Storybook, if there is one. */
  storybookDir?: string;
  /** Build data for the system information. */
  build?: BuildInfo;
  /** Number of own proxies in front of the server: this many addresses are trusted, counted from the nearest. */
  proxies?: number;
  /** Limits of requests and connections that differ from the defaults. */
  limits?: Partial<Limits>;
  /** The pool of `db`, for its metrics. */
  pool?: pg.Pool;
  metricsToken?: string;
  /** Whether the server is about to stop. */
  lifecycle?: Lifecycle;
  /** Called for every error that resulted in a 5xx. */
  onError?: (error: unknown, request: { method: string; url: string }) => void;
  /** Settings of the file store. */
  files?: FileSettings;
  /** Address of the talon system. */
  talonUrl?: string;
  /** Limits at which lists of records are read differently. */
  pageLimits?: PageLimits;
  /** The base map; the demonstration's if not given. */
  map?: MapSettings;
  /** Replaces the product's handlers; for tests of the startup checks. */
  handlers?: Handlers;
}

/** A reply is read once: compressing it by the last tenth is not worth the CPU time of the single process. */
const QUICK = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } };
/**
 * Replies up to this many bytes are compressed in one call: a stream costs more than that saves for a page of a list.
 */
const AT_ONCE = 64 * 1024;

/** Creates the server; throws when the API files and the handlers do not match. */
export function buildServer(options: ServerOptions): FastifyInstance {
  const build = options.build ?? {
    version: '0.13.0',
    revision: 'dev',
    revisionDate: new Date().toISOString(),
  };
  const handlers = options.handlers ?? createHandlers(options.api, { ...options, build });
  requireHandlers(options.api, handlers);
  const broadcasts = declareBroadcasts(options.db, options.api);
  keepWords(options.db);
  requireListLimits(options.api);
  const limits = { ...LIMITS, ...options.limits };
  const proxies = (options.proxies ?? 0) > 0;
  const app = Fastify({
    ...limitOptions(limits, proxies),
    // The nearest addresses are own proxies; any client can forge those before them.
    trustProxy: (_address: string, hop: number) => hop < (options.proxies ?? 0),
    forceCloseConnections: 'idle',
    clientErrorHandler: (error, socket) => refuseSocket(error, socket, translator(options.locales, 'ru')),
    frameworkErrors: (error, request, reply) => sendProblem(options, error, request, reply),
  });
  const connections = limitConnections(app, limits, proxies);
  const metrics = new Metrics();
  app.addHook('onClose', async () => metrics.close());
  app.addHook('onRequest', async (request) => checkHead(request));
  limitBodies(app, limits);
  app.removeAllContentTypeParsers();
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    // Requests without a body may still have its Content-Type.
    if (body === '') done(null, undefined);
    else parseJson(request, body as string, done);
  });
  app.register(multipart);
  app.register(cookie);
  const map = options.map ?? DEFAULT_MAP;
  protect(app, options.secure ?? false, mapOrigin(map));
  app.register(compress, { threshold: 1024, syncThreshold: AT_ONCE, brotliOptions: QUICK });
  const hasSession = (request: FastifyRequest) =>
    sessionToken(request, options.secure ?? false) !== undefined;
  const serveIndex = serveApp(app, options.staticDir, hasSession);
  const { db, locales, secure = false, staticDir, storybookDir } = options;
  serveTools(app, { db, locales, secure, staticDir, storybookDir });
  serveMap(app, { db, locales, secure, map });
  app.setErrorHandler((error, request, reply) => sendProblem(options, error, request, reply));
  const checkMethod = methodCheck(options.api);
  app.setNotFoundHandler((request, reply) => {
    checkMethod(request.method, request.url);
    return serveIndex(request, reply) ?? sendProblem(options, new Problem(404, 'notFound'), request, reply);
  });
  observe(app, options, metrics);
  const checks = checksOf(options.api);
  if (options.listener) {
    const onError = (error: unknown) => options.onError?.(error, { method: 'GET', url: CHANNEL_PATH });
    const { api, db } = options;
    const ground = { api, db, handlers, tables: () => readTables(db) };
    const { listener, secure = false } = options;
    openChannel(app, { admission: { ...ground, broadcasts, checks }, listener, onError, secure });
  }
  // Routes are in a separate plugin, registered after the plugins whose hooks they need.
  app.register(async (routes) => {
    await loadEvaluator();
    addHealth(routes, {
      ...options,
      lifecycle: options.lifecycle ?? { stopping: false },
      metrics,
      connections: connections.count,
    });
    addReference(routes, options.db, options.secure ?? false);
    for (const operation of options.api.operations.values()) {
      const check = checks.get(operation.id);
      if (!check) continue;
      const route = { options, handlers, operation, checks: check };
      addRoute(routes, route);
      addExport(routes, route);
    }
  });
  return app;
}

function sendProblem(
  options: ServerOptions,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  // A client that disconnected in the middle of its request: not an error of the server.
  const disconnected = request.raw.destroyed && !request.raw.complete;
  const problem = disconnected ? new Problem(400, 'badRequest') : toProblem(error);
  if (problem.status >= 500) {
    options.onError?.(problem.options.cause ?? error, { method: request.method, url: request.url });
  }
  const translate = translator(options.locales, localeOf(request.headers['accept-language']));
  if (problem.options.allow) reply.header('Allow', problem.options.allow.join(', '));
  if (problem.options.retryAfter !== undefined) reply.header('Retry-After', problem.options.retryAfter);
  return reply
    .code(problem.status)
    .header('Cache-Control', 'no-store')
    .type('application/problem+json; charset=utf-8')
    .send(JSON.stringify(problemBody(problem, translate)));
}
