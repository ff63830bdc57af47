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
    row: 'firstRow',
    what: 'The same: time to first row, against a page written by hand',
    goal: '≤ 1.5 ×',
  },
  { row: 'nextPage', what: 'The same: next page', goal: '≤ 1.5 ×' },
  {
    row: 'form200',
    what: 'Form of 200 fields: script time a keystroke, against one written by hand',
    goal: '≤ 1.5 ×',
  },
  {
    row: 'form1000',
    what: 'Form of 1,000 fields',
    goal: 'keystroke ≤ 1.5 ×, mount ≤ 1 ×, submit with 399 errors ≤ 3 ×',
  },
  { row: 'check', what: 'Check of all screens on the command line', goal: '≤ 2 s for 150' },
];

const audit: Audit = async (step) => {
  const figures: Figure[] = [];
  for (const part of ['transfer', 'check', 'list', 'form'])
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
