/** Actions on the page itself: its state, the result of a picker dialog, its views. */
import { namedType, reportUnknown } from './calls.ts';
import type { CompiledArguments } from './compiled.ts';
import { inputType } from './inputs.ts';
import { own } from './own.ts';
import type { Site } from './site.ts';
import type { CompiledVerb } from './verb.ts';
import { ANY } from './types.ts';

export function compileSet(site: Site<Record<string, unknown>>): CompiledVerb['core'] {
  const state = site.ctx.screen.config.state ?? {};
  const values: CompiledArguments = {};
  for (const [name, value] of Object.entries(site.config)) {
    const part = site.below(value, name);
    const input = own(state, name);
    if (input) {
      values[name] = part.value(inputType(part.as(input)), true);
      if (value === null && !(typeof input === 'object' && input.optional))
        part.report('type-mismatch', { received: 'null', expected: 'a value: the state is not optional' });
    }
    if (!input) reportUnknown(part, 'unknown-name', name, Object.keys(state), 'a name declared in state');
  }
  return { type: 'set', values };
}

export function compilePick(site: Site): CompiledVerb['core'] {
  const { id, returns, dialog } = site.ctx.screen.config;
  if (!dialog) site.report('not-a-dialog', { received: id, note: 'only a dialog picks' });
  else if (!returns)
    site.report('missing-property', { received: 'returns', note: 'what a pick gives needs a type' });
  const expected = returns ? namedType(site.root('returns').as(returns)) : ANY;
  return { type: 'pick', value: site.value(expected, true) };
}

/** Names of the views to refresh; an empty list means all of them. */
export function compileRefresh(site: Site<true | string[]>): string[] {
  const { config } = site;
  if (config === true) return [];
  const names = Object.keys(site.scope.views?.properties ?? {});
  config.forEach((name, i) => site.below(name, i).known('unknown-name', name, names));
  return config;
}
