/** Sizes and times, as ratios against hand-written React in the same run. */
import { mkdirSync, readFileSync } from 'node:fs';
import { holds, shown, type Figure } from '../../bench/figures.ts';
import type { Audit, Row } from '../audit.ts';
import { run } from '../command.ts';

const FILE = 'test-results/bench.json';

const ROWS: (Pick<Row, 'what' | 'goal'> & { row: string })[] = [
  {
    row: 'slow-sign-in',
    what: 'Slow 3G, processor ÷ 4, nothing loaded before: sign-in can be used',
    goal: '≤ 7 s, layout shift ≤ 0.05, script until then ≤ 150 KB as a browser receives it',
  },
  {
    row: 'slow-list',
    what: 'The same: rows of contracts',
    goal: '≤ 8 s, layout shift ≤ 0.05, script until then ≤ 160 KB',
  },
  {
    row: 'slow-page',
    what: 'The same: page of a contract',
    goal: '≤ 11 s, layout shift ≤ 0.05, script until then ≤ 185 KB',
  },
  {
    row: 'list',
    what: 'List of 100 rows a page, compared with a hand-written one',
    goal: 'first row ≤ 1.6 ×, next page ≤ 1.4 ×, filter (the pause apart) ≤ 1.3 ×',
  },
  {
    row: 'rows',
    what: 'Table of 10,000 rows in the browser, compared with a hand-written one',
    goal: 'mount ≤ 1.6 ×, sort ≤ 1.4 ×, scroll ≤ 1.2 × without a dropped frame',
  },
  { row: 'wide', what: 'The same with 60 columns and 2,000 rows', goal: 'the same' },
  {
    row: 'f1',
    what: 'Form of 200 fields, compared with a hand-written one',
    goal: 'mount ≤ 1 ×, script time a keystroke ≤ 1 ×, submit with 79 errors ≤ 1.3 ×',
  },
  {
    row: 'f2',
    what: 'Form of 1,000 fields',
    goal: 'mount ≤ 0.6 ×, script time a keystroke ≤ 1 ×, submit with 399 errors ≤ 1.2 ×',
  },
  { row: 'check', what: 'Check of all screens on the command line', goal: '≤ 1 s for 150' },
];

const audit: Audit = async (step) => {
  const figures: Figure[] = [];
  for (const part of ['slow', 'check', 'scenes'])
    figures.push(
      ...(await step(part, async () => {
        mkdirSync('test-results', { recursive: true });
        await run(['--import', 'tsx', 'tests/bench/run.ts', '--only', part, '--json', FILE]);
        return JSON.parse(readFileSync(FILE, 'utf8')) as Figure[];
      })),
    );
  return ROWS.map(({ row, what, goal }) => {
    const found = figures.filter((figure) => figure.row === row);
    const text = found.map((one) => (found.length > 1 ? `${nameOf(one)} ${shown(one)}` : shown(one)));
    return { what, goal, reached: text.join('; '), ok: found.length > 0 && found.every(holds) };
  });
};
export default audit;

/** `list of 100 rows a page: first row` → `first row`; `layout shift: rows of contracts, slow 3G` → `layout shift` */
const nameOf = ({ row, what }: Figure) =>
  row.startsWith('slow') ? what.replace(/[:,].*/, '') : what.replace(/^.*: /, '').replace(/,.*/, '');
