/**
 * Small semantic changes in the code of the product ("not yet, not again, not this one"), each tried in a copy of the
 * project: a mutant is killed when a test that can reach its file fails. Written from the code alone, without the
 * tests; they are in tests/audit/semantic/AREA.json. Browser tests are not run.
 */
import { createHash } from 'node:crypto';
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Audit } from './audit.ts';
import { nearestTests, widerTests } from './semanticTests.ts';

/** A change of one place of a file. */
export interface Mutant {
  id: string;
  file: string;
  /** Appears in the file exactly once. */
  find: string;
  replace: string;
  /** The effect on a user. */
  why: string;
}

/** The result of some tests with a mutant. */
interface Tried {
  /** The first test that failed, as `FILE: NAME`; absent: all passed. */
  by?: string;
  /** Checksum of the mutant, its file and these tests: if it is unchanged, they need not be run again. */
  state: string;
}

const GOAL = 95;
/** Milliseconds after which a run of tests counts as hanging. */
const LONGEST = 15 * 60_000;
const FOLDER = '.data/audit/semantic';
const COPY = path.resolve(FOLDER, 'copy');

/**
 * Returns the audit of an area. The tests of its own subject are run for each mutant, then, for survivors, all others
 * that can reach it. `SAMPLE=1/2` takes every second mutant, `2/2` the others; `NEAR=1` runs the tests of the subject
 * alone.
 */
export const semantic =
  (area: string): Audit =>
  async (step) => {
    const all = readMutants(area);
    const [part = 1, parts = 1] = (process.env['SAMPLE'] ?? '').split('/').filter(Boolean).map(Number);
    const mutants = all.filter((_, i) => i % parts === part - 1);
    const alive: Mutant[] = [];
    for (const mutant of mutants) {
      const tests = nearestTests(mutant.file);
      if (!(await step(mutant.id, () => tryMutant(mutant, 'nearest', tests))).by) alive.push(mutant);
    }
    for (const mutant of process.env['NEAR'] ? [] : [...alive]) {
      const tests = widerTests(mutant.file, nearestTests(mutant.file));
      if (!tests.length) continue;
      const { by } = await step(`${mutant.id}, wider`, () => tryMutant(mutant, 'wider', tests));
      if (by) alive.splice(alive.indexOf(mutant), 1);
    }
    for (const mutant of alive) console.log(`alive: ${mutant.id} ${placeOf(mutant)}: ${mutant.why}`);
    const killed = mutants.length - alive.length;
    const rate = (100 * killed) / Math.max(1, mutants.length);
    return [
      {
        what: `Semantic mutants of ${area} killed by ${process.env['NEAR'] ? 'the tests of their subject' : 'unit and server tests'}`,
        goal: `≥ ${GOAL} % of ${all.length}`,
        reached:
          `${killed} of ${mutants.length} tried, ${rate.toFixed(1)} %` +
          (alive.length ? `; alive: ${alive.map(({ id }) => id).join(', ')}` : ''),
        ok: rate < GOAL ? false : mutants.length === all.length ? true : undefined,
      },
    ];
  };

/** Throws for a mutant whose text is not found exactly once: the code has changed. */
export function readMutants(area: string): Mutant[] {
  const url = new URL(`./semantic/${area}.json`, import.meta.url);
  const mutants = JSON.parse(readFileSync(url, 'utf8')) as Mutant[];
  const faults = mutants.flatMap(({ id, file, find }) => {
    const times = readFileSync(file, 'utf8').split(find).length - 1;
    return times === 1 ? [] : [`${id}: its place stands ${times} times in ${file}`];
  });
  if (faults.length) throw new Error(faults.join('\n'));
  return mutants;
}

/** Returns FILE:LINE of the mutant. */
function placeOf({ file, find }: Mutant): string {
  const text = readFileSync(file, 'utf8');
  return `${file}:${text.slice(0, text.indexOf(find)).split('\n').length}`;
}

async function tryMutant(mutant: Mutant, turn: string, tests: readonly string[]): Promise<Tried> {
  const kept = path.join(FOLDER, 'found', `${mutant.file.split('/')[0]}-${mutant.id}-${turn}.json`);
  const before = existsSync(kept) ? (JSON.parse(readFileSync(kept, 'utf8')) as Tried) : undefined;
  const files = renewCopy();
  const stateBy = (by: string | undefined) =>
    stateOf(
      mutant,
      by ? [by.split(': ')[0]!] : files.filter((file) => tests.some((one) => file.startsWith(one))),
    );
  if (before?.state === stateBy(before?.by)) return before;
  const file = path.join(COPY, mutant.file);
  const text = readFileSync(file, 'utf8');
  if (text.split(mutant.find).length !== 2)
    throw new Error(`${mutant.id}: its text is no longer in ${mutant.file} exactly once; restart the audit.`);
  // A function, so that a `$` in the text has no special meaning.
  writeFileSync(
    file,
    text.replace(mutant.find, () => mutant.replace),
  );
  try {
    const by = await firstFailure(mutant.file, tests);
    const tried: Tried = { ...(by && { by }), state: stateBy(by) };
    mkdirSync(path.dirname(kept), { recursive: true });
    writeFileSync(kept, `${JSON.stringify(tried)}\n`);
    console.log(`${by ? 'killed' : 'ALIVE '} ${mutant.id} ${by ?? placeOf(mutant)}`);
    return tried;
  } finally {
    writeFileSync(file, text);
  }
}

/** Returns the first test that fails with the mutant; undefined when all pass. */
async function firstFailure(file: string, tests: readonly string[]): Promise<string | undefined> {
  const report = path.resolve(FOLDER, 'report.json');
  rmSync(report, { force: true });
  const project =
    file.startsWith('server/') && tests.some((one) => one.startsWith('tests/server')) ? 'server' : 'unit*';
  const args = [
    'node_modules/vitest/vitest.mjs',
    'run',
    '--project',
    project,
    '--bail=1',
    '--experimental.fsModuleCache',
    '--reporter=json',
    `--outputFile.json=${report}`,
    ...tests,
  ];
  const { printed, late } = await runTests(args);
  if (late) return `${tests[0]!}: came to no end`;
  if (!existsSync(report)) throw new Error(`The tests of ${file} told nothing:\n${printed.slice(-3000)}`);
  const { testResults, numTotalTests } = JSON.parse(readFileSync(report, 'utf8')) as Report;
  for (const { name, status, message, assertionResults } of testResults) {
    const failed = assertionResults.find((one) => one.status === 'failed');
    if (!failed && status !== 'failed') continue;
    const said = [message ?? '', ...(failed?.failureMessages ?? [])].join('\n');
    if (/Transform failed|SyntaxError|is not defined|PARSE_ERROR/.test(said))
      throw new Error(`The mutant of ${file} is no program:\n${said.slice(0, 2000)}`);
    return `${path.relative(COPY, name)}: ${failed?.fullName ?? said.split('\n')[0]!.slice(0, 200)}`;
  }
  if (!numTotalTests)
    throw new Error(`No test was run for ${file}: ${tests.join(' ')}\n${printed.slice(-2000)}`);
  return undefined;
}

interface Report {
  numTotalTests: number;
  testResults: {
    name: string;
    status: string;
    message?: string;
    assertionResults: { status: string; fullName: string; failureMessages?: string[] }[];
  }[];
}

function runTests(args: string[]): Promise<{ printed: string; late: boolean }> {
  return new Promise((resolve, reject) => {
    const env = { ...process.env, NODE_ENV: 'test' };
    const child = spawn(process.execPath, args, { cwd: COPY, env, detached: true });
    let printed = '';
    let late = false;
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (data: Buffer) => (printed = (printed + data.toString()).slice(-10_000)));
    const timer = setTimeout(() => {
      late = true;
      process.kill(-child.pid!, 'SIGKILL');
    }, LONGEST);
    child.on('error', reject);
    child.on('close', () => {
      clearTimeout(timer);
      resolve({ printed, late });
    });
  });
}

/** Fills the copy with the files of the last commit and a link to the dependencies. Returns the names of the files. */
function renewCopy(): string[] {
  mkdirSync(COPY, { recursive: true });
  const env = { ...process.env, GIT_WORK_TREE: COPY, GIT_INDEX_FILE: path.resolve(FOLDER, 'index') };
  const git = (...args: string[]) =>
    execFileSync('git', ['--git-dir', gitFolder(), ...args], { encoding: 'utf8', maxBuffer: 1 << 26, env });
  git('read-tree', '--reset', '-u', 'HEAD');
  const link = path.join(COPY, 'node_modules');
  if (!existsSync(link)) symlinkSync(path.resolve('node_modules'), link);
  return git('ls-files', '-z').split('\0').filter(Boolean);
}

const gitFolder = () => execFileSync('git', ['rev-parse', '--absolute-git-dir'], { encoding: 'utf8' }).trim();

/** Returns a checksum of the mutant, its file and test files. */
function stateOf({ file, find, replace }: Mutant, tests: readonly string[]): string {
  const hash = createHash('sha256').update(JSON.stringify([find, replace]));
  for (const one of [file, ...tests].map((name) => path.join(COPY, name)))
    if (existsSync(one)) hash.update(readFileSync(one));
  return hash.digest('hex');
}
