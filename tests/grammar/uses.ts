/**
 * Where screens use what the grammar has, and what becomes of it in the compiled product: a property is taken away, or
 * changed where the screen could not be without it, and what then differs is its trace.
 */
import { Diagnostics } from '../../engine/language/diagnostics.ts';
import { partsOf } from '../../engine/language/positions.ts';
import type { Project, ProjectFiles } from '../../engine/language/project.ts';
import { completeScreen } from '../../engine/language/records.ts';
import { compileScreen } from '../../engine/language/screen.ts';
import { parseFile, pointerOf, pointerPath } from '../../engine/language/source.ts';
import { checkStructure, grammarOf, type LanguageSchema } from '../../engine/language/structure.ts';
import type { ScreenConfig } from '../../schemas/generated/language.ts';

type Part = Record<string, unknown>;

/** One place where a screen has a property. */
export interface Use {
  /** `Definition.property`; an object within a definition bears the way to it. */
  property: string;
  file: string;
  pointer: string;
  schema: LanguageSchema;
}

/** The name of every object of the grammar, by its properties. */
function objectsOf(grammar: LanguageSchema): Map<object, string> {
  const names = new Map<object, string>();
  const visit = (schema: LanguageSchema, given: string): void => {
    if (schema.$ref) return;
    const name = schema.title ?? given;
    if (schema.properties) names.set(schema.properties, name);
    for (const [key, one] of Object.entries(schema.properties ?? {})) visit(one, `${name}.${key}`);
    if (schema.items) visit(schema.items, name);
    if (typeof schema.additionalProperties === 'object') visit(schema.additionalProperties, name);
    schema.oneOf?.forEach((one) => visit(one, name));
  };
  visit(grammar, 'Screen');
  for (const [name, one] of Object.entries(grammar.definitions ?? {})) visit(one, name);
  return names;
}

/** Every property that the grammar has. */
export function propertiesOf(grammar: LanguageSchema): string[] {
  return [...objectsOf(grammar)].flatMap(([properties, name]) =>
    Object.keys(properties).map((key) => `${name}.${key}`),
  );
}

/** Every use of a property in the screens. */
export function usesOf(files: ProjectFiles, grammar: LanguageSchema): Use[] {
  const names = objectsOf(grammar);
  return files.screens.flatMap((screen) => {
    const source = parseFile(screen);
    return [...grammarOf(source, grammar)].flatMap(([pointer, schemas]) => {
      const of = schemas.findLast(({ properties }) => properties && names.has(properties));
      if (!of) return [];
      return Object.keys(holderOf(source.value, pathOf(pointer))).map((key) => ({
        property: `${names.get(of.properties!)}.${key}`,
        file: screen.file,
        pointer: pointer + pointerOf(key),
        schema: of.properties![key]!,
      }));
    });
  });
}

const pathOf = (pointer: string) => pointerPath(pointer).map(String);

const holderOf = (value: unknown, path: readonly string[]): Part =>
  path.reduce<unknown>((at, part) => (at as Part)[part], value) as Part;

/** Tells what uses end in, of a product whose screens are compiled one by one. */
export class Tracer {
  readonly #texts: Map<string, string>;

  constructor(
    readonly project: Project,
    files: ProjectFiles,
  ) {
    this.#texts = new Map(files.screens.map(({ file, text }) => [file, text]));
  }

  /** Pointers of the compiled product; none where the compiler alone uses the property. */
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

  /** What a part of a screen was compiled to, where that is a part of its own. */
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

/** What a compiled screen gathers from all its parts is nobody's trace. */
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

/** Pointers of what differs, as high up as it does. */
function differences(one: unknown, other: unknown, at = ''): string[] {
  if (one === other) return [];
  if (![one, other].every((value) => typeof value === 'object' && value !== null)) return [at];
  const keys = new Set([...Object.keys(one as Part), ...Object.keys(other as Part)]);
  return [...keys].flatMap((key) =>
    differences((one as Part)[key], (other as Part)[key], at + pointerOf(key)),
  );
}
