/** Starts the product's server: API files, texts, database, seed, HTTP. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import { readConfig, type Config } from './config.ts';
import { loadApi, loadLocales } from './core/projectFiles.ts';
import type { Db } from './database/connection.ts';
import { openDatabase } from './database/open.ts';
import { storeWords } from './dictionaries/store.ts';
import { errorFields, log } from './core/log.ts';
import { buildServer } from './http/build.ts';
import type { BuildInfo } from './core/buildInfo.ts';
import { jobKinds } from './modules/jobKinds.ts';
import { startJobs, type Jobs } from './jobs/start.ts';
import { CRON_KINDS } from './modules/cronKinds.ts';
import { checkDatabase, createHandlers } from './modules/handlers.ts';
import { demoAccounts, demoInstances, type DemoAccount } from './seed/accounts.ts';
import { createFirstAccount } from './seed/firstAccount.ts';
import { seed } from './seed/seed.ts';
import { photoAnalysisAt } from './integrations/photoAnalysis.ts';
import { startPhotoAnalysis } from './standIn/photoAnalysis.ts';
import { startStandIn } from './standIn/talon.ts';
import { travelTimes } from './travel/travel.ts';
import { stopper } from './stop.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

async function main(): Promise<void> {
  const config = readConfig(process.env, ROOT);
  const lifecycle = { stopping: false };
  const database = await openDatabase({
    url: config.databaseUrl,
    ownerUrl: config.databaseOwnerUrl,
    dataDir: config.dataDir,
    log: (message) => log('info', 'database', { message }),
    prepare: async (db) => {
      await storeWords(db);
      if (config.seed) await seed(db, { scale: config.seedScale });
      if (config.adminPassword) await createFirstAccount(db, config.adminPassword);
    },
  });
  let app: FastifyInstance | undefined;
  let jobs: Jobs | undefined;
  const stop = stopper({ lifecycle, delay: config.stopDelay, app: () => app, jobs: () => jobs, database });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop(0));
  // The process that started this server and has a channel to it has ended, perhaps without a signal.
  process.on('disconnect', () => void stop(0));
  try {
    const [api, locales] = [loadApi(ROOT), loadLocales(ROOT)];
    await checkDatabase(api, database.db);
    const staticDir = path.join(ROOT, 'dist');
    const talonUrl = config.talonUrl ?? (config.seed ? (await startStandIn()).url : undefined);
    const analysisUrl =
      config.photoAnalysisUrl ?? (config.seed ? (await startPhotoAnalysis()).url : undefined);
    const travel = travelTimes(config.travel);
    const handlers = createHandlers(api, {
      build: buildInfo(),
      files: config.files,
      talonUrl,
      staticDir,
      map: config.map,
      travel,
    });
    jobs = await startJobs({
      pool: database.pool,
      db: database.db,
      files: config.files,
      api,
      kinds: jobKinds({
        api,
        handlers,
        locales,
        travel,
        vroom: config.vroomUrl === undefined ? undefined : { url: config.vroomUrl },
        analysis: photoAnalysisAt(analysisUrl),
        files: config.files,
      }),
      cron: CRON_KINDS,
      settings: { lanes: config.lanes },
      onError: (error) => log('error', 'job', errorFields(error)),
    });
    const { metricsToken } = config;
    app = buildServer({
      api,
      handlers,
      locales,
      db: database.db,
      listener: database.single,
      pool: database.pool,
      staticDir,
      storybookDir: path.join(ROOT, 'storybook-static'),
      checkReplies: config.checkReplies,
      proxies: config.proxies,
      limits: { connections: config.connections, connectionsPerAddress: config.connectionsPerAddress },
      secure: config.secure,
      map: config.map,
      lifecycle,
      ...(metricsToken && { metricsToken }),
      ...(config.accessLog && { accessLog: (line) => log('info', 'request', { ...line }) }),
      onError: (error, { method, url }) =>
        log('error', 'request', { method, path: url.split('?')[0], ...errorFields(error) }),
    });
    const address = await listen(app, config);
    const demo = config.seed ? await presentDemoAccounts(database.db) : [];
    console.log(banner(address, database.label, existsSync(path.join(staticDir, 'index.html')), demo));
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    await stop(1);
  }
}

/** Listens on the port; tries the next ones only when PORT was not set. */
async function listen(app: FastifyInstance, config: Config): Promise<string> {
  for (let port = config.port; ; port += 1) {
    try {
      return await app.listen({ host: config.host, port });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
      if (config.portGiven || port >= config.port + 100) {
        throw new Error(`Port ${port} is in use. Choose another with PORT.`, { cause: error });
      }
    }
  }
}

function buildInfo(): BuildInfo {
  const { version } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as {
    version: string;
  };
  try {
    const output = execFileSync('git', ['log', '-1', '--format=%h %cI'], {
      cwd: ROOT,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const [revision = '', date = ''] = output.trim().split(' ');
    return { version, revision, revisionDate: new Date(date).toISOString() };
  } catch {
    return { version, revision: version, revisionDate: new Date().toISOString() };
  }
}

/** Returns the demo accounts that exist in this database: it may contain other data. */
async function presentDemoAccounts(db: Db): Promise<DemoAccount[]> {
  const rows = await db.selectFrom('accounts').select('login').execute();
  const logins = new Set(rows.map(({ login }) => login));
  return demoAccounts.filter(({ login }) => logins.has(login));
}

function banner(address: string, database: string, built: boolean, demo: readonly DemoAccount[]): string {
  const lines = ['', `  Portal    ${address}`, `  Database  ${database}`];
  if (!built) lines.push('  App       not built: only the API answers');
  if (demo.length > 0) {
    lines.push('', '  Login           Password  Organisation                            Role');
    for (const { login, password, instance, role } of demo) {
      const { name = '', type = '' } = demoInstances.find((each) => each.key === instance) ?? {};
      lines.push(`  ${login.padEnd(16)}${password.padEnd(10)}${`${name} (${type})`.padEnd(40)}${role}`);
    }
  }
  return [...lines, ''].join('\n');
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
