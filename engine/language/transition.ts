/** An action whose choices the server lists: one case for each code. */
import { compileCall, rowsOf } from './calls.ts';
import { plain } from './diagnostics.ts';
import type { JsonSchema } from './schema.ts';
import type { Site } from './site.ts';
import type { CompiledVerb } from './verb.ts';
import { enumWords, followPath } from './types.ts';
import type { Action, Transitions } from '../../schemas/generated/language.ts';

export function compileTransition(site: Site<Transitions>): CompiledVerb['core'] {
  const { config, schemas } = site;
  const call = compileCall(site);
  const rows = call && rowsOf(call.operation, schemas);
  if (call && !rows) site.at('operation').report('not-a-list', { received: config.operation });
  if (rows) checkCodes(site, rows.row);
  const cases = site
    .entries<Action>('cases')
    .map(([code, action]) => [code, site.compilers.action(action, false)] as const);
  return {
    type: 'transition',
    source: call?.call ?? { operation: config.operation, with: {} },
    code: config.code.split('.'),
    caption: config.caption.split('.'),
    cases: Object.fromEntries(cases),
    hidden: config.hidden ?? [],
  };
}

/** Paths of code and caption, and codes that the server can list. */
function checkCodes(site: Site<Transitions>, row: JsonSchema): void {
  const { config, schemas } = site;
  for (const name of ['code', 'caption'] as const) {
    const found = followPath(row, config[name].split('.'), schemas);
    if (!found.type)
      site.at(name).report('unknown-path', {
        received: config[name],
        near: found.near,
        expected: found.names?.join(', '),
      });
  }
  const type = followPath(row, config.code.split('.'), schemas).type;
  const codes = type && enumWords(type, schemas)?.map(plain);
  if (!codes) return;
  for (const [code, part] of site.entries('cases')) part.known('unknown-enum-word', code, codes);
  for (const part of site.items('hidden')) part.known('unknown-enum-word', part.config, codes);
}
