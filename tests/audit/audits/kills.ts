/** Server, database and connections killed 50 times each in the middle of writes: nothing acknowledged is lost. */
import { kill, KINDS } from '../kills.ts';
import type { Audit, Row } from '../audit.ts';

const ROUNDS = 50;

const audit: Audit = async (step) => {
  const rows: Row[] = [];
  for (const kind of KINDS) {
    const { acknowledged, lost, doubled, longestAway } = await step(kind, () => kill(kind, ROUNDS));
    rows.push({
      what: `Killed ${ROUNDS} times in the middle of writes: ${kind}`,
      goal: 'nothing acknowledged lost or doubled; it comes back by itself',
      reached:
        `${acknowledged} rows acknowledged, ${lost} lost, ${doubled} doubled; ` +
        `at most ${(longestAway / 1000).toFixed(1)} s without an answer`,
      ok: lost === 0 && doubled === 0,
    });
  }
  return rows;
};
export default audit;
