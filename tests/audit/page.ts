/** Writes docs/quality.md from the results of the audits; the figures themselves are in docs/quality.json. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, totalmem } from 'node:os';
import { formatted } from '../../engine/build/format.ts';
import type { Kept, Row } from './audit.ts';

const FIGURES = 'docs/quality.json';
const PAGE = 'docs/quality.md';

/** Every audit: a file of `audits`. */
export const AUDITS = readdirSync(new URL('./audits/', import.meta.url)).map((file) =>
  file.replace(/\.ts$/, ''),
);

/** Figures that are not audits and are produced by a separate command. */
const OTHERS = ['peers'];

/** The last complete run of an audit: here, or on another machine. */
interface Figures {
  /** YYYY-MM-DD */
  date: string;
  machine: string;
  commit: string;
  seconds: number;
  /** The highest load of the machine at the start of a step. */
  load: number;
  rows: Row[];
}

/** Stores new results of audits; earlier results of others stay until they complete again. */
export async function writeFigures(found: Readonly<Record<string, Kept>>): Promise<void> {
  const before = existsSync(FIGURES)
    ? (JSON.parse(readFileSync(FIGURES, 'utf8')) as Record<string, Figures>)
    : {};
  const now = Object.entries(found).map(([name, kept]) => [name, figuresOf(kept)] as const);
  const all = { ...before, ...Object.fromEntries(now) };
  const known = [...AUDITS, ...OTHERS].flatMap((name) => (all[name] ? [[name, all[name]] as const] : []));
  writeFileSync(FIGURES, await formatted(FIGURES, JSON.stringify(Object.fromEntries(known))));
  writeFileSync(PAGE, await pageOf(known));
}

function figuresOf({ commit, seconds, load, rows = [] }: Kept): Figures {
  const memory = Math.round(totalmem() / 2 ** 30);
  const machine = `${cpus()[0]?.model.trim()}, ${availableParallelism()} cores, ${memory} GB, Node ${process.versions.node}`;
  return {
    date: new Date().toISOString().slice(0, 10),
    machine,
    commit,
    seconds: Math.round(seconds),
    load,
    rows,
  };
}

function pageOf(figures: readonly (readonly [string, Figures])[]): Promise<string> {
  const lines = [
    '# Quality',
    '',
    'Written by `npm run audit`. Times are ratios against hand-written React in the same run; machines differ.',
    '',
    ...figures.map(
      ([name, { date, machine, commit, seconds, load }]) =>
        `- ${name}: ${date}, ${machine}, ${Math.ceil(seconds / 60)} min, load ${load.toFixed(1)}` +
        `${load > 2 ? ' (**other work ran: times are worse than on an idle machine**)' : ''}` +
        `, at commit ${commit.slice(0, 8)}`,
    ),
    '',
    '| what | figure to reach | figure reached | |',
    '| --- | --- | --- | --- |',
    ...figures.flatMap(([, { rows }]) =>
      rows.map(
        ({ what, goal, reached, ok }) =>
          `| ${what} | ${goal} | ${reached} | ${ok === undefined ? '◐' : ok ? '✓' : '✗'} |`,
      ),
    ),
    '',
    '✓ reached, ✗ missed, ◐ held by a test that looks at less than the figure asks for.',
    '',
  ];
  return formatted(PAGE, lines.join('\n'));
}
