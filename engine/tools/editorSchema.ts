/**
 * The grammar for editors: existing names are offered where one is expected, and the hover text of a property has an
 * example from the screens. No name is rejected, as a name may be newer than the file: the checker does that.
 */
import type { Catalogue } from '../language/catalogue.ts';
import type { Project } from '../language/project.ts';
import { pointerPath, type Source } from '../language/source.ts';
import { grammarOf, nameKindOf, type LanguageSchema } from '../language/structure.ts';
import { meaningOf } from './names.ts';

export type EditorFile = 'screen' | 'fragment' | 'app';

type Json = Record<string, unknown>;
/** By the properties of an object in the grammar: an example of each as JSON. */
type Examples = Map<LanguageSchema['properties'], Map<string, string>>;

/** Longest example in characters; longer ones explain less. */
const LONGEST = 140;

/** The existing names of each kind, by the kinds of `nameKindOf`. */
const NAMES: Record<string, (catalogue: Catalogue) => Iterable<string>> = {
  operation: ({ api }) => api.operations.keys(),
  dictionary: ({ api }) => api.dictionaries.keys(),
  permission: ({ permissions }) => permissions,
  'instance-type': ({ instanceTypes }) => instanceTypes,
  screen: ({ screens }) => screens.keys(),
  key: ({ locales }) => locales[0]?.texts.keys() ?? [],
  icon: ({ icons }) => icons,
  group: ({ groups }) => groups,
  broadcast: ({ api }) =>
    [...api.operations.values()].flatMap(({ live }) => live.map(({ broadcast }) => broadcast)),
  widget: (catalogue) => registered(catalogue, 'widget'),
  cell: (catalogue) => registered(catalogue, 'cell'),
  field: (catalogue) => registered(catalogue, 'field'),
  picker: (catalogue) => registered(catalogue, 'picker'),
};

const registered = ({ manifests }: Catalogue, kind: string) =>
  [...manifests.values()].filter((one) => one.kind === kind).map(({ name }) => name);

/** The grammar for a kind of file; names are in a separate file next to it. */
export function editorSchema({ catalogue }: Project, file: EditorFile, sources: readonly Source[]): Json {
  const root = catalogue.language[file];
  return offering(root, examplesOf(root, sources)) as Json;
}

/** The names of a project, one definition per kind. */
export function namesSchema({ catalogue }: Project): Json {
  const definitions = Object.keys(NAMES).map((kind) => [kind, nameSchema(catalogue, kind)] as const);
  return { $id: NAMES_FILE, definitions: Object.fromEntries(definitions) };
}

export const NAMES_FILE = 'names.schema.json';

/** Accepts any text, but offers these names, each with its meaning. */
function nameSchema(catalogue: Catalogue, kind: string): Json {
  const names = [...new Set(NAMES[kind]!(catalogue))].toSorted();
  const meanings = names.map((name) => meaningOf(catalogue, kind, name) ?? '');
  const known = { enum: names, ...(meanings.some(Boolean) && { enumDescriptions: meanings }) };
  return { anyOf: [...(names.length ? [known] : []), { type: 'string' }] };
}

function examplesOf(root: LanguageSchema, sources: readonly Source[]): Examples {
  const found: Examples = new Map();
  for (const source of sources) {
    const nodes = grammarOf(source, root);
    for (const pointer of nodes.keys()) {
      const path = pointerPath(pointer);
      const holder = nodes.get(pointer.slice(0, pointer.lastIndexOf('/')))?.at(-1)?.properties;
      const name = String(path.at(-1));
      if (!path.length || !holder || !(name in holder)) continue;
      const value = JSON.stringify(
        path.reduce<unknown>((inner, key) => (inner as Json | undefined)?.[key], source.value),
      );
      const of = found.get(holder) ?? new Map<string, string>();
      const known = of.get(name);
      if (value.length <= LONGEST && (known === undefined || isBetter(value, known))) of.set(name, value);
      found.set(holder, of);
    }
  }
  return found;
}

/** Prefers the shortest example, then the alphabetically first, so that the result is deterministic. */
const isBetter = (one: string, other: string) =>
  one.length < other.length || (one.length === other.length && one < other);

/** Copies a part of the grammar and adds names and examples. */
function offering(part: unknown, examples: Examples): unknown {
  if (Array.isArray(part)) return part.map((one) => offering(one, examples));
  if (typeof part !== 'object' || part === null) return part;
  const schema = part as LanguageSchema & Json;
  const of = examples.get(schema.properties);
  const copy = Object.fromEntries(
    Object.entries(schema).map(([key, inner]) => [
      key,
      key === 'properties' && of ? withExamples(inner as Json, of, examples) : offering(inner, examples),
    ]),
  );
  const kind = nameKindOf(schema);
  return schema.type === 'string' && kind && kind in NAMES ? naming(copy, kind) : copy;
}

function naming({ type: _, ...rest }: Json, kind: string): Json {
  return { ...rest, allOf: [{ $ref: `${NAMES_FILE}#/definitions/${kind}` }] };
}

function withExamples(properties: Json, of: ReadonlyMap<string, string>, examples: Examples): Json {
  return Object.fromEntries(
    Object.entries(properties).map(([name, inner]) => {
      const copy = offering(inner, examples) as Json;
      const example = of.get(name);
      if (example === undefined) return [name, copy];
      const note = `Example: "${name}": ${example}`;
      return [
        name,
        { ...copy, description: copy['description'] ? `${String(copy['description'])}. ${note}` : note },
      ];
    }),
  );
}
