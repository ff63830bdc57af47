/**
 * Named conditions of a screen: `conditions.NAME` is replaced by the expression when it is compiled, so that
 * the runtime has no names. Child screens can read those that depend only on scopes that they share.
 */
import type { Catalogue, LoadedScreen } from './catalogue.ts';
import { readsOfExpression } from './expressions.ts';
import { ancestors } from './routes.ts';
import type { JsonSchema } from './schema.ts';
import { BOOLEAN, objectOf } from './types.ts';

/** Expressions by name. */
export type NamedConditions = Readonly<Record<string, string>>;

/** Scopes that a page shares with its child pages. */
const SHARED = ['route', 'records', 'account', 'system', 'properties', 'today'];

/** The conditions in scope of a screen: its own, and those of its ancestors that read only shared scopes. */
export function conditionsOf(screen: LoadedScreen, catalogue: Catalogue): NamedConditions {
  return { ...inheritedConditions(screen, catalogue), ...screen.config.conditions };
}

/** The conditions of the ancestors that a screen can read. */
export function inheritedConditions(screen: LoadedScreen, catalogue: Catalogue): NamedConditions {
  const above = ancestors(screen, catalogue).flatMap(({ sound, config }) =>
    sound ? Object.entries(config.conditions ?? {}) : [],
  );
  return Object.fromEntries(above.filter(([, source]) => isShared(source)));
}

function isShared(source: string): boolean {
  return readsOfExpression(source).every((path) => SHARED.includes(path.split('.')[0]!));
}

/** The type of the scope `conditions`. */
export const conditionsType = (conditions: NamedConditions): JsonSchema =>
  objectOf(Object.fromEntries(Object.keys(conditions).map((name) => [name, BOOLEAN])));

/** Matches a string literal or the name of a condition; only the name is replaced. */
const PART = /'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|(?<![\w.])conditions\.([A-Za-z]\w*)/g;

/** The expression with the names of conditions replaced by their expressions. */
export function withConditions(source: string, conditions: NamedConditions): string {
  return source.replace(PART, (part, name: string | undefined) =>
    name !== undefined && Object.hasOwn(conditions, name) ? `(${conditions[name]})` : part,
  );
}
