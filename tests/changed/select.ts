/** `tsx tests/changed/select.ts REF`: which tests a change since REF can reach, as JSON for `npm test -- --changed REF`. */
import { execFileSync } from 'node:child_process';
import { loadProject } from '../../engine/build/project.ts';
import { loadRevision } from '../../engine/build/revision.ts';
import { readGraph } from './graph.ts';
import { select } from './selection.ts';

const ref = process.argv[2] ?? 'HEAD';
const git = (...args: string[]) =>
  execFileSync('git', args, { encoding: 'utf8', maxBuffer: 2 ** 28 })
    .split('\0')
    .filter(Boolean);

const changed = [
  ...git('diff', '--name-only', '--no-renames', '-z', ref),
  ...git('ls-files', '--others', '--exclude-standard', '-z'),
];
const { screens, ...files } = select(
  changed,
  readGraph(),
  loadRevision('.', ref),
  loadProject({ root: '.' }),
);
console.log(JSON.stringify({ ...files, screens: screens === 'all' ? screens : [...screens] }));
