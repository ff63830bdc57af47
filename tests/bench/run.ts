/**
 * `npm run bench`: the figures of docs/quality.md that are times and sizes. Times are ratios against hand-written pages
 * in the same run. `--only slow,check,scenes` selects some of them, `--scene list+f1` some scenes, `--rounds N`,
 * `--json FILE` writes the figures.
 */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { buildByHand, buildScenes } from './build.ts';
import { measureCheck } from './check.ts';
import { compare } from './compare.ts';
import { holds, printFigure, type Figure } from './figures.ts';
import { prepareGround } from './ground.ts';
import { serveScenes } from './server.ts';
import { measureSlow } from './slow.ts';

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: 'slow,check,scenes' },
    scene: { type: 'string' },
    rounds: { type: 'string', default: '9' },
    json: { type: 'string' },
  },
});
const wanted = new Set(values.only.split(','));
const rounds = Number(values.rounds);

// The pages are built for production.
process.env.NODE_ENV = 'production';

const figures: Figure[] = [];
if (wanted.has('check')) figures.push(measureCheck());
if (wanted.has('slow')) {
  const ground = await prepareGround();
  try {
    figures.push(...(await measureSlow(ground)));
  } finally {
    await ground.close();
  }
}
if (wanted.has('scenes')) {
  const dist = buildScenes();
  await buildByHand(dist);
  const server = await serveScenes(dist, 0);
  try {
    figures.push(...(await compare(server.url, rounds, values.scene)));
  } finally {
    await server.close();
  }
}

console.log('\nFigures');
figures.forEach(printFigure);
if (values.json) writeFileSync(values.json, `${JSON.stringify(figures, null, 2)}\n`);
process.exitCode = figures.every(holds) ? 0 : 1;
