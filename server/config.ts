/** Settings from the environment. */
import path from 'node:path';
import { MEGABYTE, type FileSettings } from './files/settings.ts';

export interface Config {
  host: string;
  port: number;
  /** Whether PORT was given; then no other port is tried. */
  portGiven: boolean;
  /** A PostgreSQL of one's own instead of the built-in one. */
  databaseUrl: string | undefined;
  dataDir: string;
  /** Demo data for an empty database; in production only when asked for. */
  seed: boolean;
  seedScale: number;
  /** Password of the first account of a database without demo data. */
  adminPassword: string | undefined;
  traceFile: string | undefined;
  trustProxy: boolean;
  files: FileSettings;
  checkReplies: boolean;
}

/** Reads HOST, PORT, DATABASE_URL, DATA_DIR, SEED, SEED_SCALE, ADMIN_PASSWORD, TRACE_FILE, TRUST_PROXY, FILE_LIMIT_MB, FILE_QUOTA_MB, FILES_DIR and NODE_ENV. */
export function readConfig(env: NodeJS.ProcessEnv, root: string): Config {
  return {
    host: env['HOST'] || '127.0.0.1',
    port: numberOf('PORT', env['PORT'], 3000),
    portGiven: Boolean(env['PORT']),
    databaseUrl: env['DATABASE_URL'] || undefined,
    dataDir: path.resolve(root, env['DATA_DIR'] || '.data/postgres'),
    seed: env['SEED'] ? env['SEED'] !== 'off' : env['NODE_ENV'] !== 'production',
    seedScale: numberOf('SEED_SCALE', env['SEED_SCALE'], 1),
    adminPassword: env['ADMIN_PASSWORD'] || undefined,
    traceFile: env['TRACE_FILE'] || undefined,
    trustProxy: env['TRUST_PROXY'] === 'on',
    files: {
      maxBytes: numberOf('FILE_LIMIT_MB', env['FILE_LIMIT_MB'], 100) * MEGABYTE,
      quotaBytes: numberOf('FILE_QUOTA_MB', env['FILE_QUOTA_MB'], 10 * 1024) * MEGABYTE,
      folder: env['FILES_DIR'] ? path.resolve(root, env['FILES_DIR']) : undefined,
    },
    checkReplies: env['NODE_ENV'] !== 'production',
  };
}

function numberOf(name: string, text: string | undefined, otherwise: number): number {
  if (!text) return otherwise;
  const value = Number(text);
  if (!Number.isFinite(value) || value < 0) throw new Error(`${name} must be a number, not "${text}".`);
  return value;
}
