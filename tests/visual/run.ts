/**
 * `npm run test:visual -- --against REF`: each screen as REF shows it and as the working tree does, in every language,
 * theme and width, over replies generated from the API files of each. The differences are in
 * test-results/visual/index.html. `SCREENS=contract*,vehicle` and `LOOKS=ru-light,en-dark-390` select only these. Exits
 * with 1 when something differs.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { run } from '../audit/command.ts';
import { checkout } from './checkout.ts';
import { compare } from './compare.ts';
import { reportOf, summaryOf, type Changed, type Compared } from './report.ts';

const OUT = resolve('test-results/visual');
const RENDER = fileURLToPath(new URL('./render.ts', import.meta.url));
const { values } = parseArgs({ options: { against: { type: 'string', default: 'HEAD' } } });

/** Builds the tree in a folder and takes its pictures, by the code of the working tree. */
async function picture(folder: string, name: string): Promise<void> {
  const steps = [
    [join(folder, '.ci/build.mjs'), '--quiet'],
    ['--import', import.meta.resolve('tsx'), RENDER, join(OUT, name)],
  ];
  for (const step of steps) {
    const { ok } = await run(step, {}, folder);
    if (!ok) throw new Error(`${name}: ${step.join(' ')} failed`);
  }
}

async function compareAll(against: string): Promise<Compared> {
  const filesOf = (name: string) => readdirSync(join(OUT, name));
  const files = [...new Set([...filesOf('before'), ...filesOf('after')])].toSorted();
  mkdirSync(join(OUT, 'difference'));
  const changed: Changed[] = [];
  for (const file of files) {
    const one = await changeOf(file);
    if (one) changed.push(one);
  }
  return { against, count: files.length, changed };
}

/** Undefined where a picture is the same in both; it is deleted then. */
async function changeOf(file: string): Promise<Changed | undefined> {
  const pathOf = (name: string) => join(name, file);
  const read = (name: string) =>
    existsSync(join(OUT, pathOf(name))) ? readFileSync(join(OUT, pathOf(name))) : undefined;
  const [before, after] = [read('before'), read('after')];
  const difference = before && after && (await compare(before, after));
  if (before && after && !difference) {
    for (const name of ['before', 'after']) rmSync(join(OUT, pathOf(name)));
    return undefined;
  }
  if (difference) writeFileSync(join(OUT, pathOf('difference')), difference.picture);
  const [, screen, look] = /^(.*)\.([^.]+)\.png$/.exec(file)!;
  return {
    screen: screen!,
    look: look!,
    ...(difference && { difference }),
    pictures: {
      ...(before && { before: pathOf('before') }),
      ...(after && { after: pathOf('after') }),
      ...(difference && { difference: pathOf('difference') }),
    },
  };
}

rmSync(OUT, { recursive: true, force: true });
mkdirSync(OUT, { recursive: true });
const former = checkout(values.against);
try {
  await Promise.all([picture(former.folder, 'before'), picture('.', 'after')]);
  const compared = await compareAll(`${values.against} (${former.commit.slice(0, 8)})`);
  writeFileSync(join(OUT, 'index.html'), reportOf(compared));
  console.log(`${summaryOf(compared)} ${relative('.', join(OUT, 'index.html'))}`);
  if (compared.changed.length) process.exitCode = 1;
} finally {
  former.remove();
}
