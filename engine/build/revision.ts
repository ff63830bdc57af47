/** A project as it was at a commit. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Project } from '../language/project.ts';
import { loadProject } from './project.ts';

const FOLDERS = ['schemas', 'screens', 'locales', 'widgets'];

/**
 * Compiles the project in `root` as it was at `ref`, with today's language schemas. Throws git's error message if `ref`
 * does not exist.
 */
export function loadRevision(root: string, ref: string): Project {
  const git = (...args: string[]) =>
    execFileSync('git', ['-C', root, ...args], { maxBuffer: 2 ** 28, stdio: ['ignore', 'pipe', 'pipe'] });
  const folder = mkdtempSync(join(tmpdir(), 'revision-'));
  try {
    const there = git('ls-tree', '--name-only', ref).toString().split('\n');
    const archive = git('archive', ref, ...FOLDERS.filter((one) => there.includes(one)));
    execFileSync('tar', ['-x', '-C', folder], { input: archive });
    return loadProject({ root: folder });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
