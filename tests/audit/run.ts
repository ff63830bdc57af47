/**
 * `npm run audit`: the tests at full length, the benchmarks, and what both reached, written to docs/quality.md.
 * Takes the better part of an hour. `--only bench` or `--only tests` runs one half; the other is then not measured.
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, loadavg, totalmem } from 'node:os';
import { parseArgs } from 'node:util';
import { format } from 'prettier';
import type { Figure } from '../bench/figures.ts';
import { readResults } from '../spec/reports.ts';
import { ROWS, type Evidence } from './rows.ts';

const PAGE = 'docs/quality.md';
const FIGURES = 'test-results/bench.json';
const { values } = parseArgs({ options: { only: { type: 'string', default: 'tests,bench' } } });

const evidence: Evidence = { figures: [], tests: undefined, printed: '' };
const load = loadavg()[0]!;
let verdict: string | undefined;
if (values.only.includes('tests')) {
  evidence.printed = await run(['.ci/test.mjs'], { FULL: '1' });
  evidence.tests = readResults();
  verdict = /(\d+ passed, \d+ failed)\s*$/.exec(evidence.printed)?.[1];
}
if (values.only.includes('bench')) {
  mkdirSync('test-results', { recursive: true });
  await run(['--import', 'tsx', 'tests/bench/run.ts', '--json', FIGURES]);
  if (existsSync(FIGURES)) evidence.figures = JSON.parse(readFileSync(FIGURES, 'utf8')) as Figure[];
}
const answers = ROWS.map((row) => ({ ...row, answer: row.reached?.(evidence) }));
writeFileSync(PAGE, await page());
const missed = answers.filter(({ answer }) => answer?.ok === false);
console.log(`\n${PAGE} is written. Missed: ${missed.map(({ what }) => what).join('; ') || 'nothing'}`);
process.exitCode = missed.length || verdict?.endsWith(', 0 failed') === false ? 1 : 0;

/** Runs a script of ours, shows what it prints and gives it back. That it fails is a result like any other. */
function run(args: string[], env: Record<string, string> = {}): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let printed = '';
    child.stdout.on('data', (data: Buffer) => {
      process.stdout.write(data);
      printed += data.toString();
    });
    child.on('error', reject);
    child.on('close', () => resolve(printed));
  });
}

function page(): Promise<string> {
  const memory = Math.round(totalmem() / 2 ** 30);
  const lines = [
    '# Quality',
    '',
    'Written by `npm run audit`. Times are ratios against hand-written React in the same run; machines differ.',
    '',
    `- ${new Date().toISOString().slice(0, 10)}, ${cpus()[0]?.model.trim()}, ${availableParallelism()} cores, ` +
      `${memory} GB, Node ${process.versions.node}, load ${load.toFixed(1)} at the start`,
    ...(load > 1 ? ['- **other work ran on the machine: the times are worse than on an idle one**'] : []),
    `- tests at full length: ${verdict ?? 'not run'}`,
    '',
    '| what | figure to reach | figure reached | |',
    '| --- | --- | --- | --- |',
    ...answers.map((row) => `| ${row.what} | ${row.goal} | ${told(row)} |`),
    '',
    '✓ reached, ✗ missed, ◐ held by a test that looks at less than the figure asks for.',
    '',
  ];
  return format(lines.join('\n'), { parser: 'markdown', printWidth: 110 });
}

function told({ reached, answer }: (typeof answers)[number]): string {
  if (!answer) return `not measured in this ${reached ? 'run' : 'version'} |`;
  return `${answer.reached} | ${answer.ok === undefined ? '◐' : answer.ok ? '✓' : '✗'}`;
}
