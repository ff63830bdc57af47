/**
 * Each screen in every language, theme and width, rendered twice from one commit: a difference would be a picture that
 * cannot be trusted.
 */
import type { Audit } from '../audit.ts';
import { run } from '../command.ts';

const audit: Audit = async (step) => {
  const { ok, printed } = await step('against itself', () =>
    run(['--import', 'tsx', 'tests/visual/run.ts', '--against', 'HEAD']),
  );
  // Without the path of the report, which belongs to this run.
  const summary = /(?:None|\d+) of \d+ pictures differs? [^)]*\)/m.exec(printed)?.[0];
  return [
    {
      what: 'Every screen × language × theme × width, rendered twice at one commit',
      goal: 'no picture differs',
      reached: summary ?? 'not rendered',
      ok: ok && summary !== undefined,
    },
  ];
};
export default audit;
