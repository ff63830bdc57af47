/** The reference of the screen language: each property of the grammar with its type, its meaning and an example. */
import type { SourceFile } from '../language/source.ts';
import { nameKindOf, type LanguageSchema } from '../language/structure.ts';
import { takenBy } from './explain.ts';
import { objectsOf, usesOf, type Use } from './uses.ts';

/** A row of the reference. */
export interface Described {
  /** `Definition.property` */
  property: string;
  takes: string;
  required: boolean;
  /** Scope of its expressions, when it differs from the surrounding one. */
  scope?: string;
  meaning: string;
  /** JSON; undefined when neither the product nor the grammar has an example. */
  example?: string;
}

/** Longest example in characters: a table row has no room for a whole view. */
const LONGEST = 90;

/**
 * Collects every property by the object of the grammar that has it. The example is the shortest use in the screens; for
 * an unused property, a use of a property with the same name and type, or that of the grammar (`examples`).
 */
export function referenceOf(
  grammar: LanguageSchema,
  screens: readonly SourceFile[],
): Map<string, Described[]> {
  const uses = usesOf({ screens: [...screens] }, grammar);
  const byProperty = shortestBy(uses, ({ property }) => property);
  const byKind = shortestBy(uses, ({ property, schema }) => kindOf(lastOf(property), schema));
  const all = new Map<string, Described[]>();
  for (const [properties, name] of objectsOf(grammar)) {
    const required = requiredOf(grammar, properties);
    const described = Object.entries(properties).map(([key, schema]): Described => {
      const property = `${name}.${key}`;
      const example = byProperty.get(property) ?? byKind.get(kindOf(key, schema)) ?? ownExample(schema);
      return {
        property,
        takes: takenBy(schema, grammar),
        required: required.includes(key),
        ...(schema['x-scope'] ? { scope: schema['x-scope'] } : {}),
        meaning: schema.description ?? '',
        ...(example === undefined ? {} : { example }),
      };
    });
    all.set(name, [...(all.get(name) ?? []), ...described]);
  }
  return all;
}

const lastOf = (property: string) => property.split('.').at(-1)!;
const kindOf = (key: string, schema: LanguageSchema) =>
  JSON.stringify([key, schema.$ref, schema.type, schema['x-kind'], nameKindOf(schema)]);

function shortestBy(uses: readonly Use[], of: (use: Use) => string): Map<string, string> {
  const found = new Map<string, string>();
  for (const use of uses) {
    const text = JSON.stringify(use.value);
    const before = found.get(of(use));
    if (before === undefined || text.length < before.length) found.set(of(use), text);
  }
  return found;
}

function ownExample({ examples, enum: values, const: constant, type }: LanguageSchema): string | undefined {
  const [first] = examples ?? values ?? (constant === undefined ? [] : [constant]);
  if (first !== undefined) return JSON.stringify(first);
  return type === 'boolean' ? 'true' : undefined;
}

/** Required names of the object with these properties. */
function requiredOf(schema: LanguageSchema, properties: Record<string, LanguageSchema>): string[] {
  if (schema.properties === properties) return schema.required ?? [];
  const parts = [
    ...Object.values(schema.properties ?? {}),
    ...Object.values(schema.definitions ?? {}),
    ...(schema.oneOf ?? []),
    ...(schema.items ? [schema.items] : []),
    ...(typeof schema.additionalProperties === 'object' ? [schema.additionalProperties] : []),
  ];
  for (const part of parts) {
    const found = requiredOf(part, properties);
    if (found.length > 0) return found;
  }
  return [];
}

/** Renders the reference as Markdown. */
export function referencePage(reference: ReadonlyMap<string, readonly Described[]>): string {
  return [
    '# Reference of the screen language',
    '',
    'Made from the grammar (`schemas/language/screen.schema.json`) by `npm run generate`: each property with what it takes, its',
    'meaning, and the shortest use in the screens of the product. **Bold** ones are required. What the parts are for, and how',
    'they work together, stands in [screen-language.md](screen-language.md); `npm run explain -- FILE POINTER` says the same of a place.',
    '',
    ...[...reference].flatMap(([name, properties]) => [
      `## ${name}`,
      '',
      '| property | takes | meaning | example |',
      '| --- | --- | --- | --- |',
      ...properties.map(row),
      '',
    ]),
  ].join('\n');
}

function row({ property, takes, required, scope, meaning, example = '' }: Described): string {
  const name = required ? `**${lastOf(property)}**` : lastOf(property);
  const shown = example.length > LONGEST ? `${example.slice(0, LONGEST)} …` : example;
  const cells = [
    name,
    takes,
    scope ? `${meaning} (evaluated in the scope ${scope})` : meaning,
    shown && code(shown),
  ];
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
}

const code = (text: string) => (text.includes('`') ? `\`\` ${text} \`\`` : `\`${text}\``);
