/**
 * Conditions that a screen gives a name: `conditions.NAME` stands for the expression, and compiles to it, so that
 * the runtime knows nothing of names. Screens below read those that depend on nothing but what they share.
 */
import type { Catalogue, LoadedScreen } from './catalogue.ts';
import { readsOfExpression } from './expressions.ts';
import { ancestors } from './routes.ts';
import type { JsonSchema } from './schema.ts';
import { BOOLEAN, objectOf } from './types.ts';

/** Expressions by name. */
export type NamedConditions = Readonly<Record<string, string>>;

/** Scopes that a page shares with the pages below it. */
const SHARED = ['route', 'records', 'account', 'system', 'properties', 'today'];

/** The conditions in scope of a screen: its own, and those of its ancestors that read shared scopes alone. */
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

/** Text of a literal, or a name that is read: of the two only the second is replaced. */
const PART = /'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|(?<![\w.])conditions\.([A-Za-z]\w*)/g;

/** The expression with the names of conditions replaced by what they stand for. */
export function withConditions(source: string, conditions: NamedConditions): string {
  return source.replace(PART, (part, name: string | undefined) =>
    name !== undefined && Object.hasOwn(conditions, name) ? `(${conditions[name]})` : part,
  );
}
