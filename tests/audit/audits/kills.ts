/**
 * Server, database, both at once and connections killed 50 times each in the middle of writes: no acknowledged write is
 * lost.
 */
import { kill, KINDS, type Kind, type Outcome } from '../kills.ts';
import type { Audit, Row } from '../audit.ts';

const ROUNDS = 50;
/** Each step has its own product. Fifty rounds at once take longer than an audit may without storing a result. */
const ROUNDS_A_STEP = 10;

const audit: Audit = async (step) => {
  const rows: Row[] = [];
  for (const kind of KINDS) {
    const outcomes: Outcome[] = [];
    for (let from = 1; from <= ROUNDS; from += ROUNDS_A_STEP) {
      const title = `${kind} ${from}–${from + ROUNDS_A_STEP - 1}`;
      outcomes.push(await step(title, () => kill(Array<Kind>(ROUNDS_A_STEP).fill(kind))));
    }
    rows.push(rowOf(kind, outcomes));
  }
  return rows;
};
export default audit;

function rowOf(kind: Kind, outcomes: readonly Outcome[]): Row {
  const sum = (figure: 'acknowledged' | 'lost' | 'doubled') =>
    outcomes.reduce((total, outcome) => total + outcome[figure], 0);
  const [lost, doubled] = [sum('lost'), sum('doubled')];
  const longestAway = Math.max(...outcomes.map((outcome) => outcome.longestAway));
  return {
    what: `Killed ${ROUNDS} times in the middle of writes: ${kind}`,
    goal: 'nothing acknowledged lost or doubled; it restarts automatically',
    reached:
      `${sum('acknowledged')} rows acknowledged, ${lost} lost, ${doubled} doubled; ` +
      `at most ${(longestAway / 1000).toFixed(1)} s without an answer`,
    ok: lost === 0 && doubled === 0,
  };
}
