// `npm test`: every check; all run even when one fails. Ends with `N passed, N failed`. `npm test -- NAME …` runs the
// named checks only; `npm test -- --changed REF` the tests affected by a change since REF.
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { REPORTS, countsOf, failuresOf, slowest } from './results.mjs';

const CORES = 2;
/** Lines of output repeated at the end for a failed check that writes no test report. */
const LAST_LINES = 20;
const node = process.execPath;
const tsx = [node, '--import', 'tsx'];
const bin = (path) => [node, `node_modules/${path}`];
const vitest = (name) =>
  bin('vitest/vitest.mjs').concat(
    ['run', '--project', `${name}*`, '--reporter=default', '--reporter=json'],
    `--outputFile.json=${REPORTS}/${name}.json`,
  );

/**
 * Checks in the order of their start, run in parallel while cores are free. A check with a test report takes all cores
 * and its output is shown as it is printed; the output of any other check is printed when it ends.
 */
const CHECKS = [
  { name: 'types', command: [...bin('typescript/bin/tsc'), '--noEmit', '-p', '.'] },
  { name: 'lint', command: [...bin('oxlint/bin/oxlint'), '--deny-warnings'] },
  { name: 'format', command: [...bin('oxfmt/bin/oxfmt'), '--list-different', '.'] },
  { name: 'generated', command: [...tsx, 'engine/build/generate.ts', '--check'] },
  { name: 'docs', command: [...tsx, 'engine/build/docs.ts', '--check'] },
  { name: 'openapi', command: [node, '.ci/openapi.mjs'] },
  { name: 'screens', command: [...tsx, 'engine/build/check.ts'] },
  {
    name: 'hard screens',
    command: [...tsx, 'engine/build/check.ts', '--extend', 'tests/language/hard'],
  },
  { name: 'foreign screens', command: [...tsx, 'engine/build/check.ts', '--project', 'tests/foreign'] },
  {
    name: 'build',
    command: [...bin('vite/bin/vite.js'), 'build', '--logLevel', 'warn'],
    env: { NODE_ENV: 'production' },
  },
  {
    name: 'stories',
    command: [
      ...bin('storybook/dist/bin/dispatcher.js'),
      'build',
      '--quiet',
      '--output-dir',
      'storybook-static',
    ],
  },
  { name: 'unit', command: vitest('unit'), report: true },
  { name: 'server', command: vitest('server'), report: true },
  { name: 'browser', command: [...bin('@playwright/test/cli.js'), 'test'], report: true },
  { name: 'spec', command: [...tsx, 'tests/spec/coverage.ts', '--judge'], last: true },
];

/** The named checks; all checks when no name is passed. */
function checksNamed(names) {
  const unknown = names.filter((name) => !CHECKS.some((check) => check.name === name));
  if (unknown.length)
    fail(`No check is called ${unknown.join(', ')}. There are: ${CHECKS.map((c) => c.name).join(', ')}`);
  return CHECKS.filter(({ name }) => !names.length || names.includes(name));
}

/** All static checks, and the tests that a change since `ref` affects. */
function checksChanged(ref = 'HEAD') {
  const [program, ...args] = [...tsx, 'tests/changed/select.ts', ref];
  const { screens, ...files } = JSON.parse(
    execFileSync(program, args, { stdio: ['ignore', 'pipe', 'inherit'] }),
  );
  for (const [name, chosen] of Object.entries(files)) console.log(`${name}: ${chosen.join(' ') || 'none'}`);
  if (files.browser.length)
    console.log(`screens: ${screens === 'all' ? screens : screens.join(' ') || 'none'}`);
  const env = screens === 'all' ? {} : { SCREENS: screens.join(',') };
  // Browser tests need a build; `spec` needs the results of a complete run.
  const skipped = ['spec', ...(files.browser.length ? [] : ['build', 'stories'])];
  return CHECKS.filter(({ name }) => !skipped.includes(name)).flatMap((check) => {
    const chosen = files[check.name];
    if (!chosen) return check;
    return chosen.length ? { ...check, command: [...check.command, ...chosen], env } : [];
  });
}

function fail(message) {
  console.error(message);
  process.exit(1);
}

const wanted = process.argv.slice(2);
const waiting = wanted[0] === '--changed' ? checksChanged(wanted[1]) : checksNamed(wanted);
mkdirSync(REPORTS, { recursive: true });
for (const { name, report } of waiting) if (report) rmSync(`${REPORTS}/${name}.json`, { force: true });

/** Runs a check to its end. Returns how many of its tests passed and failed, and its duration in seconds. */
function run({ name, command: [program, ...args], env, report }) {
  const started = Date.now();
  if (report) console.log(`\n── ${name}`);
  const child = spawn(program, args, {
    stdio: ['ignore', report ? 'inherit' : 'pipe', report ? 'inherit' : 'pipe'],
    env: { ...process.env, NODE_ENV: 'test', ...env },
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (data) => (printed += data));
  return new Promise((resolve) => {
    child.on('close', (status) => {
      const counts = report ? countsOf(name) : { passed: status === 0 ? 1 : 0, failed: 0 };
      if (status !== 0 && !counts.failed) counts.failed = 1;
      const seconds = (Date.now() - started) / 1000;
      if (!report) console.log(`\n── ${name}\n${printed.trimEnd()}`.trimEnd());
      console.log(`── ${name}: ${counts.passed} passed, ${counts.failed} failed, ${seconds.toFixed(1)} s`);
      resolve({ name, report, printed, seconds, ...counts });
    });
  });
}

/** Starts the next check as soon as enough cores are free. */
async function runAll() {
  const done = [];
  const running = new Set();
  let free = CORES;
  while (waiting.length || running.size) {
    const cores = waiting[0] && (waiting[0].report || waiting[0].last ? CORES : 1);
    if (waiting.length && cores <= free) {
      free -= cores;
      const one = run(waiting.shift()).then((result) => {
        free += cores;
        running.delete(one);
        done.push(result);
      });
      running.add(one);
    } else await Promise.race(running);
  }
  return done;
}

const started = Date.now();
const results = await runAll();
const sum = (field) => results.reduce((total, result) => total + result[field], 0);
const failures = results.filter(({ failed }) => failed);
console.log('\nSeconds a check:');
for (const { name, seconds } of results) console.log(`${seconds.toFixed(1).padStart(7)} s  ${name}`);
console.log(`${((Date.now() - started) / 1000).toFixed(1).padStart(7)} s  in all`);
const slow = wanted.length ? [] : slowest(10);
if (slow.length) console.log(`\nSlowest test files (tests in each):\n${slow.join('\n')}`);
for (const { name, report, printed } of failures) {
  // Repeated at the end: a truncated log keeps its last lines.
  const lines = report ? failuresOf(name) : printed.trimEnd().split('\n').slice(-LAST_LINES);
  console.log(`\nFailed: ${name}\n${lines.map((line) => `  ${line}`).join('\n')}`);
}
console.log(`\n${sum('passed')} passed, ${sum('failed')} failed`);
process.exit(sum('failed') === 0 && sum('passed') > 0 ? 0 : 1);
