/** What an expression may go on with: the scopes of the page, and the members of what stands before the dot. */
import type { Catalogue, LoadedScreen } from '../language/catalogue.ts';
import { Context } from '../language/context.ts';
import { Diagnostics } from '../language/diagnostics.ts';
import type { TypeScope } from '../language/expressions.ts';
import { screenScope } from '../language/scopes.ts';
import { describeType, followPath, memberNames } from '../language/types.ts';
import { compileView } from '../language/views.ts';
import { rowAndForm, type Name, type Value } from './names.ts';

/** A chain of members as far as it is written: `records.book.ti`. */
const CHAIN = /[a-z]\w*(?:\.\w*)*$/i;

export interface Going {
  names: Name[];
  /** How much of the text before the place a name replaces. */
  typed: number;
}

/** `before`: the expression up to the place; `around`: the objects around it in the file, nearest first. */
export function goesOn(
  before: string,
  catalogue: Catalogue,
  screen: LoadedScreen | undefined,
  around: readonly Value[],
): Going {
  const scope = { ...(screen && scopeOf(catalogue, screen)), ...rowAndForm(catalogue, around) };
  const chain = (CHAIN.exec(before)?.[0] ?? '').split('.');
  const typed = chain.at(-1)!.length;
  return { names: membersOf(scope, chain.slice(0, -1), catalogue), typed };
}

const scopeOf = (catalogue: Catalogue, screen: LoadedScreen): TypeScope =>
  screenScope(new Context(catalogue, screen, new Diagnostics(), new Set(), compileView));

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
