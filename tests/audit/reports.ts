/** What the runners wrote into test-results, as a flat list of tests. */
import { existsSync, readFileSync } from 'node:fs';

export interface TestResult {
  file: string;
  name: string;
  ok: boolean;
}

interface VitestReport {
  testResults: { name: string; assertionResults: { fullName: string; status: string }[] }[];
}
interface Suite {
  file: string;
  suites?: Suite[];
  specs?: { title: string; ok: boolean; file: string }[];
}

export function readResults(): TestResult[] {
  const vitest = ['unit', 'server'].flatMap((name) =>
    (read<VitestReport>(`${name}.json`)?.testResults ?? []).flatMap(({ name: file, assertionResults }) =>
      assertionResults.map(({ fullName, status }) => ({ file, name: fullName, ok: status === 'passed' })),
    ),
  );
  return [...vitest, ...(read<{ suites: Suite[] }>('browser.json')?.suites ?? []).flatMap(specsOf)];
}

function specsOf({ suites = [], specs = [] }: Suite): TestResult[] {
  return [
    ...specs.map(({ title, ok, file }) => ({ file: `tests/e2e/${file}`, name: title, ok })),
    ...suites.flatMap(specsOf),
  ];
}

function read<T>(name: string): T | undefined {
  const path = `test-results/${name}`;
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as T) : undefined;
}
