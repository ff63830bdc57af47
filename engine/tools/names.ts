/** Describes the names of a project in one line each. */
import type { Catalogue } from '../language/catalogue.ts';

type Meaning = (catalogue: Catalogue, name: string) => string | undefined;

const MEANINGS: Record<string, Meaning> = {
  operation: ({ api }, name) => {
    const found = api.operations.get(name);
    return (
      found &&
      `${found.method} ${found.path}: ${found.summary} (${found.permissions.join(' | ') || found.scope})`
    );
  },
  screen: ({ screens }, name) => screens.get(name)?.source.file,
  dictionary: ({ api }, name) => {
    const found = api.dictionaries.get(name);
    return found && `words of operation ${found.operation}`;
  },
  key: ({ locales }, name) =>
    locales
      .flatMap(({ name: locale, texts }) => (texts.has(name) ? [`${locale} "${texts.get(name)!.text}"`] : []))
      .join(', ') || undefined,
};

/** Describes a name of this kind (`nameKindOf` of the grammar); undefined when there is nothing to add. */
export function meaningOf(catalogue: Catalogue, kind: string, name: string): string | undefined {
  return MEANINGS[kind]?.(catalogue, name);
}
