/**
 * Every reference and expression of every screen, broken one at a time, is reported at its line, with the correct name.
 */
import { describe, expect, it } from 'vitest';
import { formatDiagnostic } from '../../engine/language/diagnostics.ts';
import { compileProject, type ProjectFiles } from '../../engine/language/project.ts';
import { readProject, type ProjectOptions } from '../../engine/build/project.ts';
import { Random } from '../../server/core/random.ts';
import { mutations, STRUCTURE, type Mutation } from './mutate.ts';
import { together } from './together.ts';

const SEED = Number(process.env.SEED ?? 20261121);
const PROJECTS: [string, ProjectOptions][] = [
  ['the product', { root: '.' }],
  ['the product with the hard screens', { root: '.', extend: ['tests/language/hard'] }],
  ['a foreign product', { root: 'tests/foreign' }],
];

/** Every mistake with FULL=1; else a seeded sample, so that the tests stay quick. */
const SAMPLE = process.env.FULL ? Infinity : 60;

function sample(all: Mutation[]): Mutation[] {
  const stream = new Random(SEED);
  const next = () => stream.next();
  return all.length <= SAMPLE ? all : all.filter(() => next() < SAMPLE / all.length);
}

interface Outcome {
  mutation: Mutation;
  /** At its line, with the correct name. */
  ok: boolean;
  told: string[];
}

function outcomes(files: ProjectFiles, group: readonly Mutation[]): Outcome[] {
  const texts = new Map(group.map(({ file, text }) => [file, text]));
  const screens = files.screens.map((one) =>
    texts.has(one.file) ? { file: one.file, text: texts.get(one.file)! } : one,
  );
  const { diagnostics } = compileProject({ ...files, screens });
  const errors = diagnostics.filter((d) => d.severity === 'error');
  return group.map((mutation) => {
    const here = errors.filter((d) => d.file === mutation.file && d.line === mutation.line);
    const wanted = mutation.near?.toLowerCase();
    const named = wanted === undefined || here.some((d) => d.near?.toLowerCase().includes(wanted));
    return { mutation, ok: here.length > 0 && named, told: errors.slice(0, 2).map(formatDiagnostic) };
  });
}

describe.each(PROJECTS)('mistakes in %s', (_, options) => {
  const files = readProject(options);
  const own = options.extend
    ? files.screens.filter((f) => f.file.startsWith(options.extend![0]!))
    : files.screens;

  it('the unchanged project has no errors', () => {
    const { diagnostics } = compileProject(files);
    expect(diagnostics.map(formatDiagnostic)).toEqual([]);
  });

  it(
    'mistakes of names and of structure are reported at the correct line and with the correct name',
    { timeout: 900_000 },
    () => {
      const all = sample(mutations({ ...files, screens: own }, SEED));
      const missed = together(all, ({ file }) => file)
        .flatMap((group) => outcomes(files, group))
        .filter(({ ok }) => !ok)
        .flatMap(({ mutation }) => outcomes(files, [mutation]))
        .filter(({ ok }) => !ok);
      const byKind: Record<string, number> = {};
      for (const mutation of all) byKind[mutation.kind] = (byKind[mutation.kind] ?? 0) + 1;
      for (const { mutation: m, told } of missed.slice(0, Number(process.env.SHOW ?? 12)))
        console.log(`missed ${m.kind} ${m.file}:${m.line} ${m.from} → ${m.to}\n   ${told.join('\n   ')}`);
      console.log(JSON.stringify(byKind));
      expect(all.length).toBeGreaterThan(30);
      const rateOf = (part: string, holds: (mutation: Mutation) => boolean) => {
        const made = all.filter(holds).length;
        const rate = 1 - missed.filter(({ mutation }) => holds(mutation)).length / made;
        console.log(`${part}: ${made} mistakes, ${Math.floor(rate * 1000) / 10} % reported correctly`);
        return rate;
      };
      const names = rateOf('names', ({ kind }) => !STRUCTURE.has(kind));
      const structure = rateOf('structure', ({ kind }) => STRUCTURE.has(kind));
      // One of a sample of sixty is two in a hundred.
      if (process.env.FULL) expect([names >= 0.99, structure >= 0.98]).toEqual([true, true]);
      else expect(rateOf('all', () => true)).toBeGreaterThanOrEqual(0.95);
    },
  );
});
