/** How long the command-line check takes, extrapolated to the planned size of the product. */
import { spawnSync } from 'node:child_process';
import type { Figure } from './figures.ts';

const SCREENS = 150;
const RUNS = 5;

interface Run {
  screens: number;
  /** From start of the process to its end. */
  wall: number;
}

function check(args: readonly string[]): Run {
  const started = performance.now();
  const { stdout } = spawnSync(
    process.execPath,
    ['--import', 'tsx', 'engine/build/check.ts', '--json', ...args],
    { encoding: 'utf8', maxBuffer: 1 << 28 },
  );
  const wall = performance.now() - started;
  return { screens: (JSON.parse(stdout) as { screens: number }).screens, wall };
}

/** Returns the fastest of some runs: there is no ratio here, and other work on the machine only ever adds time. */
function checked(args: readonly string[]): Run {
  const runs = Array.from({ length: RUNS }, () => check(args));
  return { screens: runs[0]!.screens, wall: Math.min(...runs.map(({ wall }) => wall)) };
}

/** Calculates the cost of the start and of one more screen from two sizes. */
export function measureCheck(): Figure {
  const own = checked([]);
  const more = checked(['--extend', 'tests/language/hard']);
  const each = (more.wall - own.wall) / (more.screens - own.screens);
  const start = own.wall - each * own.screens;
  console.log('\nCheck on the command line');
  for (const { screens, wall } of [own, more])
    console.log(`  ${String(screens).padStart(3)} screens   ${(wall / 1000).toFixed(2)} s`);
  console.log(
    `  start ${(start / 1000).toFixed(2)} s, and ${each.toFixed(1)} ms a screen (API and texts included)`,
  );
  return {
    row: 'check',
    what: `check of ${SCREENS} screens, extrapolated`,
    reached: (start + each * SCREENS) / 1000,
    goal: 1,
    unit: 's',
  };
}
