/**
 * `npm run bench`: the figures of docs/quality.md that are times and sizes. Times are ratios against plain React in
 * the same run. `--only transfer,check,form,list` takes some of them, `--rounds N`, `--json FILE` keeps the figures.
 */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { measureCheck } from './check.ts';
import { holds, printFigure, type Figure } from './figures.ts';
import { measureForm } from './form.ts';
import { prepareGround } from './ground.ts';
import { measureList } from './list.ts';
import { measureTransfer } from './transfer.ts';

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: 'transfer,check,list,form' },
    rounds: { type: 'string', default: '9' },
    json: { type: 'string' },
  },
});
const wanted = new Set(values.only.split(','));
const rounds = Number(values.rounds);

// The pages are built as they are shipped.
process.env.NODE_ENV = 'production';

const figures: Figure[] = [];
if (wanted.has('check')) figures.push(measureCheck());
if (wanted.has('transfer') || wanted.has('list')) {
  const ground = await prepareGround();
  try {
    if (wanted.has('transfer')) figures.push(await measureTransfer(ground));
    if (wanted.has('list')) figures.push(...(await measureList(ground, rounds)));
  } finally {
    await ground.close();
  }
}
if (wanted.has('form')) figures.push(...measureForm(Math.ceil(rounds / 2)));

console.log('\nFigures');
figures.forEach(printFigure);
if (values.json) writeFileSync(values.json, `${JSON.stringify(figures, null, 2)}\n`);
process.exitCode = figures.every(holds) ? 0 : 1;
