/** What the runners wrote into test-results: how many tests passed and failed, and how long each file took. */
import { existsSync, readFileSync } from 'node:fs';

export const REPORTS = 'test-results';
const RUNNERS = ['unit', 'server', 'browser'];

/** `{ passed, failed }` of a runner's report. A test that was left out, or that passed late, has failed. */
export function countsOf(name) {
  const report = read(name);
  if (!report) return { passed: 0, failed: 1 };
  if (report.stats) {
    const { expected, unexpected, flaky, skipped } = report.stats;
    return { passed: expected, failed: unexpected + flaky + skipped };
  }
  const { numPassedTests, numFailedTests, numPendingTests, success } = report;
  const failed = numFailedTests + numPendingTests;
  return { passed: numPassedTests, failed: failed || (success ? 0 : 1) };
}

/** The files that took longest, as lines; empty when no runner ran. */
export function slowest(count) {
  const files = RUNNERS.flatMap((name) => filesOf(read(name)));
  return files
    .sort((a, b) => b.ms - a.ms)
    .slice(0, count)
    .map(({ file, ms, tests }) => `${(ms / 1000).toFixed(1).padStart(7)} s  ${file} (${tests})`);
}

function filesOf(report) {
  if (!report) return [];
  if (report.testResults)
    return report.testResults.map(({ name, startTime, endTime, assertionResults }) => ({
      file: name.slice(name.lastIndexOf('/tests/') + 1),
      ms: endTime - startTime,
      tests: assertionResults.length,
    }));
  return report.suites.map((suite) => {
    const results = testsOf(suite).flatMap((test) => test.results);
    const ms = results.reduce((sum, { duration }) => sum + duration, 0);
    return { file: `tests/e2e/${suite.file}`, ms, tests: results.length };
  });
}

const testsOf = ({ suites = [], specs = [] }) =>
  specs.flatMap((spec) => spec.tests).concat(suites.flatMap(testsOf));

function read(name) {
  const path = `${REPORTS}/${name}.json`;
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined;
}
