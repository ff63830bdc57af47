/** The figures of a whole run, as a Markdown table: by class, how many faults are reported, where, and what is missed. */
import { byClass } from './faults.ts';
import type { Verdict } from './judge.ts';

export function table(verdicts: readonly Verdict[], alarms: number, odd: number): string {
  const row = (name: string, list: readonly Verdict[]): string => {
    const count = (...outcomes: Verdict['outcome'][]) =>
      list.filter(({ outcome }) => outcomes.includes(outcome)).length;
    const found = count('placed', 'told');
    return `| ${[name, list.length, found, count('placed'), count('elsewhere'), count('missed'), count('threw')].join(' | ')} |`;
  };
  const classes = byClass(verdicts, ({ fault }) => fault);
  const found = verdicts.filter(({ outcome }) => outcome === 'placed' || outcome === 'told').length;
  return [
    '| class | faults | reported | at the place | elsewhere only | missed | exceptions |',
    '| --- | --- | --- | --- | --- | --- | --- |',
    ...[...classes]
      .toSorted(([one], [other]) => parseInt(one) - parseInt(other))
      .map(([name, list]) => row(name, list)),
    row('all', verdicts),
    '',
    `${found} of ${verdicts.length} blind faults reported; ${alarms} of ${odd} odd edits refused`,
  ].join('\n');
}
