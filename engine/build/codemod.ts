/** `npm run codemod -- FILE…` migrates screens and fragments to the current language. */
import { readFileSync, writeFileSync } from 'node:fs';
import { withoutIgnored } from '../tools/codemods/ignored.ts';
import { withoutTones } from '../tools/codemods/tones.ts';

const files = process.argv.slice(2);
if (files.length === 0) console.error('Name the screens and fragments that are to be carried over');
process.exitCode = files.length === 0 ? 1 : 0;
for (const file of files) {
  const before = readFileSync(file, 'utf8');
  const { text, taken } = withoutTones(withoutIgnored(before));
  if (text === before) continue;
  writeFileSync(file, text);
  console.log(`${file} carried over`);
  for (const { field, tones } of taken)
    console.log(`  say at the enum of ${field} in the API file: "x-tones": ${JSON.stringify(tones)}`);
}
