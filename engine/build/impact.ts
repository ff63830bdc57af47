/** `npm run impact -- operation:ID | dictionary:ID | permission:ID | key:ID`: what a change of it affects; `--json`. */
import { nearest } from '../language/diagnostics.ts';
import { compileProject } from '../language/project.ts';
import { parseFile } from '../language/source.ts';
import { impactOf, KINDS, namesOf, type Kind } from '../tools/impact.ts';
import { readOptions } from './options.ts';
import { readProject } from './project.ts';

const { json, words, project: options } = readOptions();
const [kind = '', name = ''] = (words[0] ?? '').split(/:(.*)/s);

function fail(message: string): never {
  console.error(message);
  process.exit(1);
}

if (!KINDS.includes(kind as Kind)) fail(`npm run impact -- ${KINDS.map((one) => `${one}:ID`).join(' | ')}`);
const files = readProject(options);
const project = compileProject(files);
const known = namesOf(project, kind as Kind);
if (!known.includes(name)) {
  const near = nearest(name, known);
  fail(`There is no ${kind} “${name}”${near ? `; did you mean “${near}”?` : ''}`);
}
const touched = impactOf(project, parseFile(files.app), kind as Kind, name);
if (json) console.log(JSON.stringify(touched, null, 2));
else {
  for (const { what, how, at } of touched) console.log(`${what} ${how}${at ? ` (${at})` : ''}`);
  console.log(`${new Set(touched.map(({ what }) => what)).size} would notice`);
}
