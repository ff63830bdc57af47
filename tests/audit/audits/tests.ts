/** Runs `npm test` and reports which guarantees its tests confirm. */
import { readResults, type TestResult } from '../../spec/reports.ts';
import type { Audit, Row } from '../audit.ts';
import { run } from '../command.ts';

interface Promised {
  what: string;
  goal: string;
  files: RegExp;
}

const PROMISED: Promised[] = [
  {
    what: 'Permission × operation × route',
    goal: 'no difference from the table; a forged client gains nothing',
    files: /server\/access|e2e\/access|tests\/access/,
  },
  { what: 'API fuzz from the API files', goal: 'no 5xx, no reply outside its schema', files: /server\/fuzz/ },
  {
    what: 'Two editors of one record',
    goal: 'no lost update; the second is shown what changed',
    files: /e2e\/stale|form\/merge/,
  },
  {
    what: "Content policy `script-src 'self'`, no eval: whole browser run without a fault in the console",
    goal: 'no violation',
    files: /e2e\//,
  },
];

const audit: Audit = async (step) => {
  const { verdict, results } = await step('npm test', async () => {
    const { printed } = await run(['.ci/test.mjs']);
    return { verdict: /(\d+ passed, \d+ failed)\s*$/.exec(printed)?.[1] ?? 'no end', results: readResults() };
  });
  const whole = {
    what: '`npm test`',
    goal: '0 failed',
    reached: verdict,
    ok: verdict.endsWith(', 0 failed'),
  };
  return [whole, ...PROMISED.map((promised) => judge(promised, results))];
};
export default audit;

function judge({ what, goal, files }: Promised, results: readonly TestResult[]): Row {
  const found = results.filter(({ file }) => files.test(file));
  const passed = found.filter(({ ok }) => ok).length;
  const reached = `${passed} of ${found.length} tests`;
  return { what, goal, reached, ok: found.length > 0 && passed === found.length };
}
