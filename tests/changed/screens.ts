/** Which screens a change touches, by the compiled project before and after it. */
import type { CompiledScreen, ScreenEntry } from '../../engine/language/compiled.ts';
import type { Project } from '../../engine/language/project.ts';

/** `all`: the change can affect every screen. */
export type Screens = ReadonlySet<string> | 'all';

/** Operations whose definition differs, or a schema that they refer to. */
export function changedOperations(before: Project, after: Project): Set<string> {
  const { schemas, operations } = after.catalogue.api;
  const old = before.catalogue.api;
  const differ = new Set(Object.keys(schemas).filter((name) => !same(schemas[name], old.schemas[name])));
  const names = (value: unknown) =>
    [...JSON.stringify(value).matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, name]) => name!);
  for (let size = -1; size !== differ.size;) {
    size = differ.size;
    for (const [name, schema] of Object.entries(schemas))
      if (names(schema).some((one) => differ.has(one))) differ.add(name);
  }
  return new Set(
    [...operations.values()]
      .filter((one) => !same(one, old.operations.get(one.id)) || names(one).some((name) => differ.has(name)))
      .map(({ id }) => id),
  );
}

export interface Changes {
  /** Keys of texts. */
  keys: readonly string[];
  operations: ReadonlySet<string>;
  /** Names of widgets. */
  widgets: ReadonlySet<string>;
}

/**
 * Screens whose compiled form differs, or that use one of the changed keys, operations or widgets. A key that no screen
 * names may be used anywhere.
 */
export function touchedScreens(
  before: Project,
  after: Project,
  { keys, operations, widgets }: Changes,
): Screens {
  if (!same(before.app, after.app)) return 'all';
  const texts = new Map(
    [...after.screens].map(([id, screen]) => [id, JSON.stringify([screen, entryOf(after, id)])]),
  );
  const shows = (text: string, key: string) => text.includes(`"key":${JSON.stringify(key)}`);
  if (keys.some((key) => ![...texts.values()].some((text) => shows(text, key)))) return 'all';
  const touched = [...after.screens.values()].filter(
    (screen) =>
      !same(before.screens.get(screen.id), screen) ||
      !same(entryOf(before, screen.id), entryOf(after, screen.id)) ||
      keys.some((key) => shows(texts.get(screen.id)!, key)) ||
      Object.keys(screen.operations).some((name) => operations.has(name)) ||
      partsOf(screen).some((name) => widgets.has(name)),
  );
  return new Set(touched.map(({ id }) => id));
}

/** Addresses of screens; for a dialog, of the screens that open it. */
export function addressesOf({ entries, screens }: Project, touched: ReadonlySet<string>): string[] {
  const opens = (text: string, id: string) =>
    text.includes(`"screen":"${id}"`) || text.includes(`"dialog":"${id}"`);
  const dialogs = entries.filter(({ id, dialog }) => dialog && touched.has(id)).map(({ id }) => id);
  return entries
    .filter(({ id }) => {
      const text = JSON.stringify(screens.get(id));
      return touched.has(id) || dialogs.some((dialog) => opens(text, dialog));
    })
    .flatMap(({ routes }) => routes.map(({ path }) => path));
}

const entryOf = ({ entries }: Project, id: string): ScreenEntry | undefined =>
  entries.find((entry) => entry.id === id);

const partsOf = ({ uses }: CompiledScreen): string[] => [
  ...uses.widgets,
  ...uses.cells,
  ...uses.fields,
  ...uses.pickers,
];

/** Keys whose text differs in some language, or was removed. */
export function changedKeys(before: Project, after: Project): string[] {
  return after.catalogue.locales.flatMap(({ name, texts }) => {
    const old = before.catalogue.locales.find((one) => one.name === name)?.texts;
    const gone = [...(old?.keys() ?? [])].filter((key) => !texts.has(key));
    return [...texts.keys()].filter((key) => texts.get(key)?.text !== old?.get(key)?.text).concat(gone);
  });
}

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);
