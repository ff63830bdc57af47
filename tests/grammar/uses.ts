/**
 * Finds where properties of screens end up in the compiled product: a property is removed, or changed where the screen
 * requires it, and the resulting difference is its trace.
 */
import { Diagnostics } from '../../engine/language/diagnostics.ts';
import { partsOf } from '../../engine/language/positions.ts';
import type { Project, ProjectFiles } from '../../engine/language/project.ts';
import { completeScreen } from '../../engine/language/records.ts';
import { compileScreen } from '../../engine/language/screen.ts';
import { parseFile, pointerOf } from '../../engine/language/source.ts';
import { checkStructure, type LanguageSchema } from '../../engine/language/structure.ts';
import { holderOf, pathOf, type Use } from '../../engine/tools/uses.ts';
import type { ScreenConfig } from '../../schemas/generated/language.ts';

type Part = Record<string, unknown>;

/** Finds the traces of uses, in a product whose screens are compiled one by one. */
export class Tracer {
  readonly #texts: Map<string, string>;

  constructor(
    readonly project: Project,
    files: ProjectFiles,
  ) {
    this.#texts = new Map(files.screens.map(({ file, text }) => [file, text]));
  }

  /** Pointers into the compiled product; empty where the compiler alone uses the property. */
  trace({ file, pointer, schema }: Use): string[] {
    const path = pathOf(pointer);
    const last = path.pop()!;
    const text = this.#texts.get(file)!;
    const before = this.#whole(file, text);
    const edits: ((holder: Part) => void)[] = [
      (holder) => delete holder[last],
      (holder) => (holder[last] = changed(holder[last], schema)),
    ];
    for (const edit of edits) {
      const doc = JSON.parse(text) as unknown;
      edit(holderOf(doc, path));
      const after = this.#compile(file, JSON.stringify(doc));
      const found = after && differences(before, after);
      if (found?.length) return found;
    }
    return [];
  }

  /** What a part of a screen was compiled to, where that is a separate part. */
  partAt({ file, pointer }: Use): string | undefined {
    const screen = [...this.project.screens.values()].find((one) => one.file === file)!;
    const places = this.project.places.get(screen.id)!;
    const of = pointer.replace(/\/[^/]*$/, '');
    const found = partsOf(screen).find(([, part]) => places.get(part)?.pointer === of);
    return found && `/screens/${screen.id}${found[0]}`;
  }

  readonly #compiled = new Map<string, Part>();

  #whole(file: string, text: string): Part {
    const whole = this.#compiled.get(file) ?? this.#compile(file, text)!;
    this.#compiled.set(file, whole);
    return whole;
  }

  #compile(file: string, text: string): Part | undefined {
    const { catalogue } = this.project;
    const source = parseFile({ file, text });
    const diagnostics = new Diagnostics();
    if (!checkStructure(source, catalogue.language.screen, diagnostics)) return undefined;
    const loaded = { config: source.value as ScreenConfig, source, sound: true };
    completeScreen(loaded, catalogue, diagnostics);
    const { screen, entry, count } = compileScreen(catalogue, loaded, diagnostics, new Set());
    const above = count && { [entry.parent!]: { tabCounts: { [screen.id]: count } } };
    return {
      screens: { ...above, [screen.id]: { ...screen, ...GATHERED } },
      entries: { [entry.id]: entry },
    };
  }
}

/** Properties that a compiled screen collects from all its parts belong to no trace. */
const GATHERED = {
  operations: 0,
  dictionaries: 0,
  entities: 0,
  schemas: 0,
  uses: 0,
  viewReads: 0,
  needsEvaluator: 0,
};

function changed(value: unknown, { enum: words }: LanguageSchema): unknown {
  if (words) return words.find((word) => word !== value);
  if (typeof value === 'string') return `${value}x`;
  if (typeof value === 'number') return value + 1;
  if (typeof value === 'boolean') return !value;
  if (Array.isArray(value)) return value.slice(1);
  return value === null ? 'x' : Object.fromEntries(Object.entries(value as Part).slice(1));
}

/** Pointers of the differences, each at the highest level that differs. */
function differences(one: unknown, other: unknown, at = ''): string[] {
  if (one === other) return [];
  if (![one, other].every((value) => typeof value === 'object' && value !== null)) return [at];
  const keys = new Set([...Object.keys(one as Part), ...Object.keys(other as Part)]);
  return [...keys].flatMap((key) =>
    differences((one as Part)[key], (other as Part)[key], at + pointerOf(key)),
  );
}
