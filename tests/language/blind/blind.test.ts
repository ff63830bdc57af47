/**
 * Mistakes and odd edits written from the documentation, the schemas and the screens, without a look at the checker: they
 * measure the checker on cases that it was not written for. No rule of the checker may be fitted to one of these edits;
 * a class of mistakes is fixed as a class. README.md has the figures.
 *
 *     npx vitest run --project unit tests/language/blind               all of the foreign product, a sample of ours
 *     BLIND=all   npx vitest run --project unit tests/language/blind   everything, each mistake compiled alone
 *     BLIND=list  the same, and prints what is missed or reported elsewhere
 *     BLIND=write the same, and writes reached.json: what may be missed from then on
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { Random } from '../../../server/core/random.ts';
import { subject, type Subject } from './compile.ts';
import { byClass, readFaults, type Fault, type ProjectName } from './faults.ts';
import { filesOf, judge, type Verdict } from './judge.ts';
import { madeOdd, refused, writtenOdd, type Odd } from './odd.ts';
import { table } from './figures.ts';
import { together } from '../together.ts';

/**
 * Ids of mistakes that are not reported today, or not at their place, and rules or names of valid edits that are
 * reported.
 */
interface Reached {
  missed: string[];
  misplaced: string[];
  refused: string[];
}

const REACHED = `${import.meta.dirname}/reached.json`;
const MODE = process.env['BLIND'] ?? '';
const WHOLE = MODE !== '';
/** Numbers for our product in a daily run: its compile takes half a second. */
const DAILY_FAULTS = 16;
const DAILY_ODD = 20;

const readReached = () => JSON.parse(readFileSync(REACHED, 'utf8')) as Reached;
const subjects: Record<ProjectName, Subject> = { product: subject('product'), foreign: subject('foreign') };
const faults = readFaults();
const odd = [...madeOdd(subjects), ...writtenOdd()];

const sample = <T>(list: readonly T[], count: number): T[] => {
  const random = new Random(new Date().getUTCDate());
  const turns = list.map((one) => ({ one, turn: random.next() })).toSorted((a, b) => a.turn - b.turn);
  return turns.slice(0, count).map(({ one }) => one);
};

/** Mistakes of the product that are known to be reported are compiled together, in different files. */
function daily({ missed }: Reached): Verdict[] {
  const known = faults.filter(({ id, project }) => project === 'product' && !missed.includes(id));
  const meet = (one: Fault, other: Fault) => !filesOf(one).some((file) => filesOf(other).includes(file));
  const inScreens = known.filter((fault) => filesOf(fault).every((file) => file.endsWith('.screen.json')));
  const groups = together(sample(inScreens, DAILY_FAULTS), ({ file }) => file, meet);
  return [...groups.flatMap((group) => judge(subjects.product, group)), ...alone('foreign')];
}

const alone = (project: ProjectName): Verdict[] =>
  faults.filter((fault) => fault.project === project).flatMap((fault) => judge(subjects[project], [fault]));

const of = (project: ProjectName): Odd[] => odd.filter((one) => one.project === project);

describe('mistakes written blind', () => {
  const verdicts = WHOLE ? [...alone('product'), ...alone('foreign')] : daily(readReached());
  const idsOf = (...outcomes: Verdict['outcome'][]) =>
    verdicts.filter(({ outcome }) => outcomes.includes(outcome)).map(({ fault }) => fault.id);
  const rightOnes = WHOLE ? of('product') : sample(of('product'), DAILY_ODD);
  const alarms = [...refused(subjects.product, rightOnes), ...refused(subjects.foreign, of('foreign'))];
  const alarmNames = [...new Set(alarms.map(({ odd: { name } }) => name))];

  if (MODE === 'list' || MODE === 'write') {
    for (const { fault, outcome, said } of verdicts)
      if (outcome !== 'placed')
        console.log(`${outcome} ${fault.id} (${fault.file}): ${fault.wrong}\n${said.join('\n')}`);
    for (const { said } of alarms) console.log(`false alarm: ${said.join('\n')}`);
  }
  if (WHOLE) console.log(table(verdicts, alarms.length, odd.length));
  if (MODE === 'write') {
    const now: Reached = {
      missed: idsOf('missed', 'elsewhere'),
      misplaced: idsOf('told'),
      refused: alarmNames,
    };
    writeFileSync(REACHED, `${JSON.stringify(now, null, 2)}\n`);
  }

  const reached = readReached();

  it('are 200 at least, ten of each class, and 250 odd edits that are valid', () => {
    const classes = byClass(faults, (fault) => fault);
    expect(faults.length).toBeGreaterThanOrEqual(200);
    expect(classes.size).toBe(15);
    for (const [name, list] of classes) expect(list.length, name).toBeGreaterThanOrEqual(10);
    expect(new Set(faults.map(({ id }) => id)).size).toBe(faults.length);
    expect(odd.length).toBeGreaterThanOrEqual(250);
  });

  it('never throw', () => {
    expect(verdicts.filter(({ outcome }) => outcome === 'threw').map(({ said }) => said)).toEqual([]);
  });

  it('are reported no less than before', () => {
    expect(idsOf('missed', 'elsewhere').filter((id) => !reached.missed.includes(id))).toEqual([]);
  });

  it('are reported at their place, no less than before', () => {
    const elsewhere = [...reached.missed, ...reached.misplaced];
    expect(idsOf('told').filter((id) => !elsewhere.includes(id))).toEqual([]);
  });

  it('cause no more false alarms about valid edits than before', () => {
    expect(alarmNames.filter((name) => !reached.refused.includes(name))).toEqual([]);
  });
});
