/** Every form on the tabs of a contract, edited by accounts that may write and read by accounts that may only read. */
import { listed, own } from '../../e2e/forms/contractForms.ts';
import type { Audit } from '../audit.ts';
import { run } from '../command.ts';

const audit: Audit = async (step) => {
  const { ok } = await step('every form', async () => {
    await run(['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn'], { NODE_ENV: 'production' });
    return run(['node_modules/@playwright/test/cli.js', 'test', 'contractTabs', '--reporter', 'line'], {
      FULL: '1',
    });
  });
  const forms = listed.length + own.length;
  return [
    {
      what: 'Every form on the tabs of a contract: refused, created, kept, changed, deleted; read-only without the permission to write',
      goal: 'no fault',
      reached: ok ? `${forms} of ${forms} forms` : 'with faults',
      ok,
    },
  ];
};
export default audit;
