/** Finds where the files of a product use the properties of the screen grammar. */
import type { ProjectFiles } from '../language/project.ts';
import { parseFile, pointerOf, pointerPath } from '../language/source.ts';
import { grammarOf, type LanguageSchema } from '../language/structure.ts';

type Part = Record<string, unknown>;

/** One use of a property in a screen. */
export interface Use {
  /** `Definition.property`; for an object within a definition, the path to it is included. */
  property: string;
  file: string;
  pointer: string;
  schema: LanguageSchema;
  value: unknown;
}

/** Returns the name of every object of the grammar, by its properties. */
export function objectsOf(grammar: LanguageSchema): Map<Record<string, LanguageSchema>, string> {
  const names = new Map<Record<string, LanguageSchema>, string>();
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

/** Returns every property of the grammar. */
export function propertiesOf(grammar: LanguageSchema): string[] {
  return [...objectsOf(grammar)].flatMap(([properties, name]) =>
    Object.keys(properties).map((key) => `${name}.${key}`),
  );
}

/** Returns every use of a property in the screens. */
export function usesOf(files: Pick<ProjectFiles, 'screens'>, grammar: LanguageSchema): Use[] {
  const names = objectsOf(grammar);
  return files.screens.flatMap((screen) => {
    const source = parseFile(screen);
    return [...grammarOf(source, grammar)].flatMap(([pointer, schemas]) => {
      const of = schemas.findLast(({ properties }) => properties && names.has(properties));
      if (!of) return [];
      const holder = holderOf(source.value, pathOf(pointer));
      return Object.keys(holder).map((key) => ({
        property: `${names.get(of.properties!)}.${key}`,
        file: screen.file,
        pointer: pointer + pointerOf(key),
        schema: of.properties![key]!,
        value: holder[key],
      }));
    });
  });
}

export const pathOf = (pointer: string): string[] => pointerPath(pointer).map(String);

export const holderOf = (value: unknown, path: readonly string[]): Part =>
  path.reduce<unknown>((at, part) => (at as Part)[part], value) as Part;
