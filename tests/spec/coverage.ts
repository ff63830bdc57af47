/**
 * `npm run spec:coverage`: how much of the specification (inventory.json) the last run of the tests proved. `--json`
 * prints all of it, with each missing id; `--judge` fails on a citation that nothing proves.
 */
import { loadProject } from '../../engine/build/project.ts';
import { CITABLE, inventory } from './inventory.ts';
import { countOf, countsBy, faultsOf, provedBy, sectionOf, type Count } from './judge.ts';
import { readRunner, RUNNERS } from './reports.ts';

const lost = RUNNERS.filter((runner) => !readRunner(runner));
const results = RUNNERS.flatMap((runner) => readRunner(runner) ?? []);
const proved = provedBy(results);
const proves = (id: string) => proved.has(id);
const { catalogue } = loadProject({ root: '.' });

/** A key counts when every language has a text for it; `{name}` is a placeholder for at least one word. */
function inEveryLocale(key: string): boolean {
  const prefix = key.replace(/\{.*$/, '');
  return catalogue.locales.every(({ texts }) =>
    prefix === key ? texts.has(key) : [...texts.keys()].some((one) => one.startsWith(prefix)),
  );
}

const counts = [
  ...Object.entries(CITABLE).map(([name, ids]) => countOf(name, ids, proves)),
  countOf('messageKeys', inventory.messageKeys, inEveryLocale),
];
const calls = countsBy(inventory.calls, sectionOf, ({ call }) => call, proves);
const routes = countsBy(
  inventory.routes,
  ({ area }) => area,
  ({ path }) => path,
  proves,
);
const faults = [
  ...lost.map((runner) => `There is no report of the ${runner} tests: run npm test first`),
  ...faultsOf(results),
];

const line = ({ name, total, proved: of, left }: Count) =>
  `${name.padEnd(22)}${String(of.length).padStart(4)} of ${total}${left.length ? `, ${left.length} cannot apply` : ''}`;

if (process.argv.includes('--json')) console.log(JSON.stringify({ counts, calls, routes, faults }, null, 2));
else {
  for (const count of counts) {
    console.log(line(count));
    for (const part of { calls, routes }[count.name] ?? []) console.log(`  ${line(part)}`);
  }
  for (const fault of faults) console.log(`✗ ${fault}`);
}
if (process.argv.includes('--judge') && faults.length) process.exitCode = 1;
