/** Snapshots of screens, repeated many times: whether one of them ever differs. */
import { Random } from '../../../server/core/random.ts';
import { shown } from '../../e2e/configs/screens.ts';
import { project } from '../../e2e/walk/visits.ts';
import type { Audit } from '../audit.ts';
import { run } from '../command.ts';

const SEED = 1;
const SOME = 50;
const TIMES = 20;
const ALL_TIMES = 2;

const repeat = (times: number, env: Record<string, string> = {}) =>
  run(
    [
      'node_modules/@playwright/test/cli.js',
      'test',
      'configs.spec',
      '-g',
      'every screen',
      '--repeat-each',
      String(times),
      '--reporter',
      'line',
    ],
    env,
  );

/** Returns the same screens for the same seed. */
function sample(): string[] {
  const random = new Random(SEED);
  return shown(project)
    .map(({ entry }) => ({ id: entry.id, turn: random.next() }))
    .toSorted((a, b) => a.turn - b.turn)
    .slice(0, SOME)
    .map(({ id }) => id);
}

const audit: Audit = async (step) => {
  await step('build', () => run(['.ci/build.mjs', '--quiet']));
  const some = await step(`${SOME}, ${TIMES} times`, () => repeat(TIMES, { SCREENS: sample().join(',') }));
  const all = await step(`all, ${ALL_TIMES} times`, () => repeat(ALL_TIMES));
  const flaky = [some, all].map(({ printed }) => Number(/(\d+) failed/.exec(printed)?.[1] ?? 0));
  return [
    {
      what: `Snapshots of ${SOME} screens ${TIMES} times over, and of all of them ${ALL_TIMES} times`,
      goal: 'no difference',
      reached: some.ok && all.ok ? 'no difference' : `${flaky.join(' and ')} runs with differences`,
      ok: some.ok && all.ok,
    },
  ];
};
export default audit;
