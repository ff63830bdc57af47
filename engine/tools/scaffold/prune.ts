/** Leaves out of a new screen what the checker refuses, until nothing is refused any more. */
import type { Diagnostic } from '../../language/diagnostics.ts';
import { pointerPath } from '../../language/source.ts';
import type { Config } from './screens.ts';
import { Unscaffoldable } from './wish.ts';

/** One round over the faults of a screen; tells what was left out. Missing texts are no fault: they are being made. */
export function prune(config: Config, faults: readonly Diagnostic[]): string[] {
  const leftOut: string[] = [];
  // From the end, so that what is taken away moves nothing that is still to be looked at.
  for (const fault of faults.toReversed()) {
    if (fault.code === 'missing-key') continue;
    if (fault.code === 'access-too-wide' && fault.expected) {
      config['access'] = fault.expected.split(' or ');
      continue;
    }
    const item = takeItem(config, pointerPath(fault.pointer ?? ''));
    if (item === undefined) throw new Unscaffoldable(`${fault.pointer}: ${fault.message}`);
    leftOut.push(`${JSON.stringify(item)}: ${fault.message}`);
  }
  return leftOut;
}

/** Takes the innermost item of a list out that the pointer leads through. */
function takeItem(config: Config, path: (string | number)[]): unknown {
  const holders: unknown[] = [config];
  for (const part of path) holders.push((holders.at(-1) as Record<string, unknown> | undefined)?.[part]);
  const depth = holders.findLastIndex((one, i) => Array.isArray(one) && i < path.length);
  if (depth < 0) return undefined;
  const [item] = (holders[depth] as unknown[]).splice(Number(path[depth]), 1) as unknown[];
  return item;
}
