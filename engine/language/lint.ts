/** Warnings for declared names that nothing reads; checked once every file of the project is valid. */
import type { Catalogue, LoadedScreen } from './catalogue.ts';
import type { Diagnostics } from './diagnostics.ts';
import { ancestors } from './routes.ts';
import { pointerOf } from './source.ts';

const DECLARED = ['state', 'input', 'query'] as const;

export function lint(catalogue: Catalogue, diagnostics: Diagnostics): void {
  const texts = new Map([...catalogue.screens.values()].map((s) => [s, textOf(s.config)]));
  const fragments = [...catalogue.fragments.values()].map(({ config }) => textOf(config)).join();
  for (const screen of catalogue.screens.values()) {
    const own = `${texts.get(screen)}${fragments}`;
    // The shell passes the requested URL to the sign-in screen.
    const scopes = DECLARED.filter((scope) => scope !== 'query' || screen.config.id !== catalogue.app?.login);
    for (const scope of scopes)
      for (const name of Object.keys(screen.config[scope] ?? {}))
        if (!reads(own, scope, name)) report(screen, scope, name, diagnostics);
    const below = [...texts].filter(
      ([other]) => other === screen || ancestors(other, catalogue).includes(screen),
    );
    const seen = `${below.map(([, text]) => text).join()}${fragments}`;
    for (const scope of ['records', 'conditions'] as const)
      for (const name of Object.keys(screen.config[scope] ?? {}))
        if (!reads(seen, scope, name)) report(screen, scope, name, diagnostics);
  }
  // Screens as they are written: in `config` the views of fragments are already inserted.
  const all = [...catalogue.screens.values()].map(({ source }) => textOf(source.value)).join() + fragments;
  unopened(catalogue, texts, fragments, diagnostics);
  for (const [name, { source }] of catalogue.fragments)
    if (!all.includes(`"use":${JSON.stringify(name)}`))
      diagnostics.add('unused', source, '/fragment', { received: name, expected: 'Fragment' });
}

/** The JSON text with escaped line breaks and tabs replaced by spaces, so that a name is not preceded by a letter. */
const textOf = (config: unknown): string => JSON.stringify(config).replace(/\\[nrt]/g, ' ');

const WORDS = {
  state: 'State',
  input: 'Input',
  query: 'Query parameter',
  records: 'Record',
  conditions: 'Condition',
};

function report(
  { source }: LoadedScreen,
  scope: keyof typeof WORDS,
  name: string,
  diagnostics: Diagnostics,
): void {
  diagnostics.add(
    'unused',
    source,
    `/${scope}${pointerOf(name)}`,
    { received: name, expected: WORDS[scope] },
    { key: true },
  );
}

/** `scope.name` or `scope["name"]` in an expression; a record also as `of`, an input also as a condition. */
function reads(text: string, scope: keyof typeof WORDS, name: string): boolean {
  const word = name.replace(/\W/g, '\\$&');
  if (new RegExp(`\\b${scope}\\s*(\\.\\??\\s*${word}\\b|\\[\\s*(\\\\"|')${word}(\\\\"|'))`).test(text))
    return true;
  if (scope === 'records') return text.includes(`"of":${JSON.stringify(name)}`);
  return scope === 'input' && text.includes(`"input":${JSON.stringify(name)}`);
}

/** Dialogs that nothing opens: no action of a screen, no picker, no record. A page may be opened by its URL alone. */
function unopened(
  catalogue: Catalogue,
  texts: ReadonlyMap<LoadedScreen, string>,
  fragments: string,
  diagnostics: Diagnostics,
): void {
  const { manifests, api } = catalogue;
  const pickers = new Set([...manifests.values()].map(({ dialog }) => dialog));
  const others = `${fragments}${JSON.stringify([...api.resources.values()])}`;
  for (const screen of catalogue.screens.values()) {
    const { id, dialog, route, at } = screen.config;
    if (!dialog || route !== undefined || at || pickers.has(id)) continue;
    const name = JSON.stringify(id);
    const named = [...texts].some(([other, text]) => other !== screen && text.includes(name));
    if (!named && !others.includes(name))
      diagnostics.add('unused', screen.source, '/id', { received: id, expected: 'Dialog' });
  }
}
