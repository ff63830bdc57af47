/** What the test runners wrote to test-results: how many tests passed and failed, and how long each file took. */
import { existsSync, readFileSync } from 'node:fs';

export const REPORTS = 'test-results';
const RUNNERS = ['unit', 'server', 'browser'];

/** `{ passed, failed }` of a runner's report. A skipped test, or one that passed only on a retry, counts as failed. */
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

/** Each failed test of a runner's report, as lines: its file and name, then the first lines of its error. */
export function failuresOf(name) {
  const report = read(name);
  if (!report) return ['No report was written.'];
  const failures = report.stats ? failuresOfBrowser(report) : failuresOfVitest(report);
  return failures.length ? failures.flatMap(linesOf) : ['No test failed: see what the runner printed.'];
}

const LINES = 12;
// eslint-disable-next-line no-control-regex
const COLOURS = /\u001b\[\d+m/g;

function linesOf({ test, error }) {
  const lines = error.replaceAll(COLOURS, '').split('\n').slice(0, LINES);
  return [test, ...lines.map((line) => `    ${line}`.trimEnd())];
}

function failuresOfVitest({ testResults }) {
  return testResults.flatMap(({ name, message, assertionResults }) => {
    const file = fileOf(name);
    const tests = assertionResults.filter(({ status }) => status !== 'passed');
    const failures = tests.map(({ fullName, status, failureMessages = [] }) => ({
      test: `${file} › ${fullName}`,
      error: failureMessages.join('\n') || status,
    }));
    return failures.length || !message ? failures : [{ test: file, error: message }];
  });
}

function failuresOfBrowser({ suites, errors }) {
  const specs = suites
    .flatMap(specsOf)
    .filter(({ tests }) => tests.some(({ status }) => status !== 'expected'));
  const failures = specs.map(({ file, title, tests }) => {
    const messages = tests.flatMap(({ results }) => results.flatMap((result) => result.errors));
    return {
      test: `tests/e2e/${file} › ${title}`,
      error: messages.map(({ message }) => message).join('\n') || tests.map(({ status }) => status).join(),
    };
  });
  return [...failures, ...errors.map(({ message }) => ({ test: 'outside of tests', error: message }))];
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
      file: fileOf(name),
      ms: endTime - startTime,
      tests: assertionResults.length,
    }));
  return report.suites.map((suite) => {
    const results = specsOf(suite).flatMap(({ tests }) => tests.flatMap((test) => test.results));
    const ms = results.reduce((sum, { duration }) => sum + duration, 0);
    return { file: `tests/e2e/${suite.file}`, ms, tests: results.length };
  });
}

const fileOf = (path) => path.slice(path.lastIndexOf('/tests/') + 1);

const specsOf = ({ suites = [], specs = [] }) => specs.concat(suites.flatMap(specsOf));

function read(name) {
  const path = `${REPORTS}/${name}.json`;
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined;
}
