/** The runners' reports in test-results, as a flat list of tests with the citations of each. */
import { existsSync, readFileSync } from 'node:fs';

export const RUNNERS = ['unit', 'server', 'browser'] as const;
export type Runner = (typeof RUNNERS)[number];

export interface TestResult {
  runner: Runner;
  file: string;
  name: string;
  ok: boolean;
  /** Ids cited by `spec(…)`. */
  cites: string[];
  /** Parts of the product that were rendered on a page of the test, by their names in tests/spec/map.json. */
  seen: string[];
}

interface VitestReport {
  testResults: {
    name: string;
    assertionResults: { fullName: string; status: string; meta?: { spec?: string[] } }[];
  }[];
}
interface Suite {
  file: string;
  title: string;
  suites?: Suite[];
  specs?: {
    title: string;
    ok: boolean;
    file: string;
    tests: { status: string; annotations: { type: string; description?: string }[] }[];
  }[];
}

/** The results of a runner's last run; undefined when it left no report. */
export function readRunner(runner: Runner): TestResult[] | undefined {
  const path = `test-results/${runner}.json`;
  if (!existsSync(path)) return undefined;
  const report = JSON.parse(readFileSync(path, 'utf8')) as unknown;
  if (runner === 'browser') return (report as { suites: Suite[] }).suites.flatMap((suite) => specsOf(suite));
  return (report as VitestReport).testResults.flatMap(({ name: file, assertionResults }) =>
    assertionResults.map(({ fullName, status, meta }) => ({
      runner,
      file,
      name: fullName,
      ok: status === 'passed',
      cites: meta?.spec ?? [],
      seen: [],
    })),
  );
}

export function readResults(): TestResult[] {
  return RUNNERS.flatMap((runner) => readRunner(runner) ?? []);
}

function specsOf({ suites = [], specs = [] }: Suite): TestResult[] {
  const here = specs.map(({ title, file, tests }): TestResult => {
    const annotated = (type: string) =>
      tests.flatMap(({ annotations }) =>
        annotations.flatMap((one) => (one.type === type && one.description ? [one.description] : [])),
      );
    return {
      runner: 'browser',
      file: `tests/e2e/${file}`,
      name: title,
      ok: tests.every(({ status }) => status === 'expected'),
      cites: annotated('spec'),
      seen: annotated('seen'),
    };
  });
  return [...here, ...suites.flatMap(specsOf)];
}
