/**
 * `npm run explain -- FILE POINTER`: prints what a node of a screen is, which rule of the grammar applies and what the
 * node may contain; `--json`.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseFile } from '../language/source.ts';
import { explain, RULES, type Explanation } from '../tools/explain.ts';
import { quoted } from '../tools/change.ts';
import { readOptions } from './options.ts';
import { loadProject } from './project.ts';

const { json, words, project: options } = readOptions();
const [file, pointer = ''] = words;

function print({ pointer: at, what, meaning, rule, value, named, holds }: Explanation): void {
  console.log(`${file} ${at || '(the file)'}`);
  console.log([what, meaning].filter(Boolean).join(': '));
  console.log(`It is ${quoted(value)}${named ? `, ${named}` : ''}`);
  console.log(`Rule ${rule} of docs/screen-language.md: ${RULES[rule]}`);
  if (holds.length) console.log('It may hold (* must be there, + is there):');
  for (const one of holds) {
    const marks = `${one.required ? '*' : ' '}${one.there ? '+' : ' '}`;
    console.log(` ${marks} ${one.name.padEnd(16)} ${one.type}${one.meaning ? ` — ${one.meaning}` : ''}`);
  }
}

if (!file) {
  console.error('npm run explain -- FILE POINTER, for example screens/app.json /home');
  process.exit(1);
}
const source = parseFile({ file, text: readFileSync(join(options.root, file), 'utf8') });
const explanation = explain(loadProject(options), source, pointer);
if (!explanation) {
  console.error(`${file} is no JSON that the language knows; npm run check says why`);
  process.exit(1);
}
if (json) console.log(JSON.stringify(explanation, null, 2));
else print(explanation);
