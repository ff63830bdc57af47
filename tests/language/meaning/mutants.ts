/**
 * Every mistake of meaning that the rules make in a project's files, and a seeded sample of them that covers each rule.
 */
import { compileProject, type ProjectFiles } from '../../../engine/language/project.ts';
import type { SourceFile } from '../../../engine/language/source.ts';
import { Random } from '../../../server/core/random.ts';
import { together } from '../together.ts';
import { BESIDE, GONE, RULES, type Node, type Part, type Rule } from './rules.ts';

export interface Mutant {
  rule: Rule;
  file: string;
  pointer: string;
  text: string;
}

export const filesOf = (files: ProjectFiles, kind: Rule['kind']): SourceFile[] => [files[kind]].flat();

/** A few mutants of each rule: no rule has more than `most`. */
export function meaningMutants(
  files: ProjectFiles,
  seed: number,
  most: number,
  rules: readonly Rule[] = RULES,
): Mutant[] {
  const random = new Random(seed);
  return rules.flatMap((rule) => {
    const places = filesOf(files, rule.kind).flatMap((file) =>
      nodesOf(JSON.parse(file.text) as Part)
        .filter((node) => rule.at(node, () => 0) !== undefined)
        .map((node) => ({ file, node })),
    );
    return shuffled(places, random)
      .slice(0, most)
      .map(({ file, node }) => ({
        rule,
        file: file.file,
        pointer: `/${node.path.join('/')}`,
        text: mutated(
          file.text,
          node,
          rule.at(node, () => random.next()),
        ),
      }));
  });
}

function shuffled<T>(list: readonly T[], random: Random): T[] {
  return list
    .map((one) => ({ one, turn: random.next() }))
    .toSorted((a, b) => a.turn - b.turn)
    .map(({ one }) => one);
}

function nodesOf(doc: Part): Node[] {
  const visit = (parent: Part, path: string[]): Node[] =>
    Object.entries(parent).flatMap(([key, value]) => {
      const at = [...path, key];
      const below = typeof value === 'object' && value !== null ? visit(value as Part, at) : [];
      return [{ path: at, key, value, parent, doc }, ...below];
    });
  return visit(doc, []);
}

function mutated(text: string, { path, key }: Node, becomes: unknown): string {
  const doc = JSON.parse(text) as Part;
  const holder = path.slice(0, -1).reduce<Part>((at, part) => at[part] as Part, doc);
  const beside = (becomes as { [BESIDE]?: Part } | null)?.[BESIDE];
  if (beside) Object.assign(holder, beside);
  else if (becomes === GONE) delete holder[key];
  else holder[key] = becomes;
  return JSON.stringify(doc, null, 2);
}

/** Codes that are reported for each file with these mutants in the project. */
export function snapshotOf(files: ProjectFiles, group: readonly Mutant[]): Map<string, string[]> {
  const texts = new Map(group.map(({ file, text }) => [file, text]));
  const edited = (one: SourceFile): SourceFile => ({ file: one.file, text: texts.get(one.file) ?? one.text });
  const { diagnostics } = compileProject({
    ...files,
    app: edited(files.app),
    permissions: edited(files.permissions),
    screens: files.screens.map(edited),
    api: files.api.map(edited),
    manifests: files.manifests.map(edited),
    locales: files.locales.map(edited),
  });
  const reported = new Map<string, string[]>();
  for (const { file, code } of diagnostics) reported.set(file, [...(reported.get(file) ?? []), code]);
  return reported;
}

/** Mutants for which nothing is reported. Those in screens are compiled together; those that others depend on alone. */
export function missed(files: ProjectFiles, mutants: readonly Mutant[]): Mutant[] {
  const inScreens = mutants.filter(({ rule }) => rule.kind === 'screens');
  const suspects = together(inScreens, ({ file }) => file).flatMap((group) => {
    const reported = snapshotOf(files, group);
    return group.filter(({ file }) => !reported.has(file));
  });
  const others = mutants.filter(({ rule }) => rule.kind !== 'screens');
  return [...suspects, ...others].filter((one) => snapshotOf(files, [one]).size === 0);
}

/** Mutants for which something is reported. */
export function refused(files: ProjectFiles, mutants: readonly Mutant[]): Mutant[] {
  return together(mutants, ({ file }) => file).flatMap((group) => {
    const reported = snapshotOf(files, group);
    return group.filter(({ file }) => reported.has(file));
  });
}
