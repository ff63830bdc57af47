/** Every reference, expression and property of every screen, broken one at a time and told to the checker. */
import type { Audit } from '../audit.ts';
import { run } from '../command.ts';

const PROJECTS = ['the product', 'the product with the hard screens', 'a foreign product'];

const FILE = ['--project', 'unit', 'tests/language/mutations.test.ts'];

const audit: Audit = async (step) => {
  const rows = [];
  for (const project of PROJECTS) {
    const { ok, printed } = await step(project, () =>
      run(['node_modules/vitest/vitest.mjs', 'run', ...FILE, '-t', `slips in ${project} (finds|tells)`], {
        FULL: '1',
      }),
    );
    const [, slips = 'no', rate = '0'] = /(\d+) slips, ([\d.]+) % told rightly/.exec(printed) ?? [];
    rows.push({
      what: `Slips of an author in ${project}, told at their place before the browser`,
      goal: '≥ 95 %',
      reached: `${rate} % of ${slips}`,
      ok: ok && Number(rate) >= 95,
    });
  }
  return rows;
};
export default audit;
