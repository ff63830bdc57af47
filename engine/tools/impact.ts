/** What is affected when an operation, a dictionary, a permission or a text is changed or removed. */
import { Diagnostics } from '../language/diagnostics.ts';
import type { Project } from '../language/project.ts';
import { locate, type Source } from '../language/source.ts';
import { namedTexts, type LanguageSchema, type NamedText } from '../language/structure.ts';

export const KINDS = ['operation', 'dictionary', 'permission', 'key'] as const;
export type Kind = (typeof KINDS)[number];

export interface Touched {
  /** `screen book.loans`, `operation loanSave`. */
  what: string;
  /** `names it`, `asks for it`, `admits by it`. */
  how: string;
  /** `file:line` of the name, when it occurs literally. */
  at?: string;
}

/** @param app screens/app.json */
export function impactOf(project: Project, app: Source, kind: Kind, name: string): Touched[] {
  const named = namedPlaces(project, app, kind, name);
  const listed = new Set(named.map(({ what }) => what));
  const followed = [...ofScreens(project, kind, name), ...ofOperations(project, kind, name)];
  return [...named, ...followed.filter(({ what }) => !listed.has(what))];
}

/** Places where a file contains the name itself. */
function namedPlaces({ catalogue }: Project, app: Source, kind: Kind, name: string): Touched[] {
  const { screens, fragments, language } = catalogue;
  const files: [string, Source, LanguageSchema][] = [
    ...[...screens].map(
      ([id, { source }]) => [`screen ${id}`, source, language.screen] as [string, Source, LanguageSchema],
    ),
    ...[...fragments].map(
      ([id, { source }]) => [`fragment ${id}`, source, language.fragment] as [string, Source, LanguageSchema],
    ),
    ['the product', app, language.app],
  ];
  return files.flatMap(([what, source, root]) =>
    namedTexts(source, root, new Diagnostics())
      .filter((text) => (text.kind === kind && text.value === name) || asksFor(text, kind, name))
      .map(({ pointer }) => ({
        what,
        how: `names it at ${pointer}`,
        at: `${source.file}:${locate(source, pointer).line}`,
      })),
  );
}

/** Whether a condition checks a permission: `'WRITE' in account.permissions`. */
const asksFor = (text: NamedText, kind: Kind, name: string): boolean =>
  kind === 'permission' &&
  ['condition', 'expression'].includes(text.kind) &&
  text.value.includes(`'${name}'`);

/** What a compiled screen uses, also through fragments, labels, types and gates. */
function ofScreens({ screens, entries }: Project, kind: Kind, name: string): Touched[] {
  return [...screens.values()].flatMap((screen): Touched[] => {
    const what = `screen ${screen.id}`;
    const entry = entries.find(({ id }) => id === screen.id)!;
    const uses: Record<Kind, string | false> = {
      operation: name in screen.operations && 'calls it',
      dictionary: name in screen.dictionaries && 'shows its words',
      permission:
        (entry.routes.some(({ access }) => access.includes(name)) && 'admits by it') ||
        (Object.values(screen.operations).some(({ permissions }) => permissions.includes(name)) &&
          'has actions or data by it'),
      key: hasKey([screen, entry], name) && 'shows it',
    };
    return uses[kind] ? [{ what, how: uses[kind] }] : [];
  });
}

function hasKey(part: unknown, key: string): boolean {
  if (part === null || typeof part !== 'object') return false;
  return Object.entries(part).some(
    ([name, inner]) => (name === 'key' && inner === key) || hasKey(inner, key),
  );
}

function ofOperations({ catalogue }: Project, kind: Kind, name: string): Touched[] {
  return [...catalogue.api.operations.values()].flatMap((operation): Touched[] => {
    const what = `operation ${operation.id}`;
    if (kind === 'permission' && operation.permissions.includes(name)) return [{ what, how: 'asks for it' }];
    if (kind === 'operation' && operation.changes.includes(name))
      return [{ what, how: 'makes its reply stale' }];
    if (kind === 'dictionary' && operation.dictionary?.id === name) return [{ what, how: 'gives its words' }];
    return [];
  });
}

/** The existing names of a kind. */
export function namesOf({ catalogue }: Project, kind: Kind): string[] {
  const { api, permissions, locales } = catalogue;
  const names = {
    operation: api.operations.keys(),
    dictionary: api.dictionaries.keys(),
    permission: permissions,
    key: locales[0]?.texts.keys() ?? [],
  };
  return [...names[kind]];
}
