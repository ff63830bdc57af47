/** Every sortable column of every table, by its head, both ways. */
import type { Audit } from '../audit.ts';
import { run } from '../command.ts';

const TEST = ['node_modules/@playwright/test/cli.js', 'test', 'configCalls', '--reporter', 'line'];

const audit: Audit = async (step) => {
  const { ok } = await step('all', () => run(TEST, { CONFIGS: 'all' }));
  return [
    {
      what: 'Filters, sortable columns, pages and standing actions of every screen, by the calls that they make',
      goal: 'all',
      reached: ok ? 'all' : 'not all',
      ok,
    },
  ];
};
export default audit;
