/** `npm run diff -- REF`: what became of the screens, gates and texts since REF, in words of the language; `--json`. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { formatChange } from '../tools/change.ts';
import { diffProjects } from '../tools/diff.ts';
import { readOptions } from './options.ts';
import { loadProject } from './project.ts';

const FOLDERS = ['schemas', 'screens', 'locales', 'widgets'];

const { json, words, project: options } = readOptions();
const ref = words[0] ?? 'HEAD';
const git = (...args: string[]) => execFileSync('git', ['-C', options.root, ...args], { maxBuffer: 2 ** 28 });

const folder = mkdtempSync(join(tmpdir(), 'diff-'));
try {
  const there = git('ls-tree', '--name-only', ref).toString().split('\n');
  const archive = git('archive', ref, ...FOLDERS.filter((one) => there.includes(one)));
  execFileSync('tar', ['-x', '-C', folder], { input: archive });
  const changes = diffProjects(loadProject({ root: folder }), loadProject(options));
  if (json) console.log(JSON.stringify(changes, null, 2));
  else for (const change of changes) console.log(formatChange(change));
  if (!json && !changes.length) console.log(`No screen, gate or text differs from ${ref}.`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
