/**
 * Access rights: every account and operation, ids of another instance, the three parties of a contract; no answer may
 * differ.
 */
import type { Audit } from '../audit.ts';
import { run } from '../command.ts';

const FILES = [
  'tests/server/access.test.ts',
  'tests/server/foreignIds/foreignIds.test.ts',
  'tests/server/scope/parties.test.ts',
];

/** Matches the output of the tests: the number of requests, and the number with another answer than expected. */
const ROWS = [
  {
    what: 'Cells of accounts and operations, requested from the server',
    said: /access: (\d+) cells, (\d+) differ/,
  },
  {
    what: 'Ids of another instance in paths, queries and filters, requested by four kinds of instances and a party',
    said: /foreign ids, reads: (\d+) tried, (\d+) differ/,
  },
  {
    what: 'Ids of another instance in paths, queries and bodies of changes',
    said: /foreign ids, changes: (\d+) tried, (\d+) differ/,
  },
  {
    what: 'Cells of operations on the records of a contract and parties',
    said: /sides of a contract: (\d+) cells, (\d+) differ/,
  },
];

const audit: Audit = async (step) => {
  const { ok, printed } = await step('access', () =>
    run(['node_modules/vitest/vitest.mjs', 'run', '--project', 'server', ...FILES], { FOREIGN: 'all' }),
  );
  return ROWS.map(({ what, said }) => {
    const [, requested = 'none', differ = 'all'] = said.exec(printed) ?? [];
    return {
      what,
      goal: 'every reply as the API files declare it',
      reached: `${differ} of ${requested}`,
      ok: ok && differ === '0',
    };
  });
};
export default audit;
