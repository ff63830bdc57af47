/** Command-line options that the project commands share: `--json`, `--project FOLDER`, `--extend FOLDER`. */
import type { ProjectOptions } from './project.ts';

export interface CommandOptions {
  json: boolean;
  project: ProjectOptions;
  /** Arguments other than options, in order. */
  words: string[];
}

const VALUED = ['--project', '--extend'];

export function readOptions(argv: readonly string[] = process.argv.slice(2)): CommandOptions {
  const value = (name: string) => argv.flatMap((arg, i) => (arg === name ? [argv[i + 1] ?? ''] : []));
  return {
    json: argv.includes('--json'),
    project: { root: value('--project')[0] ?? '.', extend: value('--extend') },
    words: argv.filter((arg, i) => !arg.startsWith('--') && !VALUED.includes(argv[i - 1] ?? '')),
  };
}
