/**
 * Implements `npm run --silent solve -- FILE --seconds N [--seed N] [--iterations N]`, which prints the solution of a
 * problem as JSON. FILE may be `-` for standard input. An error prints one sentence and exits with code 1; 2 is a wrong
 * call.
 */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { check } from './check.ts';
import { ProblemError } from './problemError.ts';
import { solve } from './solve.ts';

const USAGE = 'Usage: npm run --silent solve -- FILE --seconds N [--seed N] [--iterations N]';

class WrongCall extends Error {}

/** The printed text and the exit code. */
export interface Ran {
  code: 0 | 1 | 2;
  output: string;
}

interface Call {
  file: string;
  seconds: number | undefined;
  seed: number;
  iterations: number | undefined;
}

function callOf(args: readonly string[]): Call {
  const { values, positionals } = parse(args);
  const [file, ...others] = positionals;
  if (file === undefined || others.length) throw new WrongCall('name one file');
  const seconds = numberOf(values.seconds, '--seconds');
  const iterations = numberOf(values.iterations, '--iterations');
  if (seconds === undefined && iterations === undefined) throw new WrongCall('--seconds is missing');
  return { file, seconds, iterations, seed: numberOf(values.seed, '--seed') ?? 1 };
}

function parse(args: readonly string[]) {
  const value = { type: 'string' } as const;
  const options = { seconds: value, seed: value, iterations: value };
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (error) {
    throw new WrongCall(error instanceof Error ? error.message : String(error));
  }
}

function numberOf(text: string | undefined, option: string): number | undefined {
  if (text === undefined) return undefined;
  const value = Number(text);
  if (text.trim() === '' || !(value > 0) || value === Infinity)
    throw new WrongCall(`${option} is ${text}, which is no number above 0`);
  return value;
}

function read(file: string): unknown {
  const name = file === '-' ? 'standard input' : file;
  let text: string;
  try {
    text = readFileSync(file === '-' ? 0 : file, 'utf8');
  } catch (error) {
    throw new ProblemError(
      'noFile',
      '',
      `${name} cannot be read: ${(error as NodeJS.ErrnoException).code ?? error}`,
    );
  }
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new ProblemError('noJson', '', `${name} is no JSON: ${(error as SyntaxError).message}`);
  }
}

/** @example run(['problem.json', '--seconds', '10']).output */
export function run(args: readonly string[]): Ran {
  try {
    const { file, seconds, seed, iterations } = callOf(args);
    const solution = solve(check(read(file)), {
      seed,
      ...(seconds !== undefined && { milliseconds: seconds * 1000 }),
      ...(iterations !== undefined && { iterations }),
    });
    return { code: 0, output: JSON.stringify(solution, null, 2) };
  } catch (error) {
    if (error instanceof WrongCall) return { code: 2, output: `${error.message}. ${USAGE}` };
    if (error instanceof ProblemError) return { code: 1, output: error.message };
    throw error;
  }
}
