/** Settings from the environment, checked at startup: all errors are reported together. */
import path from 'node:path';
import { passwordFault } from './access/passwordRules.ts';
import { MEGABYTE, type FileSettings } from './files/settings.ts';
import { LANES, readLanes, type Lane } from './jobs/lanes.ts';
import type { MapSettings } from './map/settings.ts';
import type { TravelSettings } from './travel/travel.ts';

export interface Config {
  host: string;
  port: number;
  /** Whether PORT is set; then no other port is tried. */
  portGiven: boolean;
  /** An external PostgreSQL instead of the built-in one. */
  databaseUrl: string | undefined;
  /** The role that owns the tables and runs migrations, when requests run as another role. */
  databaseOwnerUrl: string | undefined;
  dataDir: string;
  /** Demo data for an empty database; in production only when requested. */
  seed: boolean;
  seedScale: number;
  /** Password of the first account of a database without demo data. */
  adminPassword: string | undefined;
  files: FileSettings;
  /** Number of jobs that run at the same time, by lane. */
  lanes: Readonly<Record<string, Lane>>;
  /** Number of own proxies in front of the server. */
  proxies: number;
  /** Milliseconds for which a stopping server still accepts requests, so that its balancer can poll `/readyz`. */
  stopDelay: number;
  /** Most open connections in total, and from one client address. */
  connections: number;
  connectionsPerAddress: number;
  /** Reached only by https; a proxy terminates TLS. */
  secure: boolean;
  accessLog: boolean;
  metricsToken: string | undefined;
  checkReplies: boolean;
  /** Address of the talon system; a demonstration has a simulated one. */
  talonUrl: string | undefined;
  /** Address of the photo analysis service; a demonstration has a simulated one. */
  photoAnalysisUrl: string | undefined;
  map: MapSettings;
  travel: TravelSettings;
  /** Address of a VROOM server that runs calculations. */
  vroomUrl: string | undefined;
}

/** Reads and checks the settings that README lists; throws one error that lists all errors. */
export function readConfig(env: NodeJS.ProcessEnv, root: string): Config {
  const settings = new Settings(env);
  const production = env['NODE_ENV'] === 'production';
  const seed = settings.flag('SEED', !production);
  const proxies = settings.whole('TRUST_PROXY', 0, 0, 10);
  const config: Config = {
    host: env['HOST'] || '127.0.0.1',
    port: settings.whole('PORT', 3000, 0, 65_535),
    portGiven: Boolean(env['PORT']),
    databaseUrl: settings.postgres('DATABASE_URL'),
    databaseOwnerUrl: settings.postgres('DATABASE_OWNER_URL'),
    dataDir: path.resolve(root, env['DATA_DIR'] || '.data/postgres'),
    seed,
    seedScale: settings.number('SEED_SCALE', 1, 0, 1000),
    adminPassword: env['ADMIN_PASSWORD'] || undefined,
    files: {
      maxBytes: settings.number('FILE_LIMIT_MB', 100, 1, 100_000) * MEGABYTE,
      quotaBytes: settings.number('FILE_QUOTA_MB', 10 * 1024, 1, 100_000_000) * MEGABYTE,
      folder: env['FILES_DIR'] ? path.resolve(root, env['FILES_DIR']) : undefined,
    },
    lanes: settings.lanes('JOB_LANES'),
    proxies,
    stopDelay: settings.whole('STOP_DELAY_MS', proxies > 0 ? 3_000 : 0, 0, 5_000),
    connections: settings.whole('CONNECTIONS', 10_000, 10, 1_000_000),
    connectionsPerAddress: settings.whole('CONNECTIONS_PER_ADDRESS', 500, 1, 1_000_000),
    secure: settings.flag('HTTPS', false),
    accessLog: settings.flag('ACCESS_LOG', production),
    metricsToken: env['METRICS_TOKEN'] || undefined,
    checkReplies: !production,
    talonUrl: settings.web('TALON_URL'),
    photoAnalysisUrl: settings.web('PHOTO_ANALYSIS_URL', 'https://photos.example'),
    map: { ...mapOf(settings, env), demo: seed },
    travel: {
      osrmUrl: settings.web('OSRM_URL', 'http://osrm.example:5000'),
      roadFactor: settings.number('TRAVEL_ROAD_FACTOR', 1.35, 1, 5),
      speed: settings.number('TRAVEL_SPEED', 28, 1, 130),
      demo: seed,
    },
    vroomUrl: settings.web('VROOM_URL', 'http://vroom.example:3000'),
  };
  if (config.databaseOwnerUrl && !config.databaseUrl) {
    settings.faults.push('DATABASE_OWNER_URL needs DATABASE_URL, the role that requests run as.');
  }
  const weak = production && config.adminPassword ? passwordFault(config.adminPassword, 'admin') : undefined;
  if (weak) settings.faults.push(`ADMIN_PASSWORD ${weak}.`);
  if (config.metricsToken && config.metricsToken.length < 16) {
    settings.faults.push('METRICS_TOKEN must have at least 16 characters.');
  }
  settings.end();
  return config;
}

/** Reads the settings of an external base map: a style or raster tiles. */
function mapOf(settings: Settings, env: NodeJS.ProcessEnv): Omit<MapSettings, 'demo'> {
  const styleUrl = settings.web('MAP_STYLE_URL', 'https://maps.example/style.json?key={key}');
  const tilesUrl = settings.web('MAP_TILES_URL', 'https://tiles.example/{z}/{x}/{y}.png');
  const attribution = env['MAP_ATTRIBUTION'] || undefined;
  if (styleUrl && tilesUrl) {
    settings.faults.push('MAP_STYLE_URL and MAP_TILES_URL exclude each other.');
  }
  const missing = ['{z}', '{x}', '{y}'].filter((part) => tilesUrl && !tilesUrl.includes(part));
  if (missing.length > 0) settings.faults.push(`MAP_TILES_URL lacks ${missing.join(', ')}.`);
  if (tilesUrl && !attribution) {
    settings.faults.push(
      'MAP_TILES_URL needs MAP_ATTRIBUTION, what the owner of the tiles wants to be named as.',
    );
  }
  return { styleUrl, tilesUrl, attribution };
}

class Settings {
  readonly faults: string[] = [];

  constructor(private readonly env: NodeJS.ProcessEnv) {}

  number(name: string, otherwise: number, least: number, most: number): number {
    const text = this.env[name];
    if (!text) return otherwise;
    const value = Number(text);
    if (value >= least && value <= most) return value;
    this.faults.push(`${name} must be a number from ${least} to ${most}, not "${text}".`);
    return otherwise;
  }

  whole(name: string, otherwise: number, least: number, most: number): number {
    const value = this.number(name, otherwise, least, most);
    if (Number.isInteger(value)) return value;
    this.faults.push(`${name} must be a whole number, not "${value}".`);
    return otherwise;
  }

  flag(name: string, otherwise: boolean): boolean {
    const text = this.env[name];
    if (!text) return otherwise;
    if (text !== 'on' && text !== 'off') this.faults.push(`${name} must be "on" or "off", not "${text}".`);
    return text === 'on';
  }

  /** The value may contain a password, so the error does not repeat it. */
  postgres(name: string): string | undefined {
    const text = this.env[name];
    if (!text) return undefined;
    const known = URL.canParse(text) && /^postgres(ql)?:$/.test(new URL(text).protocol);
    if (!known) this.faults.push(`${name} must be an address like postgres://role:password@host:5432/name.`);
    return text;
  }

  web(name: string, example = 'https://talon.example'): string | undefined {
    const text = this.env[name];
    if (!text) return undefined;
    if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return text.replace(/\/$/, '');
    this.faults.push(`${name} must be an address like ${example}, not "${text}".`);
    return undefined;
  }

  lanes(name: string): Readonly<Record<string, Lane>> {
    const text = this.env[name];
    if (!text) return LANES;
    try {
      return readLanes(text);
    } catch (error) {
      this.faults.push(`${name} ${(error as Error).message}.`);
      return LANES;
    }
  }

  end(): void {
    if (this.faults.length > 0) throw new Error(`The settings are wrong:\n  ${this.faults.join('\n  ')}`);
  }
}
