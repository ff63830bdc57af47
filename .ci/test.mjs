// `npm test`: every check, one after the other; all run even when one fails. Ends with `N passed, N failed`.
// `npm test -- NAME …` runs the named checks only.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';

const REPORTS = 'test-results';
const node = process.execPath;
const tsx = [node, '--import', 'tsx'];
const bin = (path) => [node, `node_modules/${path}`];

// name, command, and how its result is counted: as one check, or from the runner's own JSON report.
const CHECKS = [
  ['types', [...bin('typescript/bin/tsc'), '--noEmit', '-p', '.']],
  ['lint', [...bin('oxlint/bin/oxlint'), '--deny-warnings']],
  ['format', [...bin('prettier/bin/prettier.cjs'), '--check', '--log-level', 'warn', '.']],
  ['generated', [...tsx, 'engine/build/generate.ts', '--check']],
  ['docs', [...tsx, 'engine/build/docs.ts', '--check']],
  ['screens', [...tsx, 'engine/build/check.ts']],
  ['hard screens', [...tsx, 'engine/build/check.ts', '--extend', 'tests/language/hard']],
  ['foreign screens', [...tsx, 'engine/build/check.ts', '--project', 'tests/foreign']],
  [
    'unit',
    [...bin('vitest/vitest.mjs'), 'run', '--project', 'unit', ...vitestReport('unit')],
    vitestCounts('unit'),
  ],
  [
    'server',
    [...bin('vitest/vitest.mjs'), 'run', '--project', 'server', ...vitestReport('server')],
    vitestCounts('server'),
  ],
  ['build', [...bin('vite/bin/vite.js'), 'build', '--logLevel', 'warn']],
  ['browser', [...bin('@playwright/test/cli.js'), 'test'], playwrightCounts],
];

function vitestReport(name) {
  return ['--reporter=default', '--reporter=json', `--outputFile.json=${REPORTS}/${name}.json`];
}

function vitestCounts(name) {
  return () => {
    const { numPassedTests, numFailedTests, numPendingTests, success } = read(`${name}.json`);
    const failed = numFailedTests + numPendingTests;
    return { passed: numPassedTests, failed: failed || (success ? 0 : 1) };
  };
}

function playwrightCounts() {
  const { expected, unexpected, flaky, skipped } = read('browser.json').stats;
  if (flaky) console.log(`${flaky} browser tests passed only at the second try: see the list above`);
  return { passed: expected + flaky, failed: unexpected + skipped };
}

function read(name) {
  const path = `${REPORTS}/${name}`;
  if (!existsSync(path))
    return {
      stats: { expected: 0, unexpected: 1, flaky: 0, skipped: 0 },
      numPassedTests: 0,
      numFailedTests: 1,
      numPendingTests: 0,
    };
  return JSON.parse(readFileSync(path, 'utf8'));
}

const wanted = process.argv.slice(2);
rmSync(REPORTS, { recursive: true, force: true });
mkdirSync(REPORTS, { recursive: true });
const total = { passed: 0, failed: 0 };
const failures = [];
for (const [name, [command, ...args], count] of CHECKS) {
  if (wanted.length && !wanted.includes(name)) continue;
  const started = Date.now();
  console.log(`\n── ${name}`);
  const { status } = spawnSync(command, args, {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: {
      ...process.env,
      NODE_ENV: name === 'build' ? 'production' : 'test',
      TRACE_FILE: `${REPORTS}/trace.txt`,
    },
  });
  const ok = status === 0;
  const counts = count ? count() : { passed: ok ? 1 : 0, failed: ok ? 0 : 1 };
  if (!ok && counts.failed === 0) counts.failed = 1;
  if (counts.failed) failures.push(name);
  total.passed += counts.passed;
  total.failed += counts.failed;
  console.log(
    `── ${name}: ${counts.passed} passed, ${counts.failed} failed, ${Math.round((Date.now() - started) / 1000)} s`,
  );
}
if (failures.length) console.log(`\nFailed: ${failures.join(', ')}`);
console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exit(total.failed === 0 && total.passed > 0 ? 0 : 1);
