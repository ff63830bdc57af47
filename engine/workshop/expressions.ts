/** What an expression may go on with: the scopes of its place, and the members of what stands before the dot. */
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

/** A chain of members as far as it is written: `records.book.ti`. */
const CHAIN = /[a-z]\w*(?:\.\w*)*$/i;

export interface Going {
  names: Name[];
  /** How much of the text before the place a name replaces. */
  typed: number;
}

/** `before`: the expression up to the place where it goes on. */
export function goesOn(before: string, scope: TypeScope, catalogue: Catalogue): Going {
  const chain = (CHAIN.exec(before)?.[0] ?? '').split('.');
  const typed = chain.at(-1)!.length;
  return { names: membersOf(scope, chain.slice(0, -1), catalogue), typed };
}

/**
 * What the compiler has at the place of an expression in the text that is written: the page's scopes, and the row, the
 * form, the result and the like of what stands around. Where it does not come so far, the page's alone.
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
    // A view that is half written has no shape that the compiler could rely on.
  }
  return found ?? screenScope(new Context(catalogue, known, new Diagnostics(), new Set()));
}

interface Rewritten {
  /** In which the expression stands. */
  file: string;
  /** That has it. */
  screen: LoadedScreen;
  all: Catalogue;
}

function withScreen(text: string, known: LoadedScreen, all: Catalogue): Rewritten {
  const { file } = known.source;
  return { file, screen: screenOf({ file, text }, all), all };
}

/** A screen as it is written, with what follows from the records that it names, as far as it can be read. */
export function screenOf(file: SourceFile, catalogue: Catalogue): LoadedScreen {
  const source = parseFile(file);
  const screen = { config: (source.value ?? {}) as ScreenConfig, source, sound: true };
  try {
    completeScreen(screen, catalogue, new Diagnostics());
  } catch {
    // Where a list is asked for and none stands, nothing follows.
  }
  return screen;
}

/** The screen that uses the fragment, with the fragment as it is written. */
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
