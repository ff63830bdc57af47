/** Who may what: every account and operation, ids of another instance, the three sides of a contract; no cell may differ. */
import type { Audit } from '../audit.ts';
import { run } from '../command.ts';

const FILES = ['tests/server/access.test.ts', 'tests/server/scope/parties.test.ts'];

/** By what the tests print: how many were asked, and how many were answered in another way. */
const ROWS = [
  {
    what: 'Cells of accounts and operations, asked of the server',
    said: /access: (\d+) cells, (\d+) differ/,
  },
  {
    what: 'Operations that take an id, given one of another instance',
    said: /ids of another instance: (\d+) operations, (\d+) told/,
  },
  {
    what: 'Cells of operations on the records of a contract and whose side one is on',
    said: /sides of a contract: (\d+) cells, (\d+) differ/,
  },
];

const audit: Audit = async (step) => {
  const { ok, printed } = await step('access', () =>
    run(['node_modules/vitest/vitest.mjs', 'run', '--project', 'server', ...FILES]),
  );
  return ROWS.map(({ what, said }) => {
    const [, asked = 'none', differ = 'all'] = said.exec(printed) ?? [];
    return {
      what,
      goal: 'none is answered otherwise than the API files say',
      reached: `${differ} of ${asked}`,
      ok: ok && differ === '0',
    };
  });
};
export default audit;
