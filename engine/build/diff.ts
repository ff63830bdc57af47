/** `npm run diff -- REF`: prints changes of screens, gates and texts since REF in terms of the language; `--json`. */
import { formatChange } from '../tools/change.ts';
import { diffProjects } from '../tools/diff.ts';
import { readOptions } from './options.ts';
import { loadProject } from './project.ts';
import { loadRevision } from './revision.ts';

const { json, words, project: options } = readOptions();
const ref = words[0] ?? 'HEAD';
const changes = diffProjects(loadRevision(options.root, ref), loadProject(options));
if (json) console.log(JSON.stringify(changes, null, 2));
else for (const change of changes) console.log(formatChange(change));
if (!json && !changes.length) console.log(`No screen, gate or text differs from ${ref}.`);
