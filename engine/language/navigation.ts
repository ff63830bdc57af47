/** A `navigate` action is shown only to accounts that its target admits: it gets the gate of the target. */
import { accessBelow } from './children.ts';
import type { CompiledAction, CompiledScreen, ScreenEntry } from './compiled.ts';

/** Fills `access` of every navigate action of the screens. */
export function gateNavigation(screens: readonly CompiledScreen[], entries: readonly ScreenEntry[]): void {
  const gates = new Map(entries.map((entry) => [entry.id, gateOf(entry, entries)]));
  for (const screen of screens) gateScreen(screen, gates);
}

function gateScreen(screen: CompiledScreen, gates: ReadonlyMap<string, string[]>): void {
  visit(screen.view, gates);
  visit(screen.buttons, gates);
  visit(screen.on, gates);
}

/** Any-of; empty when some route of the screen admits everyone. */
function gateOf(entry: ScreenEntry, entries: readonly ScreenEntry[]): string[] {
  if (entry.routes.some((route) => route.access.length === 0)) return [];
  return [...new Set([...entry.routes.flatMap((route) => route.access), ...accessBelow(entry, entries)])];
}

function visit(part: unknown, gates: ReadonlyMap<string, string[]>): void {
  if (part === null || typeof part !== 'object') return;
  const action = part as Partial<CompiledAction>;
  if (action.type === 'navigate' && typeof action.screen === 'string')
    (part as CompiledAction).access = gates.get(action.screen) ?? [];
  Object.values(part).forEach((inner) => visit(inner, gates));
}
