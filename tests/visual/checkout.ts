/** A former state of the project in a separate folder, built. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const LOCK = 'package-lock.json';

const git = (...args: string[]) => execFileSync('git', args, { maxBuffer: 2 ** 30 });

export interface Checkout {
  folder: string;
  /** The full name of the commit. */
  commit: string;
  remove(): void;
}

/** The files of REF with its packages: the installed ones, or its own where its lock file differs. */
export function checkout(ref: string): Checkout {
  const commit = git('rev-parse', '--verify', `${ref}^{commit}`).toString().trim();
  const folder = mkdtempSync(join(tmpdir(), 'visual-'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  try {
    execFileSync('tar', ['-x', '-C', folder], { input: git('archive', commit) });
    if (readFileSync(LOCK, 'utf8') === readFileSync(join(folder, LOCK), 'utf8'))
      symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
    else execFileSync('npm', ['ci', '--ignore-scripts'], { cwd: folder, stdio: 'inherit' });
  } catch (error) {
    remove();
    throw error;
  }
  return { folder, commit, remove };
}
