/** Semantic mistakes that rules generate in every file of the product, and unusual screens that are correct. */
import type { Audit } from '../audit.ts';
import { run } from '../command.ts';

const audit: Audit = async (step) => {
  const { printed } = await step('the product with the hard screens', () =>
    run(
      [
        'node_modules/vitest/vitest.mjs',
        'run',
        '--project',
        'unit*',
        'tests/language/meaning/mutants.test.ts',
      ],
      { FULL: '1' },
    ),
  );
  const [, slips = '0', rate = '0'] = /(\d+) mistakes of meaning, ([\d.]+) % reported/.exec(printed) ?? [];
  const [, refused = 'all', odd = '0'] = /(\d+) refused of (\d+) odd/.exec(printed) ?? [];
  return [
    {
      what: 'Mistakes of meaning, reported by the checker',
      goal: '≥ 95 % of ≥ 300',
      reached: `${rate} % of ${slips}`,
      ok: Number(rate) >= 95 && Number(slips) >= 300,
    },
    {
      what: 'Unusual but valid screens with a diagnostic',
      goal: '0 of ≥ 100',
      reached: `${refused} of ${odd}`,
      ok: refused === '0' && Number(odd) >= 100,
    },
  ];
};
export default audit;
