/** The solver in its thread and on the command line. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { check } from '../../server/solver/check.ts';
import { run } from '../../server/solver/commandLine.ts';
import type { Solution } from '../../server/solver/solution.ts';
import { solve } from '../../server/solver/solve.ts';
import { solveInThread } from '../../server/solver/thread.ts';
import { violations } from './checkSolution.ts';
import { instance } from './instances.ts';
import { randomProblem } from './randomProblem.ts';

const folder = mkdtempSync(join(tmpdir(), 'solve-'));
afterAll(() => rmSync(folder, { recursive: true }));
const SOLVE = ['node_modules/tsx/dist/cli.mjs', 'server/solver/command.ts'];

it('a thread reports better and better results and ends when it is cancelled', async () => {
  const { problem } = instance('R112');
  const abort = new AbortController();
  const costs: number[] = [];
  const solution = await solveInThread(check(problem), {
    milliseconds: 600_000,
    signal: abort.signal,
    found: ({ cost, vehicles, solution: { summary } }) => {
      expect(summary.routes).toBe(vehicles);
      costs.push(vehicles * 1e6 + cost);
      abort.abort();
    },
  });
  expect(solution.search.cancelled).toBe(true);
  expect(costs).toEqual(costs.toSorted((a, b) => b - a));
  expect(violations(problem, solution)).toEqual([]);
});

// A clock that advances with each reading; the audit solverRandom measures in real time.
it('the search checks the clock and for a cancellation, and then ends', () => {
  const problem = check(randomProblem(11));
  let time = 0;
  const now = () => (time += 2);
  let requested = 0;
  const cancelled = () => {
    requested ||= time > 200 ? time : 0;
    return requested > 0;
  };
  expect(solve(problem, { milliseconds: 60_000, now, cancelled }).search.cancelled).toBe(true);
  expect(time - requested).toBeLessThan(50);
  time = 0;
  expect(solve(problem, { milliseconds: 300, now }).search.cancelled).toBe(false);
  expect(time).toBeLessThan(350);
});

const written = (text: string) => {
  const file = join(folder, 'problem.json');
  writeFileSync(file, text);
  return file;
};

it('the command line solves a file', () => {
  const problem = randomProblem(2);
  const args = [...SOLVE, written(JSON.stringify(problem)), '--seconds', '0.3', '--seed', '4'];
  const solution = JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' })) as Solution;
  expect(solution.search.seed).toBe(4);
  expect(violations(problem, solution)).toEqual([]);
});

it.each([
  ['{"jobs": []}', ['--seconds', '1'], 1, /^the problem: must have required property 'vehicles'$/],
  ['{', ['--seconds', '1'], 1, /^the problem: .*problem.json is no JSON: /],
  ['{}', ['--seconds=-1'], 2, /^--seconds is -1, which is no number above 0\. Usage: /],
  ['{}', [], 2, /^--seconds is missing\. Usage: /],
  ['{}', ['other.json', '--seconds', '1'], 2, /^name one file\. Usage: /],
] as const)('%s %j: exit code %i and a sentence', (text, options, code, sentence) => {
  expect(run([written(text), ...options])).toEqual({
    code,
    output: expect.stringMatching(sentence) as string,
  });
});

it('the command line names a missing file', () =>
  expect(run(['no-such-file.json', '--seconds', '1']).output).toBe(
    'the problem: no-such-file.json cannot be read: ENOENT',
  ));
