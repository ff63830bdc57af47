/** Valid but wrong changes in configs, each shown in the built product and compared with the committed snapshots. */
import type { Audit } from '../audit.ts';
import { run } from '../command.ts';

const STEPS = 5;
const A_STEP = 100;
const GOAL = 98;

const TEST = ['node_modules/@playwright/test/cli.js', 'test', 'configMutants', '--reporter', 'line'];

const audit: Audit = async (step) => {
  await step('build', () => run(['.ci/build.mjs', '--quiet']));
  let [tried, caught, shown] = [0, 0, 0];
  for (let seed = 1; seed <= STEPS; seed++) {
    const { printed } = await step(`seed ${seed}`, () =>
      run(TEST, { MUTANTS: String(A_STEP), SEED: String(seed) }),
    );
    const found = /(\d+) mutants, (\d+) caught, (\d+) by what is shown/.exec(printed);
    if (!found) throw new Error('The test printed no figures');
    tried += Number(found[1]);
    caught += Number(found[2]);
    shown += Number(found[3]);
  }
  const rate = (100 * caught) / tried;
  return [
    {
      what: 'Mutants of configs that the checker cannot see, found by a snapshot',
      goal: `≥ ${GOAL} % of ${STEPS * A_STEP}`,
      reached: `${rate.toFixed(1)} % of ${tried}, ${shown} of them by what is shown, the others by the gates beside it`,
      ok: rate >= GOAL && tried === STEPS * A_STEP,
    },
  ];
};
export default audit;
