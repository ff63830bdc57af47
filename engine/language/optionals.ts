/** Inputs and query parameters that may be absent, where a value is required. */
import { isExpr } from './context.ts';
import type { Site } from './site.ts';

/** Values by name, as the author writes them. */
type Given = Record<string, unknown> | undefined;

/**
 * Reports each required name whose value is just an optional input or query parameter of the screen. The part has
 * no condition, so the request would be sent without the value.
 *
 * @param site the `with` of a call or of an action
 * @param required names that must have a value
 */
export function checkOptionals(site: Site<Given>, required: readonly string[]): void {
  for (const [name, value] of Object.entries(site.config ?? {}))
    if (required.includes(name) && mayBeAbsent(site, value))
      site.below(value, name).report('optional-value', {
        received: isExpr(value) ? value.expr : name,
        expected: `a value for ${name}, or a condition`,
      });
}

/** The same for an action, unless its `visibleWhen` or `enabledWhen` requires the value. */
export function checkUngated(site: Site<Gated>, required: readonly string[]): void {
  const { visibleWhen, enabledWhen } = site.config;
  if (visibleWhen === undefined && enabledWhen === undefined) checkOptionals(site.at('with'), required);
}

interface Gated {
  with?: NonNullable<Given>;
  visibleWhen?: unknown;
  enabledWhen?: unknown;
}

function mayBeAbsent({ ctx, scope }: Site, value: unknown): boolean {
  const [, of, name] = (isExpr(value) && /^(input|query)\.(\w+)$/.exec(value.expr)) || [];
  if (!of || !name) return false;
  const declared = ctx.screen.config[of as 'input' | 'query']?.[name];
  const known = scope[of]?.properties?.[name] !== undefined;
  return (
    known && typeof declared === 'object' && declared.optional === true && declared.default === undefined
  );
}
