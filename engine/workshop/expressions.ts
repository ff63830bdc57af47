/** Completion of an expression: the scopes of its place, and the members of the value before the dot. */
import type { FragmentConfig, ScreenConfig } from '../../schemas/generated/language.ts';
import type { Catalogue, LoadedScreen } from '../language/catalogue.ts';
import { Context } from '../language/context.ts';
import { Diagnostics } from '../language/diagnostics.ts';
import type { TypeScope } from '../language/expressions.ts';
import { completeScreen } from '../language/records.ts';
import { compileScreen } from '../language/screen.ts';
import { screenScope } from '../language/scopes.ts';
import { parseFile, type SourceFile } from '../language/source.ts';
import { describeType, followPath, memberNames } from '../language/types.ts';
import type { Name, Written } from './names.ts';

/** An incomplete chain of members: `records.book.ti`. */
const CHAIN = /[a-z]\w*(?:\.\w*)*$/i;

export interface Going {
  names: Name[];
  /** Number of characters before the cursor that a name replaces. */
  typed: number;
}

/** `before`: the expression up to the cursor. */
export function goesOn(before: string, scope: TypeScope, catalogue: Catalogue): Going {
  const chain = (CHAIN.exec(before)?.[0] ?? '').split('.');
  const typed = chain.at(-1)!.length;
  return { names: membersOf(scope, chain.slice(0, -1), catalogue), typed };
}

/**
 * Returns the scope that the compiler has at an expression in the edited text: the page's scopes, and the row, the
 * form, the result and so on of the surrounding part; only the page's if the compiler does not reach the expression.
 */
export function scopeAt(
  text: string,
  pointer: string,
  catalogue: Catalogue,
  { kind, screen: id = '' }: Written,
): TypeScope {
  const known = catalogue.screens.get(id);
  if (!known) return {};
  const { file, screen, all } =
    kind === 'fragment' ? withFragment(text, known, catalogue) : withScreen(text, known, catalogue);
  let found: TypeScope | undefined;
  try {
    compileScreen(all, screen, new Diagnostics(), new Set(), (place, scope) => {
      if (place.source.file === file && place.pointer === pointer) found ??= scope;
    });
  } catch {
    // The compiler may throw on an incomplete view.
  }
  return found ?? screenScope(new Context(catalogue, known, new Diagnostics(), new Set()));
}

interface Rewritten {
  /** File that contains the expression. */
  file: string;
  /** Screen that contains the expression. */
  screen: LoadedScreen;
  all: Catalogue;
}

function withScreen(text: string, known: LoadedScreen, all: Catalogue): Rewritten {
  const { file } = known.source;
  return { file, screen: screenOf({ file, text }, all), all };
}

/** Parses a screen from its edited text, with what is derived from the records that it names, as far as possible. */
export function screenOf(file: SourceFile, catalogue: Catalogue): LoadedScreen {
  const source = parseFile(file);
  const screen = { config: (source.value ?? {}) as ScreenConfig, source, sound: true };
  try {
    completeScreen(screen, catalogue, new Diagnostics());
  } catch {
    // Thrown for example when a list is expected and missing: nothing is derived.
  }
  return screen;
}

/** The screen that uses the fragment, with the edited text of the fragment. */
function withFragment(text: string, screen: LoadedScreen, catalogue: Catalogue): Rewritten {
  const config = parseFile({ file: '', text }).value as FragmentConfig | undefined;
  const before = catalogue.fragments.get(config?.fragment ?? '');
  if (!config || !before) return { file: '', screen, all: catalogue };
  const source = parseFile({ file: before.source.file, text });
  const fragments = new Map(catalogue.fragments).set(config.fragment, { config, source });
  const all = { ...catalogue, fragments };
  return { file: source.file, screen: screenOf(screen.source, all), all };
}

function membersOf(scope: TypeScope, [root, ...path]: string[], { api: { schemas } }: Catalogue): Name[] {
  const noted = (name: string, type: TypeScope[string] | undefined) => ({
    name,
    note: type ? describeType(type, schemas) : '',
  });
  if (root === undefined) return Object.entries(scope).map(([name, type]) => noted(name, type));
  const type = scope[root] && followPath(scope[root], path, schemas).type;
  if (!type) return [];
  return memberNames(type, schemas).map((name) => noted(name, followPath(type, [name], schemas).type));
}
