/**
 * `npm run audit`: runs the audits that are not complete at this commit, one after the other, and writes
 * docs/quality.md from all of them. `npm run audit -- NAME …` runs only the named ones; completed work of this commit
 * is not repeated.
 */
import { commitOf, runAudit, type Audit, type Kept } from './audit.ts';
import { AUDITS, writeFigures } from './page.ts';

const FOLDER = new URL('./audits/', import.meta.url);

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !AUDITS.includes(name));
if (unknown.length) {
  console.error(`No audit is called ${unknown.join(', ')}. There are: ${AUDITS.join(', ')}`);
  process.exit(1);
}
const commit = commitOf();
const found: Record<string, Kept> = {};
for (const name of wanted.length ? wanted : AUDITS) {
  const { default: audit } = (await import(new URL(`${name}.ts`, FOLDER).href)) as { default: Audit };
  const kept = await runAudit(name, audit, commit);
  const { rows = [], seconds } = kept;
  found[name] = kept;
  console.log(`\n── ${name}, ${Math.round(seconds)} s`);
  for (const { what, goal, reached, ok } of rows)
    console.log(`${ok === undefined ? '◐' : ok ? '✓' : '✗'} ${what}: ${reached} (${goal})`);
  if (rows.some(({ ok }) => ok === false)) process.exitCode = 1;
  // After each audit, so that its results are not lost if a later one fails.
  await writeFigures(found);
}
console.log('\ndocs/quality.json and docs/quality.md are written.');
