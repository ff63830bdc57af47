/**
 * `npm run audit`: the audits that were not done yet at this commit, one after the other, and docs/quality.md from
 * all of them. `npm run audit -- NAME …` runs the named ones only; what was done at this commit is not done again.
 */
import { readdirSync, writeFileSync } from 'node:fs';
import { commitOf, runAudit, type Audit } from './audit.ts';
import { pageOf } from './page.ts';

const PAGE = 'docs/quality.md';
const FOLDER = new URL('./audits/', import.meta.url);
const names = readdirSync(FOLDER).map((file) => file.replace(/\.ts$/, ''));

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !names.includes(name));
if (unknown.length) {
  console.error(`No audit is called ${unknown.join(', ')}. There are: ${names.join(', ')}`);
  process.exit(1);
}
const commit = commitOf();
for (const name of wanted.length ? wanted : names) {
  const { default: audit } = (await import(new URL(`${name}.ts`, FOLDER).href)) as { default: Audit };
  const { rows = [], seconds } = await runAudit(name, audit, commit);
  console.log(`\n── ${name}, ${Math.round(seconds)} s`);
  for (const { what, goal, reached, ok } of rows)
    console.log(`${ok === undefined ? '◐' : ok ? '✓' : '✗'} ${what}: ${reached} (${goal})`);
  if (rows.some(({ ok }) => ok === false)) process.exitCode = 1;
}
writeFileSync(PAGE, await pageOf(names, commit));
console.log(`\n${PAGE} is written.`);
