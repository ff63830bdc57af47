/** Odd edits that are valid: those that rules make, and those listed in `odd.json`. None may be reported. */
import { readFileSync } from 'node:fs';
import { Random } from '../../../server/core/random.ts';
import type { Subject } from './compile.ts';
import { edited, pointerOf, type Edit, type Json } from './edit.ts';
import type { ProjectName } from './faults.ts';
import { ODD_RULES, type OddRule, type Spot } from './oddRules.ts';

export interface Odd {
  /** Name of the rule, or of the listed edit. */
  name: string;
  project: ProjectName;
  file: string;
  edits: Edit[];
}

/** Number of places tried for one rule. */
const PER_RULE = 7;
const SEED = 20_261_123;

export function writtenOdd(): Odd[] {
  const odd = JSON.parse(readFileSync(`${import.meta.dirname}/odd.json`, 'utf8')) as (Omit<Odd, 'project'> &
    Partial<Pick<Odd, 'project'>>)[];
  return odd.map((one) => ({ project: 'product', ...one }));
}

/** A few seeded places of each rule, in the product and in the foreign one. */
export function madeOdd(subjects: Record<ProjectName, Subject>): Odd[] {
  const random = new Random(SEED);
  return ODD_RULES.flatMap((rule) => {
    const places = (['product', 'foreign'] as const).flatMap((project) =>
      subjects[project].paths
        .filter((file) => file.endsWith(rule.files))
        .flatMap((file) => oddOf(rule, { project, file }, subjects[project].textOf(file))),
    );
    return places
      .map((odd) => ({ odd, turn: random.next() }))
      .toSorted((one, other) => one.turn - other.turn)
      .slice(0, PER_RULE)
      .map(({ odd }) => odd);
  });
}

function oddOf(rule: OddRule, where: Pick<Odd, 'project' | 'file'>, text: string): Odd[] {
  return spots(JSON.parse(text) as Json, []).flatMap((spot) => {
    const turned = rule.turn(spot);
    if (turned === undefined) return [];
    const pointer = pointerOf([...spot.above, spot.key]);
    return [{ name: rule.name, ...where, edits: [[pointer, turned] satisfies Edit] }];
  });
}

function spots(parent: Json, above: readonly string[]): Spot[] {
  if (typeof parent !== 'object' || parent === null) return [];
  return Object.entries(parent).flatMap(([key, value]) => [
    { key, above, value, parent },
    ...spots(value, [...above, key]),
  ]);
}

/** What is reported about odd edits: those in different files are compiled together, and a suspect then alone. */
export function refused(subject: Subject, odd: readonly Odd[]): { odd: Odd; said: string[] }[] {
  const compile = (group: readonly Odd[]) =>
    subject.compile(new Map(group.map(({ file, edits }) => [file, edited(subject.textOf(file), edits)])));
  return apart(odd).flatMap((group) =>
    (compile(group).length === 0 ? [] : group).flatMap((one) => {
      const said = compile([one]).map(
        ({ file, line, code, message }) => `${file}:${line} ${code} ${message}`,
      );
      return said.length === 0 ? [] : [{ odd: one, said }];
    }),
  );
}

/** Groups no two of which share a file. */
function apart(odd: readonly Odd[]): Odd[][] {
  const groups: Odd[][] = [];
  for (const one of odd) {
    const open = groups.find((group) => group.every(({ file }) => file !== one.file));
    if (open) open.push(one);
    else groups.push([one]);
  }
  return groups;
}
