/** Removes from a new screen what the checker rejects, until nothing is rejected any more. */
import type { Diagnostic } from '../../language/diagnostics.ts';
import { pointerPath } from '../../language/source.ts';
import type { Config } from './screens.ts';
import { Unscaffoldable } from './wish.ts';

/** One round over the errors of a screen; returns what was removed. Missing texts are no errors: they are generated. */
export function prune(config: Config, diagnostics: readonly Diagnostic[]): string[] {
  const leftOut: string[] = [];
  // From the end, so that a removal does not shift the items that are still to be visited.
  for (const diagnostic of diagnostics.toReversed()) {
    if (diagnostic.code === 'missing-key') continue;
    if (diagnostic.code === 'access-too-wide' && diagnostic.expected) {
      config['access'] = diagnostic.expected.split(' or ');
      continue;
    }
    const item = takeItem(config, pointerPath(diagnostic.pointer ?? ''));
    if (item === undefined) throw new Unscaffoldable(`${diagnostic.pointer}: ${diagnostic.message}`);
    leftOut.push(`${JSON.stringify(item)}: ${diagnostic.message}`);
  }
  return leftOut;
}

/** Removes the innermost list item on the path of the pointer. */
function takeItem(config: Config, path: (string | number)[]): unknown {
  const holders: unknown[] = [config];
  for (const part of path) holders.push((holders.at(-1) as Record<string, unknown> | undefined)?.[part]);
  const depth = holders.findLastIndex((one, i) => Array.isArray(one) && i < path.length);
  if (depth < 0) return undefined;
  const [item] = (holders[depth] as unknown[]).splice(Number(path[depth]), 1) as unknown[];
  return item;
}
