/** Runs the benchmark of forms, which has a process of its own, and reads its ratios. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Figure } from './figures.ts';

type Steps = Record<'mount' | 'key' | 'submit', number>;
type Report = Record<string, Record<'plain' | 'ours', Steps>>;

export function measureForm(rounds: number): Figure[] {
  const folder = mkdtempSync(join(tmpdir(), 'bench-form-'));
  const file = join(folder, 'form.json');
  try {
    const { status } = spawnSync(
      process.execPath,
      ['--import', 'tsx', 'tests/bench/form.bench.ts', '--json', file, '--rounds', String(rounds)],
      { stdio: ['ignore', 'inherit', 'inherit'] },
    );
    if (status !== 0) throw new Error('The benchmark of forms failed');
    return figuresOf(JSON.parse(readFileSync(file, 'utf8')) as Report);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function figuresOf(report: Report): Figure[] {
  return Object.entries(report).flatMap(([size, { plain, ours }]) => {
    const figure = (step: keyof Steps, what: string, goal: number): Figure => ({
      row: size.startsWith('200') ? 'form200' : 'form1000',
      what: `form of ${size}: ${what}`,
      reached: ours[step] / plain[step],
      goal,
      unit: '×',
    });
    const key = figure('key', 'script time a keystroke', 1.5);
    if (size.startsWith('200')) return [key];
    return [key, figure('mount', 'mount', 1), figure('submit', 'submit with 399 errors', 3)];
  });
}
