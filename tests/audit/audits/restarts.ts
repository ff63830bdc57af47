/** A rolling restart of three servers under load: no request is refused, no acknowledged write is lost. */
import type { Audit } from '../audit.ts';
import { restartEach } from '../restarts.ts';

const ROUNDS = 5;

const audit: Audit = async (step) => {
  const { restarts, reads, acknowledged, lost, refused } = await step('restarts', () => restartEach(ROUNDS));
  return [
    {
      what: `Three servers behind a balancer, each restarted ${ROUNDS} times beside readers and writers`,
      goal: 'no request refused, nothing acknowledged lost',
      reached:
        `${restarts} restarts; ${reads} lists read, ${acknowledged} rows acknowledged, ${lost} lost, ` +
        `${refused.length} requests refused${refused.length ? ` (${refused[0]})` : ''}`,
      ok: lost === 0 && refused.length === 0,
    },
  ];
};
export default audit;
