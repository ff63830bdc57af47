/** Damages a product's files and shows what its compiler still produces; damages compiled screens and shows them. */
import { compileProject, type Project } from '../../engine/language/project.ts';
import { Random } from '../../server/core/random.ts';
import { engine } from '../engine.ts';
import { together } from '../language/together.ts';
import { damage, damagedPart, filesOf, withFiles, type Damaged, type Kind } from './damages.ts';
import { shownFor } from './aimed.ts';
import type { Shown, Stage } from './stage.tsx';

export interface Outcome {
  /** Kind of the file; `compiled` where a compiled screen was damaged. */
  kind: Kind | 'compiled';
  /** `screens/books.screen.json: removed at /view`. */
  what: string;
  /** The checker reported an error. */
  told: boolean;
  /** The screen was shown, and not a page that reports its failure. */
  stood: boolean;
  /** A part of it was shown as broken. */
  broken: boolean;
  /** Errors without a place in a file, and failures: raw exceptions, blank pages, uncaught errors. */
  faults: string[];
}

interface Aimed extends Damaged {
  /** Id of the screen that is shown. */
  shows: string;
}

/** When one of these is broken nothing is compiled, or all is: such a file is damaged alone. */
const ALONE = new Set<Kind>(['api', 'manifests', 'permissions', 'app']);

export async function damageFiles(stage: Stage, count: number, seed: number): Promise<Outcome[]> {
  const { product } = stage;
  const random = new Random(seed);
  const all = Array.from({ length: count }, (): Aimed => {
    const damaged = damage(product.files, random);
    return { ...damaged, shows: shownFor(damaged, product, random) };
  });
  const alone = all.filter(({ kind }) => ALONE.has(kind)).map((one) => [one]);
  const groups = together(
    all.filter(({ kind }) => !ALONE.has(kind)),
    ({ file }) => file,
  );
  const outcomes: Outcome[] = [];
  for (const group of [...groups, ...alone]) outcomes.push(...(await tryTogether(stage, group)));
  return outcomes;
}

async function tryTogether(stage: Stage, group: readonly Aimed[]): Promise<Outcome[]> {
  const outcomes = await tryOnce(stage, group);
  if (group.length === 1 || outcomes.every(({ faults }) => !faults.length)) return outcomes;
  // A file that fails alone is reported; a failure that takes several is reported for all of them.
  const single: Outcome[] = [];
  for (const one of group) single.push(...(await tryOnce(stage, [one])));
  if (single.some(({ faults }) => faults.length)) return single;
  const names = group.map(nameOf).join('; ');
  return outcomes.map((one) => ({
    ...one,
    faults: one.faults.map((fault) => `${fault}\n   together: ${names}`),
  }));
}

const nameOf = ({ file, what }: Damaged) => `${file}: ${what}`;

async function tryOnce(stage: Stage, group: readonly Aimed[]): Promise<Outcome[]> {
  const files = withFiles(stage.product.files, group);
  const of = (one: Aimed, told: boolean, shown: Partial<Shown>): Outcome => ({
    kind: one.kind,
    what: nameOf(one),
    told,
    stood: shown.itself ?? false,
    broken: shown.broken ?? false,
    faults: shown.faults ?? [],
  });
  let project: Project;
  try {
    project = compileProject(files);
  } catch (error) {
    const faults = [`raw exception: ${String((error as Error).stack).slice(0, 800)}`];
    return group.map((one) => of(one, false, { faults }));
  }
  const texts = new Map(
    KINDS.flatMap((kind) => filesOf(files, kind)).map(({ file, text }) => [file, text.split('\n').length]),
  );
  const nowhere = project.diagnostics.flatMap(({ file, line, column, code }) =>
    line >= 1 && line <= (texts.get(file) ?? 0) && column >= 1
      ? []
      : [`an error without a place: ${file}:${line}:${column} ${code}`],
  );
  const errors = new Set(
    project.diagnostics.filter(({ severity }) => severity === 'error').map(({ file }) => file),
  );
  // Without an app file there is no product to show.
  const shown: Partial<Shown>[] = project.app
    ? await stage.show(
        project,
        group.map(({ shows }) => shows),
      )
    : group.map(() => ({}));
  return group.map((one, i) => {
    const { faults = [], ...rest } = shown[i]!;
    return of(one, group.length === 1 ? errors.size > 0 : errors.has(one.file), {
      ...rest,
      faults: [...(errors.size ? withoutHints(faults) : faults), ...nowhere],
    });
  });
}

/** Development hints of React about its input: they count where nothing is reported about the files. */
const HINT = /^console: (Encountered two children with the same key|Received|Invalid|Warning|Each child)/;

const withoutHints = (faults: readonly string[]) => faults.filter((fault) => !HINT.test(fault));

const KINDS: Kind[] = ['screens', 'fragments', 'api', 'manifests', 'locales', 'permissions', 'app'];

/** Number of compiled screens shown in one page. */
const AT_ONCE = 16;

export async function damageCompiled(stage: Stage, count: number, seed: number): Promise<Outcome[]> {
  const { whole } = stage.product;
  const random = new Random(seed);
  let left = Array.from({ length: count }, () => compiledDamage(whole, random));
  const outcomes: Outcome[] = [];
  while (left.length) {
    const group = unrelated(left, whole);
    left = left.filter((one) => !group.includes(one));
    const screens = new Map([...whole.screens, ...group.map(({ id, value }) => [id, value] as const)]);
    const shown = await stage.show(
      { ...whole, screens: screens as Project['screens'] },
      group.map(({ id }) => id),
    );
    shown.forEach(({ faults, itself, broken, heading }, i) => {
      const { id, what } = group[i]!;
      // An error within the view is the view's own matter.
      const lost =
        broken && what.includes(' at /view/') && [engine.i18n.t('engine.view.broken'), ''].includes(heading);
      outcomes.push({
        kind: 'compiled',
        what: `${id}: ${what}`,
        told: false,
        stood: itself,
        broken,
        faults: [
          ...withoutHints(faults),
          ...(lost ? ['lost: the page is gone with a part of its view'] : []),
        ],
      });
    });
  }
  return outcomes;
}

interface DamagedScreen {
  id: string;
  what: string;
  value: unknown;
}

/** The first of the damaged screens, at most `AT_ONCE`: none twice, and none with an ancestor among them. */
function unrelated(all: readonly DamagedScreen[], whole: Project): DamagedScreen[] {
  const group: DamagedScreen[] = [];
  for (const one of all) {
    if (group.length === AT_ONCE) break;
    if (!group.some((other) => related(one.id, other.id, whole))) group.push(one);
  }
  return group;
}

function compiledDamage(whole: Project, random: Random): DamagedScreen {
  const screen = random.pick([...whole.screens.values()]);
  // A page with only a title is blank without it.
  const bare = screen.view.type === 'stack' && !screen.view.items.length;
  const done = !bare && damagedPart(structuredClone(screen), random);
  return done ? { id: screen.id, ...done } : compiledDamage(whole, random);
}

function related(one: string, other: string, { screens }: Project): boolean {
  const above = (id: string): string[] => {
    const parent = screens.get(id)?.parent;
    return parent ? [id, ...above(parent)] : [id];
  };
  return above(one).includes(other) || above(other).includes(one);
}
