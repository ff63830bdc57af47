/** Every reference, expression and property of every screen, broken one at a time; the checker must report each. */
import type { Audit } from '../audit.ts';
import { run } from '../command.ts';

const PROJECTS = ['the product', 'the product with the hard screens', 'a foreign product'];

const FILE = ['--project', 'unit*', 'tests/language/mutations.test.ts'];

const PARTS = { names: 99, structure: 98 };

const audit: Audit = async (step) => {
  const rows = [];
  for (const project of PROJECTS) {
    const { ok, printed } = await step(project, () =>
      run(
        [
          'node_modules/vitest/vitest.mjs',
          'run',
          ...FILE,
          '-t',
          `mistakes in ${project} (the unchanged|mistakes)`,
        ],
        {
          FULL: '1',
        },
      ),
    );
    for (const [part, goal] of Object.entries(PARTS)) {
      const match = new RegExp(`${part}: (\\d+) mistakes, ([\\d.]+) % reported correctly`).exec(printed);
      const [, slips = 'no', rate = '0'] = match ?? [];
      rows.push({
        what: `Mistakes of ${part} in ${project}, reported at their place`,
        goal: `≥ ${goal} %`,
        reached: `${rate} % of ${slips}`,
        ok: ok && Number(rate) >= goal,
      });
    }
  }
  return rows;
};
export default audit;
