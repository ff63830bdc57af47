/** Sizes and times, as ratios against hand-written React in the same run. */
import { mkdirSync, readFileSync } from 'node:fs';
import { holds, shown, type Figure } from '../../bench/figures.ts';
import type { Audit, Row } from '../audit.ts';
import { run } from '../command.ts';

const FILE = 'test-results/bench.json';

const ROWS: (Pick<Row, 'what' | 'goal'> & { row: string })[] = [
  {
    row: 'transfer',
    what: 'First list screen, cold visit: script transferred, headers included',
    goal: '≤ 170 KB as a browser receives it',
  },
  {
    row: 'list',
    what: 'List of 100 rows a page, against one by hand',
    goal: 'first row ≤ 1.8 ×, next page and filter (the pause apart) ≤ 1.5 ×',
  },
  {
    row: 'rows',
    what: 'Table of 10,000 rows in the browser, against one by hand',
    goal: 'mount ≤ 2 ×, sort ≤ 1.5 ×, scroll ≤ 1.3 × without a dropped frame',
  },
  { row: 'wide', what: 'The same with 60 columns and 2,000 rows', goal: 'the same' },
  {
    row: 'f1',
    what: 'Form of 200 fields, against one by hand',
    goal: 'mount ≤ 1.2 ×, script time a keystroke ≤ 1 ×, submit with 79 errors ≤ 1.5 ×',
  },
  {
    row: 'f2',
    what: 'Form of 1,000 fields',
    goal: 'mount ≤ 0.6 ×, script time a keystroke ≤ 1 ×, submit with 399 errors ≤ 1.5 ×',
  },
  { row: 'check', what: 'Check of all screens on the command line', goal: '≤ 1 s for 150' },
];

const audit: Audit = async (step) => {
  const figures: Figure[] = [];
  for (const part of ['transfer', 'check', 'scenes'])
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

const nameOf = ({ what }: Figure) => what.replace(/^.*: /, '').replace(/,.*/, '');
