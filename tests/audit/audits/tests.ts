/** `npm test`, and what of the promises its tests hold. */
import { readResults, type TestResult } from '../../spec/reports.ts';
import type { Audit, Row } from '../audit.ts';
import { run } from '../command.ts';

interface Promised {
  what: string;
  goal: string;
  files: RegExp;
  names?: RegExp;
  /** What the figure asks for beyond these tests. */
  partly?: string;
}

const PROMISED: Promised[] = [
  {
    what: 'Permission × operation × route',
    goal: 'no difference from the table; a forged client gains nothing',
    files: /server\/access|e2e\/access|tests\/access/,
  },
  { what: 'API fuzz from the API files', goal: 'no 5xx, no reply outside its schema', files: /server\/fuzz/ },
  {
    what: '`kill -9` of the server in the middle of writes',
    goal: '≥ 50 times: no acknowledged write lost',
    files: /server\/database/,
    names: /taken over when the server was killed/,
    partly: '1 kill of 50',
  },
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

function judge({ what, goal, files, names = /./, partly }: Promised, results: readonly TestResult[]): Row {
  const found = results.filter(({ file, name }) => files.test(file) && names.test(name));
  const failed = found.filter(({ ok }) => !ok).length;
  const reached = `${found.length - failed} of ${found.length} tests${partly ? `; ${partly}` : ''}`;
  return { what, goal, reached, ok: failed || !found.length ? false : partly ? undefined : true };
}
