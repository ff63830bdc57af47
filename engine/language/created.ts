/** Pages that create a record: some action navigates to them with `create`. */
import type { Catalogue } from './catalogue.ts';

const createdIn = new WeakMap<Catalogue, ReadonlySet<string>>();

/** Whether an action of some screen opens the page for a record that does not exist yet. */
export function isCreated(screen: string, catalogue: Catalogue): boolean {
  const known = createdIn.get(catalogue) ?? new Set(allOf(catalogue));
  createdIn.set(catalogue, known);
  return known.has(screen);
}

const allOf = ({ screens, fragments }: Catalogue): string[] =>
  [...screens.values(), ...fragments.values()].flatMap(({ config }) => targets(config));

function targets(value: unknown): string[] {
  if (!value || typeof value !== 'object') return [];
  const { navigate, create } = value as { navigate?: unknown; create?: unknown };
  const own = create === true && typeof navigate === 'string' ? [navigate] : [];
  return [...own, ...Object.values(value).flatMap(targets)];
}
